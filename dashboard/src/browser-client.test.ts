import { brand } from '@loadping/contract/brand'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClient } from './browser-client.ts'
import { createQueryClient } from './query-client.ts'
import { endSession, loggedOut, openSession, readSession, sessionKey } from './session/session.ts'
import { isRetryable } from './session/token-refresh.ts'

const template = {
  id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e002',
  name: 'A',
  subject: '',
  template: '',
  cc: [],
  labels: [],
  isDefault: true,
  version: 1,
  updatedAt: '2026-11-20T15:00:00.000Z',
  isShared: false,
  owner: null,
  sent: 0,
  lastUsedAt: null,
}
let calls: { path: string; bearer: string | null }[] = []

/** Fakes the network: answers by path and bearer token. */
function serve(
  answer: (
    path: string,
    bearer: string | null,
  ) => { status: number; body: unknown; type?: string; retryAfter?: string } | undefined,
) {
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    const bearer = headers['authorization'] ?? null
    calls.push({ path, bearer })
    const answered = answer(path, bearer)
    if (!answered) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answered.body), {
      status: answered.status,
      headers: {
        'content-type': answered.type ?? 'application/json',
        ...(answered.retryAfter && { 'retry-after': answered.retryAfter }),
      },
    })
  })
}

const refusal = { status: 401, body: { type: 'x', title: 'x', status: 401, detail: 'x', code: 'not-signed-in' } }
const isRefresh = (path: string) => path.startsWith('/auth/refresh')
const times = (path: string) => calls.filter((call) => call.path.startsWith(path)).length

/** Each test has its own tokens, as each session has. */
let name = 0
beforeEach(() => {
  calls = []
  name += 1
  openSession({ accessToken: `old-${name}`, refreshToken: `refresh-${name}` })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  endSession()
  localStorage.clear()
})

test("[D1.2] calls go to the hosts of their parts, and without any to the page's own", async () => {
  serve(() => undefined)
  const ask = () =>
    Promise.allSettled([
      browserClient.account.getPhoto(),
      browserClient.fuel.getFuelPrices({ query: { city: 'Reno', state: 'NV' } }),
      browserClient.templates.listTemplates(),
    ])
  await ask()
  Object.assign(brand, {
    hosts: [
      { prefix: '/api/v1/main/', origin: 'https://main.fleet.test' },
      { prefix: '/fuel2', origin: '' },
      { prefix: '/', origin: 'https://api.fleet.test' },
    ],
  })
  await ask().finally(() => Object.assign(brand, { hosts: undefined }))

  expect(new Set(calls.map(({ path }) => path))).toEqual(
    new Set([
      '/api/v1/main/users/photo',
      '/fuel2?city=Reno&state=NV',
      '/templates',
      'https://main.fleet.test/api/v1/main/users/photo',
      'https://api.fleet.test/templates',
    ]),
  )
})

test('[4.3] [S13] a 401 stores new tokens and is returned as a retryable error, without a resend', async () => {
  serve((path) => (isRefresh(path) ? { status: 200, body: { accessToken: 'new', refreshToken: 'next' } } : refusal))

  const refused: unknown = await browserClient.templates.listTemplates().catch((error: unknown) => error)

  expect(refused).toMatchObject({ code: 'not-signed-in' })
  expect(isRetryable(refused)).toBe(true)
  expect(readSession()).toMatchObject({ accessToken: 'new', refreshToken: 'next', isAuth: true })
  expect(times('/templates')).toBe(1)
  expect(calls[1]).toEqual({ path: `/auth/refresh?refreshToken=refresh-${name}`, bearer: `Bearer old-${name}` })
})

test('[D2.4] a rejected read is repeated with the new tokens, and a change never is', async () => {
  serve((path, bearer) => {
    if (isRefresh(path)) return { status: 200, body: { accessToken: 'new', refreshToken: 'next' } }
    return bearer === 'Bearer new' ? { status: 200, body: [template] } : refusal
  })
  const queries = createQueryClient()

  expect(
    await queries.fetchQuery({ queryKey: ['templates'], queryFn: () => browserClient.templates.listTemplates() }),
  ).toEqual([template])
  expect(times('/templates')).toBe(2)

  openSession({ accessToken: 'too old', refreshToken: `another-${name}` })
  const save = queries
    .getMutationCache()
    .build(queries, { mutationFn: () => browserClient.templates.createTemplate({ body: template }) })
  await expect(save.execute(undefined)).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(times('/templates')).toBe(3)
})

test.each([
  ['the list of devices', () => browserClient.sessions.listSessions()],
  ['ending all of them', () => browserClient.sessions.endAllSessions()],
  ['logging out', () => browserClient.signIn.logout()],
])('[4.3] [8.1] a 401 to %s refreshes the tokens', async (_what, call) => {
  serve((path) => (isRefresh(path) ? { status: 200, body: { accessToken: 'new', refreshToken: 'next' } } : refusal))

  await expect(call()).rejects.toMatchObject({ code: 'not-signed-in' })

  expect(readSession()).toMatchObject({ accessToken: 'new', refreshToken: 'next', isAuth: true })
  expect(calls).toHaveLength(2)
})

test('a rejected refresh is not repeated', async () => {
  serve(() => refusal)

  await browserClient.sessions.listSessions().catch(() => undefined)

  expect(times('/auth/refresh')).toBe(1)
})

test('calls that fail at once share one refresh', async () => {
  serve((path) => (isRefresh(path) ? { status: 200, body: { accessToken: 'new', refreshToken: 'next' } } : refusal))

  await Promise.allSettled([
    browserClient.account.getProfile(),
    browserClient.account.getUserInfo(),
    browserClient.account.getMe(),
  ])

  expect(times('/auth/refresh')).toBe(1)
})

test('a tab uses the tokens that another tab has just stored', async () => {
  serve(() => refusal)
  const stored = { state: { ...readSession(), accessToken: 'of the other tab', refreshToken: 'next' }, version: 0 }
  localStorage.setItem(sessionKey, JSON.stringify(stored))

  await browserClient.templates.listTemplates().catch(() => undefined)

  expect(readSession().accessToken).toBe('of the other tab')
  expect(times('/auth/refresh')).toBe(0)
})

test.each(['not-signed-in', 'invalid-input', 'not-allowed'])(
  '[4.3] [8.1] a refresh token that is rejected with %s logs out',
  async (code) => {
    serve((path) => (isRefresh(path) ? { status: 400, body: { ...refusal.body, code } } : refusal))

    await expect(browserClient.templates.listTemplates()).rejects.toMatchObject({ code: 'not-signed-in' })

    expect(readSession()).toEqual(loggedOut)
    await browserClient.templates.listTemplates().catch(() => undefined)
    expect(calls.at(-1)).toEqual({ path: '/templates', bearer: null })
  },
)

test.each([200, 401])('a log-out during a refresh stays a log-out when the response is %i', async (status) => {
  serve((path) => {
    if (!isRefresh(path)) return refusal
    endSession()
    return { status, body: { accessToken: 'new', refreshToken: 'next' } }
  })

  await browserClient.templates.listTemplates().catch(() => undefined)

  expect(readSession()).toEqual(loggedOut)
  expect(localStorage.getItem(sessionKey)).toBeNull()
})

test.each([
  ['a 5xx', { status: 503, body: {} }],
  ['too many requests', { status: 429, body: {} }],
  ['no answer', undefined],
  ['a 403 of a gateway', { status: 403, body: '<h1>Forbidden</h1>', type: 'text/html' }],
  ['a 401 that is no problem document of ours', { status: 401, body: { message: 'x' } }],
  [
    'a refusal that says nothing of the token',
    { status: 404, body: { ...refusal.body, status: 404, code: 'not-found' } },
  ],
])('[D2.5] [S14] %s to a refresh keeps the session and reports an unreachable server', async (_what, answer) => {
  serve((path) => (isRefresh(path) ? answer : refusal))

  await expect(browserClient.templates.listTemplates()).rejects.toMatchObject({ code: 'unavailable' })

  expect(readSession()).toMatchObject({ accessToken: `old-${name}`, refreshToken: `refresh-${name}`, isAuth: true })
})

test('[8.1] other errors reach the caller unchanged and keep the tokens', async () => {
  serve(() => ({
    status: 402,
    body: { type: 'x', title: 'x', status: 402, detail: 'Five templates at most', code: 'plan-limit' },
  }))

  await expect(browserClient.templates.listTemplates()).rejects.toMatchObject({
    code: 'plan-limit',
    message: 'Five templates at most',
  })

  expect(times('/auth/refresh')).toBe(0)
})

test('[6.5] calls send the access token of the session, or else the stored one', async () => {
  serve(() => ({ status: 200, body: [template] }))
  const stored = localStorage.getItem(sessionKey) ?? ''

  expect(await browserClient.templates.listTemplates()).toEqual([template])
  expect(calls).toEqual([{ path: '/templates', bearer: `Bearer old-${name}` }])

  endSession()
  localStorage.setItem(sessionKey, stored)
  await browserClient.templates.listTemplates()
  expect(calls[1]).toEqual({ path: '/templates', bearer: `Bearer old-${name}` })

  localStorage.clear()
  await browserClient.templates.listTemplates()
  expect(calls[2]).toEqual({ path: '/templates', bearer: null })
})

const busy = {
  status: 503,
  body: { type: 'x', title: 'x', status: 503, detail: 'Too much is going on.', code: 'unavailable' },
  retryAfter: '2',
}

test('[O01] what a busy server refuses is asked once more, when it said', async () => {
  vi.useFakeTimers()
  serve(() => (times('/templates') > 1 ? { status: 200, body: [template] } : busy))
  const asked = browserClient.templates.listTemplates()

  await vi.advanceTimersByTimeAsync(1_999)
  expect(times('/templates')).toBe(1)
  await vi.advanceTimersByTimeAsync(2_001)

  expect(await asked).toEqual([template])
  expect(times('/templates')).toBe(2)
})

test('[O01] what is refused twice is told; a change without a key is not repeated', async () => {
  vi.useFakeTimers()
  serve(() => busy)
  const asked = browserClient.templates.listTemplates().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await asked).toMatchObject({ code: 'unavailable', message: 'Too much is going on.' })
  expect(times('/templates')).toBe(2)

  await expect(browserClient.templates.createTemplate({ body: template })).rejects.toMatchObject({
    code: 'unavailable',
  })

  expect(times('/templates')).toBe(3)
})

test('a log-out is sent with the token of the session that it ends', async () => {
  serve(() => ({ status: 200, body: null }))

  const call = browserClient.signIn.logout()
  endSession()
  await call

  expect(calls).toEqual([{ path: '/auth/logout', bearer: `Bearer old-${name}` }])
})

test('[9.1] a call times out after 60000 ms', async () => {
  const patience = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )

  const call = expect(browserClient.account.getMe()).rejects.toMatchObject({ code: 'unavailable' })
  expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000)
  patience.abort(new DOMException('too long', 'TimeoutError'))

  await call
  timeout.mockRestore()
})

test('a file is received with its name, and may take longer than other answers', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response('zip', {
        headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="export.zip"' },
      }),
  )

  const file = await browserClient.accountExport.downloadExport({ params: { id: template.id } })

  expect(file).toMatchObject({ name: 'export.zip', type: 'application/zip', size: 3 })
  expect(timeout).toHaveBeenCalledExactlyOnceWith(30 * 60_000)
  timeout.mockRestore()
})

test('a file that is not there is a problem like any other', async () => {
  serve(() => ({ status: 404, body: { type: 'x', title: 'x', status: 404, detail: 'gone', code: 'not-found' } }))

  await expect(browserClient.accountExport.downloadExport({ params: { id: template.id } })).rejects.toMatchObject({
    code: 'not-found',
    message: 'gone',
  })
})
