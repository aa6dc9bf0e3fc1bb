import { expect, test } from 'vitest'
import type { StorageArea } from '../stored-value.ts'
import { signedInClient } from './api-client.ts'
import { personOf } from './pairing-code.ts'
import { createSession } from './session.ts'

const maria = '018f3c2e-0000-7000-8000-00000000000a'
const owen = '018f3c2e-0000-7000-8000-00000000000b'
const key = { 'idempotency-key': 'k'.repeat(20) }

test('a pick-up code opens a session of the extension’s own', async () => {
  const { session, client } = openBrowser()

  expect(await session.open(maria)).toBe(maria)

  expect(await session.read()).toMatchObject({ userId: maria })
  expect(await client.account.getMe()).toMatchObject({ userId: maria })
})

test('a code of another person replaces the session and ends the one before', async () => {
  const { session, server, changes } = openBrowser()
  await session.open(maria)
  const before = server.lastAccessToken()

  await session.open(owen)

  expect(await session.userId()).toBe(owen)
  expect(changes()).toBe(2)
  expect(server.calls).toContain(`POST /auth/logout ${before}`)
})

test('calls that meet an expired token at the same moment refresh it once, and all succeed', async () => {
  const { session, client, server } = openBrowser()
  await session.open(maria)
  server.expireAccess()

  await Promise.all([client.account.getMe(), client.account.getMe(), client.account.getMe()])

  expect(server.calls.filter((call) => call.startsWith('GET /auth/refresh'))).toHaveLength(1)
})

test('after a refresh a send is repeated with the same key, and what has no key is not', async () => {
  const { session, client, server } = openBrowser()
  await session.open(maria)
  const load = {
    board: 'dat-one',
    boardLoadId: '1',
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
  } as const

  server.expireAccess()
  await expect(client.emails.sendEmail({ headers: key, body: { templateId: maria, load } })).rejects.toMatchObject({
    code: 'not-found',
  })
  server.expireAccess()
  await expect(client.signIn.logout()).rejects.toMatchObject({ code: 'not-signed-in' })

  expect(server.keys).toEqual([key['idempotency-key'], key['idempotency-key']])
  expect(server.calls.filter((call) => call.startsWith('POST /auth/logout'))).toHaveLength(1)
})

test('a refused refresh token signs the extension out', async () => {
  const { session, client, server } = openBrowser()
  await session.open(maria)
  server.revoke()

  await expect(client.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })

  expect(await session.read()).toBeNull()
})

test('a server that cannot be reached keeps the session', async () => {
  const { session, client, server } = openBrowser()
  await session.open(maria)
  server.expireAccess()
  server.goAway()

  await expect(client.account.getMe()).rejects.toThrow()

  expect(await session.userId()).toBe(maria)
})

test('a code says whom it is for, and any other text says nothing', () => {
  const codeFor = (claims: object) => `x.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.y`

  expect(personOf(codeFor({ sub: maria }))).toBe(maria)
  expect([personOf(codeFor({})), personOf('a.b.c'), personOf(''), personOf('{}')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

/** A browser with the extension; what an earlier one left on disk is there again, and what it held in memory is not. */
function openBrowser({ server = openServer(), lasting: persistentArea = openArea() } = {}) {
  let changed = 0
  const whenUserChanges = async () => {
    changed += 1
  }
  const session = createSession({ persistentArea, session: openArea(), fetch: server.fetch, whenUserChanges })
  return {
    session,
    server,
    persistentArea,
    client: signedInClient(server.fetch, session.nextAccessToken),
    changes: () => changed,
  }
}

/** A server whose codes are user ids, and whose tokens name their user. */
function openServer() {
  const calls: string[] = []
  const keys: string[] = []
  let [generation, isRevoked, isAway, token] = [0, false, false, '']

  function pairFor(userId: string) {
    generation += 1
    token = `${userId}#${generation}`
    return { accessToken: token, refreshToken: `${userId}${'r'.repeat(7)}` }
  }

  /** As the real one: the bearer token of the same session comes along, and may have ended. */
  const mayRefresh = (path: string, bearer: string) => !isRevoked && bearer.split('#')[0] === path.slice(-43, -7)

  function answer(method: string, path: string, bearer: string, body: string): [number, unknown] {
    if (path === '/extension/session') return [200, pairFor(JSON.parse(body).code)]
    if (path.startsWith('/auth/refresh'))
      return mayRefresh(path, bearer) ? [200, pairFor(path.slice(-43, -7))] : refusal('not-signed-in', 401)
    if (bearer !== token || isRevoked) return refusal('not-signed-in', 401)
    if (path === '/users/me') return [200, userOf(bearer.split('#')[0] ?? '')]
    if (path === '/auth/logout') return [200, null]
    return refusal(`${method} is not here`, 404)
  }

  async function fetch(path: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    if (isAway) throw new TypeError('Failed to fetch')
    const sent = new Headers(headers)
    const bearer = sent.get('authorization')?.slice('Bearer '.length) ?? ''
    calls.push(`${method} ${path} ${bearer}`.trim())
    const idempotencyKey = sent.get('idempotency-key')
    if (idempotencyKey) keys.push(idempotencyKey)
    const [status, content] = answer(method, path, bearer, String(body))
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
    goAway: () => {
      isAway = true
    },
  }
}

const refusal = (code: string, status: number): [number, unknown] => [
  status,
  { type: 'x', title: 'x', status, detail: 'x', code: status === 404 ? 'not-found' : code },
]

const userOf = (userId: string) => ({
  userId,
  email: 'someone@redbud.example',
  role: 'USER',
  createdAt: '2026-11-20T20:00:00.000Z',
  trialDays: 14,
  billingPlan: 'TRIAL',
  features: [],
  limitTempl: null,
  limitEmails: 50,
  emails: 32,
  organizationId: null,
  accountVerified: true,
  extensionToken: null,
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
