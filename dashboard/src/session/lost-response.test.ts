import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTab } from '../testing/tab.ts'
import { endSession } from './session.ts'

const minute = 60_000
const graceMilliseconds = 30_000
const refusal = { status: 401, body: { type: 'x', title: 'x', status: 401, detail: 'x', code: 'not-signed-in' } }

type Outcome = 'response' | 'lost' | 'hanging' | 'never arrives'

/**
 * A server that repeats a refresh for 30 s and ends the session on an older token; `line` decides how a refresh fails.
 */
function startServer(line: Outcome[]) {
  const server = {
    refreshes: [] as number[],
    isEnded: false,
    current: 0,
    rotatedAt: 0,
    now: () => performance.now(),
    issue,
  }

  function issue(number = server.current) {
    const iat = Math.floor(server.now() / 1000)
    return {
      accessToken: `head.${btoa(JSON.stringify({ sub: 'maria', iat, exp: iat + 900, jti: number }))}.signature`,
      refreshToken: `refresh-${number}`,
    }
  }

  function refresh(path: string) {
    const presented = Number(path.split('refresh-')[1])
    const isRepeated = presented === server.current - 1 && server.now() - server.rotatedAt <= graceMilliseconds
    if (presented !== server.current && !isRepeated) server.isEnded = true
    if (server.isEnded) return refusal
    if (!isRepeated) {
      server.current += 1
      server.rotatedAt = server.now()
    }
    return { status: 200, body: issue() }
  }

  vi.stubGlobal('fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
    const isRefresh = path.startsWith('/auth/refresh')
    if (isRefresh) server.refreshes.push(Math.round(server.now() / 1000))
    const outcome = (isRefresh && line.shift()) || 'response'
    if (outcome === 'never arrives') throw new TypeError('Failed to fetch')
    const { status, body } = isRefresh ? refresh(path) : { status: 200, body: [] }
    if (outcome === 'hanging')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    if (outcome === 'lost') throw new TypeError('Failed to fetch')
    const date = new Date(server.now()).toUTCString()
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', date } })
  })
  return server
}

let stops: (() => void)[] = []

/** Opens a tab until the end of the test. */
async function openTabUntilEnd() {
  const tab = await openTab()
  stops.push(tab.stop)
  return tab
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const patience = new AbortController()
    setTimeout(() => patience.abort(new DOMException('too long', 'TimeoutError')), ms)
    return patience.signal
  })
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<void>) => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
  vi.stubGlobal('navigator', { ...window.navigator, locks: { request } })
})

afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  endSession()
  localStorage.clear()
})

test.each<[string, Outcome[]]>([
  ['is lost', ['lost']],
  ['is lost three times', ['lost', 'lost', 'lost']],
  ['never comes', ['hanging']],
  ['never comes, three times', ['hanging', 'hanging', 'hanging']],
  ['is lost after requests that did not arrive', ['never arrives', 'lost', 'never arrives']],
])('a user stays signed in when the response to a refresh %s', async (_what, line) => {
  const server = startServer([...line])
  const tab = await openTabUntilEnd()
  tab.openSession(server.issue())

  await vi.advanceTimersByTimeAsync(20 * minute)

  expect(server.refreshes).toHaveLength(line.length + 1)
  expect(Math.max(...server.refreshes) - Math.min(...server.refreshes)).toBeLessThan(28)
  expect(server.isEnded).toBe(false)
  expect(tab.readSession()).toMatchObject({ refreshToken: `refresh-${server.current}`, isAuth: true })
})

test('10 tabs retry one after the other and stop when one gets a response', async () => {
  const server = startServer(['lost', 'hanging'])
  const tabs = []
  for (let count = 0; count < 10; count += 1) tabs.push(await openTabUntilEnd())
  tabs[0]?.openSession(server.issue())
  window.dispatchEvent(new StorageEvent('storage', { key: 'loadping.session' }))

  await vi.advanceTimersByTimeAsync(15 * minute)

  expect(server.refreshes).toHaveLength(3)
  expect(server.isEnded).toBe(false)
  expect(new Set(tabs.map(({ readSession: read }) => read().refreshToken))).toEqual(new Set(['refresh-1']))
})

test('a user who logs out during the retries is not refreshed', async () => {
  const server = startServer(['lost', 'lost', 'lost', 'lost'])
  const tab = await openTabUntilEnd()
  tab.openSession(server.issue())
  await vi.advanceTimersByTimeAsync(14 * minute + 1000)

  tab.endSession()
  await vi.advanceTimersByTimeAsync(minute)

  expect(server.refreshes).toHaveLength(1)
  expect(tab.readSession().isAuth).toBe(false)
})

/** Reloads the tab. */
async function reload({ stop }: { stop: () => void }) {
  stop()
  return openTabUntilEnd()
}

test("after a reload, the first response shows a token's age and it is refreshed in time", async () => {
  const server = startServer([])
  const tab = await openTabUntilEnd()
  tab.openSession(server.issue())
  await vi.advanceTimersByTimeAsync(10 * minute)

  const { listTemplates, readSession: read } = await reload(tab)
  await vi.advanceTimersByTimeAsync(minute)
  await listTemplates()
  await vi.advanceTimersByTimeAsync(3 * minute - 2000)
  expect(server.refreshes).toEqual([])
  await vi.advanceTimersByTimeAsync(4000)

  expect(server.refreshes).toHaveLength(1)
  expect(read().refreshToken).toBe('refresh-1')
})

test('reloaded tabs refresh an expiring token once together, whatever their clock says', async () => {
  const server = startServer([])
  const tab = await openTabUntilEnd()
  tab.openSession(server.issue())
  tab.stop()
  await vi.advanceTimersByTimeAsync(14.5 * minute)
  vi.setSystemTime(0)

  const one = await reload(tab)
  const other = await openTabUntilEnd()
  await Promise.all([one.listTemplates(), other.listTemplates(), one.listTemplates()])
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all([one.listTemplates(), other.listTemplates()])
  await vi.advanceTimersByTimeAsync(minute)

  expect(server.refreshes).toHaveLength(1)
  expect(one.readSession().refreshToken).toBe('refresh-1')
})

test('a refresh whose response was lost with the page is repeated by the next page', async () => {
  const server = startServer(['lost'])
  const tab = await openTabUntilEnd()
  tab.openSession(server.issue())
  await vi.advanceTimersByTimeAsync(14 * minute + 500)
  expect(server.refreshes).toHaveLength(1)

  const next = await reload(tab)
  await next.listTemplates()
  await vi.advanceTimersByTimeAsync(500)

  expect(server.refreshes).toHaveLength(2)
  expect(next.readSession().refreshToken).toBe('refresh-1')
})
