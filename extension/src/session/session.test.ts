import { expect, test } from 'vitest'
import type { StorageArea } from '../stored-value.ts'
import { signedInClient } from './api-client.ts'
import { userIdOf } from './pairing-code.ts'
import { createSession } from './session.ts'

const maria = '018f3c2e-0000-7000-8000-00000000000a'
const owen = '018f3c2e-0000-7000-8000-00000000000b'
const key = { 'idempotency-key': 'k'.repeat(20) }

test('a pairing code opens a session of the extension', async () => {
  const { session, client } = openBrowser()

  expect(await session.open(maria)).toBe(maria)

  expect(await session.read()).toMatchObject({ userId: maria })
  expect(await client.account.getMe()).toMatchObject({ userId: maria })
})

test('a code of another user replaces the session and ends the previous one', async () => {
  const { session, server, changes } = openBrowser()
  await session.open(maria)
  const previousToken = server.lastAccessToken()

  await session.open(owen)

  expect(await session.userId()).toBe(owen)
  expect(changes()).toBe(2)
  expect(server.calls).toContain(`POST /auth/logout ${previousToken}`)
})

test('concurrent calls with an expired token refresh it once, and all succeed', async () => {
  const { session, client, server } = openBrowser()
  await session.open(maria)
  server.expireAccess()

  await Promise.all([client.account.getMe(), client.account.getMe(), client.account.getMe()])

  expect(server.calls.filter((call) => call.startsWith('GET /auth/refresh'))).toHaveLength(1)
})

test('after a refresh a send is repeated with its key; a call without a key is not', async () => {
  const { session, client, server } = openBrowser()
  await session.open(maria)
  const load = {
    board: 'dat-one',
    boardLoadId: '1',
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
  } as const

  server.expireAccess()
  await expect(client.inquiries.sendEmail({ headers: key, body: { templateId: maria, load } })).rejects.toMatchObject({
    code: 'not-found',
  })
  server.expireAccess()
  await expect(client.signIn.logout()).rejects.toMatchObject({ code: 'not-signed-in' })

  expect(server.keys).toEqual([key['idempotency-key'], key['idempotency-key']])
  expect(server.calls.filter((call) => call.startsWith('POST /auth/logout'))).toHaveLength(1)
})

test('a rejected refresh token signs the extension out', async () => {
  const { session, client, server } = openBrowser()
  await session.open(maria)
  server.revoke()

  await expect(client.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })

  expect(await session.read()).toBeNull()
})

test('a call that is answered with null has succeeded', async () => {
  const { session, client } = openBrowser()
  await session.open(maria)

  expect(await client.signIn.logout()).toBeNull()
})

test('the session survives an unreachable server', async () => {
  const { session, client, server } = openBrowser()
  await session.open(maria)
  server.expireAccess()
  server.goDown()

  await expect(client.account.getMe()).rejects.toThrow()

  expect(await session.userId()).toBe(maria)
})

test('the user id is read from a code, and from no other text', () => {
  const codeFor = (claims: object) => `x.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.y`

  expect(userIdOf(codeFor({ sub: maria }))).toBe(maria)
  expect([userIdOf(codeFor({})), userIdOf('a.b.c'), userIdOf(''), userIdOf('{}')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

/** Opens a browser with the extension. Only what an earlier one stored on disk is kept. */
function openBrowser({ server = openServer(), persistentArea = openArea() } = {}) {
  let changed = 0
  const onUserChange = async () => {
    changed += 1
  }
  const session = createSession({ persistentArea, session: openArea(), fetch: server.fetch, onUserChange })
  return {
    session,
    server,
    persistentArea,
    client: signedInClient(server.fetch, session.nextAccessToken),
    changes: () => changed,
  }
}

/** Opens a server whose codes are user ids, and whose tokens contain their user id. */
function openServer() {
  const calls: string[] = []
  const keys: string[] = []
  let generation = 0
  let isRevoked = false
  let isDown = false
  let token = ''

  function pairFor(userId: string) {
    generation += 1
    token = `${userId}#${generation}`
    return { accessToken: token, refreshToken: `${userId}${'r'.repeat(7)}` }
  }

  /** Like the real server: requires the bearer token of the same session, which may have expired. */
  const canRefresh = (path: string, bearer: string) => !isRevoked && bearer.split('#')[0] === path.slice(-43, -7)

  function respond(method: string, path: string, bearer: string, body: string): [number, unknown] {
    if (path === '/extension/session') return [200, pairFor(JSON.parse(body).code)]
    if (path.startsWith('/auth/refresh'))
      return canRefresh(path, bearer) ? [200, pairFor(path.slice(-43, -7))] : errorResponse('not-signed-in', 401)
    if (bearer !== token || isRevoked) return errorResponse('not-signed-in', 401)
    if (path === '/users/me') return [200, userOf(bearer.split('#')[0] ?? '')]
    if (path === '/auth/logout') return [200, null]
    return errorResponse(`${method} not found`, 404)
  }

  async function fetch(path: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    if (isDown) throw new TypeError('Failed to fetch')
    const sent = new Headers(headers)
    const bearer = sent.get('authorization')?.slice('Bearer '.length) ?? ''
    calls.push(`${method} ${path} ${bearer}`.trim())
    const idempotencyKey = sent.get('idempotency-key')
    if (idempotencyKey) keys.push(idempotencyKey)
    const [status, content] = respond(method, path, bearer, String(body))
    return new Response(JSON.stringify(content), { status })
  }

  return {
    fetch,
    calls,
    keys,
    lastAccessToken: () => token,
    expireAccess: () => {
      token = 'none'
    },
    revoke: () => {
      isRevoked = true
    },
    goDown: () => {
      isDown = true
    },
  }
}

const errorResponse = (code: string, status: number): [number, unknown] => [
  status,
  { type: 'x', title: 'x', status, detail: 'x', code: status === 404 ? 'not-found' : code },
]

const userOf = (userId: string) => ({
  userId,
  email: 'driver@redbud.example',
  role: 'USER',
  createdAt: '2026-11-20T20:00:00.000Z',
  trialDays: 14,
  billingPlan: 'TRIAL',
  features: [],
  limitTempl: null,
  limitEmails: 50,
  emails: 32,
  usedEmails: 18,
  renewsAt: '2026-12-01T05:00:00.000Z',
  organizationId: null,
  accountVerified: true,
  extensionToken: null,
  hasNotices: false,
  isDemo: false,
})

function openArea(): StorageArea {
  let items: Record<string, unknown> = {}
  return {
    get: async (name) => ({ [name]: items[name] }),
    set: async (changed) => {
      items = { ...items, ...changed }
    },
  }
}
