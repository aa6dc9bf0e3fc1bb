import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTab } from '../testing/tab.ts'
import { endSession, sessionKey } from './session.ts'

const minute = 60_000
const refusal = { status: 401, body: { type: 'x', title: 'x', status: 401, detail: 'x', code: 'not-signed-in' } }

/** A server with its own clock, 15-minute access tokens and single-use refresh tokens. */
function startServer({ clock = () => Date.now() } = {}) {
  const started = performance.now()
  const now = () => clock() + performance.now() - started
  const server = { isDown: false, refreshes: 0, calls: 0, good: '', refreshToken: '', endsAt: 0, issue }

  function issue() {
    const seconds = Math.floor(now() / 1000)
    server.refreshToken = `refresh-${server.refreshes}`
    server.good = `head.${btoa(JSON.stringify({ iat: seconds, exp: seconds + 900, jti: server.refreshes }))}.signature`
    server.endsAt = (seconds + 900) * 1000
    return { accessToken: server.good, refreshToken: server.refreshToken }
  }

  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    if (server.isDown) throw new TypeError('Failed to fetch')
    await new Promise((arrive) => setTimeout(arrive, 200))
    const { status, body } = answer(path, headers['authorization'])
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })

  function answer(path: string, bearer: string | undefined) {
    if (path.startsWith('/auth/refresh')) {
      server.refreshes += 1
      return path.endsWith(`=${server.refreshToken}`) ? { status: 200, body: issue() } : refusal
    }
    server.calls += 1
    return bearer === `Bearer ${server.good}` && now() < server.endsAt ? { status: 200, body: [] } : refusal
  }
  return server
}

let tabs: Awaited<ReturnType<typeof openTab>>[] = []
async function openTabs(count: number) {
  for (let tab = 0; tab < count; tab += 1) tabs.push(await openTab())
  return tabs
}

/** Advances the clock until a call is answered, also one whose code is still loading. */
async function answered<T>(call: Promise<T>): Promise<T> {
  let isAnswered = false
  const answer = call.finally(() => {
    isAnswered = true
  })
  while (!isAnswered) await vi.advanceTimersByTimeAsync(10)
  return answer
}

/** Sends the storage event that the browser fires in all other tabs. */
const notifyOtherTabs = () => window.dispatchEvent(new StorageEvent('storage', { key: sessionKey }))

/** The lock that all tabs of a browser share. */
function shareLocks() {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<void>) => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
  vi.stubGlobal('navigator', { ...window.navigator, locks: { request } })
}

beforeEach(() => {
  vi.useFakeTimers()
  shareLocks()
})

afterEach(() => {
  for (const { stop } of tabs) stop()
  tabs = []
  vi.useRealTimers()
  vi.unstubAllGlobals()
  endSession()
  localStorage.clear()
})

test('[S12] 10 tabs refresh once together, a minute before the token expires', async () => {
  const server = startServer()
  const [first, ...others] = await openTabs(10)
  first?.openSession(server.issue())
  notifyOtherTabs()

  await vi.advanceTimersByTimeAsync(14 * minute - 1)
  expect(server.refreshes).toBe(0)
  await vi.advanceTimersByTimeAsync(5000)
  expect(server.refreshes).toBe(1)

  for (const tab of [first, ...others])
    expect(tab?.readSession()).toMatchObject({ accessToken: server.good, isAuth: true })
  await vi.advanceTimersByTimeAsync(14 * minute)
  expect(server.refreshes).toBe(2)
})

test('[S12] 10 tabs whose calls are rejected at once refresh once together', async () => {
  const server = startServer()
  const [first] = await openTabs(10)
  first?.openSession(server.issue())
  notifyOtherTabs()
  for (const { stop } of tabs) stop()
  await vi.advanceTimersByTimeAsync(16 * minute)

  const calls = await answered(Promise.allSettled(tabs.map(({ listTemplates }) => listTemplates())))

  expect(calls.every(({ status }) => status === 'rejected')).toBe(true)
  expect(server).toMatchObject({ refreshes: 1, calls: 10 })
  await answered(Promise.all(tabs.map(({ listTemplates }) => listTemplates())))
  expect(server.refreshes).toBe(1)
})

test.each([
  ['a day behind', -86_400_000],
  ['a day ahead', 86_400_000],
])('a computer whose clock is %s refreshes at the same time', async (_what, offset) => {
  const server = startServer({ clock: () => Date.parse('2026-11-21T12:00:00Z') })
  vi.setSystemTime(Date.parse('2026-11-21T12:00:00Z') + offset)
  const [tab] = await openTabs(1)
  tab?.openSession(server.issue())

  vi.setSystemTime(0)
  await vi.advanceTimersByTimeAsync(14 * minute - 1)
  expect(server.refreshes).toBe(0)
  await vi.advanceTimersByTimeAsync(201)
  expect(server.refreshes).toBe(1)
})

test.each(['opaque', 'a.b.c', 'a.e30.c', `a.${btoa('{"iat":0,"exp":60}')}.c`, `a.${btoa('{"iat":9,"exp":1}')}.c`])(
  'the token %s has no lifetime and is refreshed only when it is rejected',
  async (accessToken) => {
    const server = startServer()
    const [tab] = await openTabs(1)

    tab?.openSession({ accessToken, refreshToken: 'refresh' })
    await vi.advanceTimersByTimeAsync(60 * minute)

    expect(server.refreshes).toBe(0)
  },
)

test('a token that expired during sleep is refreshed when it is rejected, each time', async () => {
  const server = startServer()
  const [tab] = await openTabs(1)
  tab?.openSession(server.issue())
  tab?.stop()

  for (const nights of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(480 * minute)
    await answered(expect(tab?.listTemplates()).rejects.toMatchObject({ code: 'not-signed-in' }))
    expect(await answered(Promise.resolve(tab?.listTemplates()))).toEqual([])
    expect(server.refreshes).toBe(nights)
  }
})

test('[S14] a server that is down for 60 s while a token expires keeps the user signed in', async () => {
  const server = startServer()
  const [tab] = await openTabs(1)
  tab?.openSession(server.issue())

  await vi.advanceTimersByTimeAsync(13.9 * minute)
  server.isDown = true
  for (let second = 0; second < 60; second += 10) {
    await vi.advanceTimersByTimeAsync(10_000)
    await expect(tab?.listTemplates()).rejects.toMatchObject({ code: 'unavailable' })
    expect(tab?.readSession().isAuth).toBe(true)
  }
  await vi.advanceTimersByTimeAsync(minute)
  server.isDown = false

  await answered(expect(tab?.listTemplates()).rejects.toMatchObject({ code: 'not-signed-in' }))
  expect(await answered(Promise.resolve(tab?.listTemplates()))).toEqual([])
  expect(tab?.readSession()).toMatchObject({ accessToken: server.good, isAuth: true })
})
