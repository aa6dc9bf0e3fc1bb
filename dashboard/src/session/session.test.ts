import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClient } from '../browser-client.ts'
import { endSession, loggedOut, readSession, sessionKey, storeTokens, useSession } from './session.ts'

const template = { id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e002', name: 'A', subject: '', template: '', cc: [], labels: [], isDefault: true }
let asked: { path: string; bearer: string | null }[] = []

/** Stands in for the network: answers by path and bearer token. */
function serve(answer: (path: string, bearer: string | null) => { status: number; body: unknown } | undefined) {
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    const bearer = headers['authorization'] ?? null
    asked.push({ path, bearer })
    const answered = answer(path, bearer)
    if (!answered) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answered.body), { status: answered.status, headers: { 'content-type': 'application/json' } })
  })
}

const refusal = { status: 401, body: { type: 'x', title: 'x', status: 401, detail: 'x', code: 'not-signed-in' } }
const isRefresh = (path: string) => path.startsWith('/auth/refresh')
const times = (path: string) => asked.filter((call) => call.path.startsWith(path)).length

/** Each test has tokens of its own, as each session has. */
let name = 0
beforeEach(() => {
  asked = []
  name += 1
  storeTokens({ accessToken: `old-${name}`, refreshToken: `refresh-${name}` })
})

afterEach(() => {
  vi.unstubAllGlobals()
  endSession()
  localStorage.clear()
})

test('a logged-out session holds the defaults', () => {
  endSession()

  expect(readSession()).toEqual({
    isAuth: false,
    email: '',
    userId: '',
    accessToken: '',
    refreshToken: '',
    extensionToken: '',
    features: [],
    limitTempl: null,
    limitEmails: null,
    emails: 10,
    createdAt: '',
    trialDays: 1,
    accountVerified: true,
    billingPlan: '',
    organizationName: '',
    organizationId: '',
    role: 'USER',
  })
})

test('[4.1] receiving tokens logs in, and logging out brings the defaults back and removes what was stored', () => {
  expect(readSession().isAuth).toBe(true)
  expect(localStorage.getItem(sessionKey)).toContain('refresh-')

  endSession()

  expect(readSession()).toEqual(loggedOut)
  expect(localStorage.getItem(sessionKey)).toBeNull()
})

test('[4.3] a 401 gets new tokens, stores both, and is answered as it is without being sent again', async () => {
  serve((path) => (isRefresh(path) ? { status: 200, body: { accessToken: 'new', refreshToken: 'next' } } : refusal))

  await expect(browserClient.templates.listTemplates()).rejects.toMatchObject({ code: 'not-signed-in' })

  expect(readSession()).toMatchObject({ accessToken: 'new', refreshToken: 'next', isAuth: true })
  expect(times('/templates')).toBe(1)
  expect(asked[1]).toEqual({ path: `/auth/refresh?refreshToken=refresh-${name}`, bearer: `Bearer old-${name}` })
})

test('calls that fail together share one refresh', async () => {
  serve((path) => (isRefresh(path) ? { status: 200, body: { accessToken: 'new', refreshToken: 'next' } } : refusal))

  await Promise.allSettled([browserClient.templates.listTemplates(), browserClient.home.getHome(), browserClient.account.getMe()])

  expect(times('/auth/refresh')).toBe(1)
})

test('a tab uses the pair that another tab has just fetched', async () => {
  serve(() => refusal)
  const stored = { state: { ...readSession(), accessToken: 'of the other tab', refreshToken: 'next' }, version: 0 }
  localStorage.setItem(sessionKey, JSON.stringify(stored))

  await browserClient.templates.listTemplates().catch(() => undefined)

  expect(readSession().accessToken).toBe('of the other tab')
  expect(times('/auth/refresh')).toBe(0)
})

test('[4.3] [8.1] a refused refresh token logs out', async () => {
  serve(() => refusal)

  await expect(browserClient.templates.listTemplates()).rejects.toMatchObject({ code: 'not-signed-in' })

  expect(readSession()).toEqual(loggedOut)
})

test.each([
  ['a 5xx', { status: 503, body: {} }],
  ['too many requests', { status: 429, body: {} }],
  ['no answer', undefined],
])('[D2.5] [S14] %s to a refresh keeps the session and says that the service cannot be reached', async (_what, answer) => {
  serve((path) => (isRefresh(path) ? answer : refusal))

  await expect(browserClient.templates.listTemplates()).rejects.toMatchObject({ code: 'unavailable' })

  expect(readSession()).toMatchObject({ accessToken: `old-${name}`, refreshToken: `refresh-${name}`, isAuth: true })
})

test('[8.1] other refusals reach the caller unchanged and touch no token', async () => {
  serve(() => ({ status: 402, body: { type: 'x', title: 'x', status: 402, detail: 'Five templates at most', code: 'plan-limit' } }))

  await expect(browserClient.templates.listTemplates()).rejects.toMatchObject({ code: 'plan-limit', message: 'Five templates at most' })

  expect(times('/auth/refresh')).toBe(0)
})

test('calls carry the bearer token of the session', async () => {
  serve(() => ({ status: 200, body: [template] }))

  expect(await browserClient.templates.listTemplates()).toEqual([template])
  expect(asked).toEqual([{ path: '/templates', bearer: `Bearer old-${name}` }])
})

test('a call gives up after 60000 ms', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  serve(() => ({ status: 200, body: [] }))

  await browserClient.templates.listTemplates()

  expect(timeout).toHaveBeenCalledWith(60_000)
  timeout.mockRestore()
})

test.each(['', '{', 'null', '[]', '{"state":null}', '{"state":{"isAuth":true}}', '{"state":{"accessToken":{}}}', '"text"'])(
  '[4.8] the stored text %s counts as logged out',
  async (text) => {
    endSession()
    localStorage.setItem(sessionKey, text)

    await useSession.persist.rehydrate()

    expect(readSession()).toEqual(loggedOut)
  },
)

test('[4.8] what is stored is restored, but never over tokens that are there already', async () => {
  const stored = { state: { ...readSession(), accessToken: 'stored', email: 'maria@redbud.example' }, version: 0 }
  endSession()
  localStorage.setItem(sessionKey, JSON.stringify(stored))

  await useSession.persist.rehydrate()
  expect(readSession()).toEqual(stored.state)

  localStorage.setItem(sessionKey, JSON.stringify({ state: { ...stored.state, accessToken: 'other' }, version: 0 }))
  await useSession.persist.rehydrate()
  expect(readSession().accessToken).toBe('stored')
})
