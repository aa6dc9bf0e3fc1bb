import { randomUUID } from 'node:crypto'
import type { Access, Endpoint } from '@loadping/contract/wire/endpoint'
import Fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findCaller } from '../sessions/sessions.service.ts'
import { revokePlan } from '../team/plan-grants.service.ts'
import { endsSession, everyEndpoint, everySample } from '../testing/every-endpoint.ts'
import { buildLoad } from '../testing/inquiries.ts'
import { startLeakScan } from '../testing/leak-scan.ts'
import { type Changed, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { startSecretScan } from '../testing/secret-leaks.ts'
import { createBroker, createMember, createOwner, grant, inviteByMail } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp, tokenIn } from '../testing/test-app.ts'
import { buildTruck } from '../testing/trucks.ts'
import { implement } from './implement.ts'

/** Test endpoints for each access level, including levels that no real endpoint has yet. */
const kinds: Access[] = ['public', 'user', 'carrier', 'broker', 'manager', 'owner']
const probes = Object.fromEntries(
  kinds.flatMap((access) =>
    [undefined, true as const].map((extension): [string, Endpoint] => [
      `${access}${extension ? 'Extension' : ''}`,
      {
        access,
        method: 'GET',
        path: `/probe/${access}${extension ? '/extension' : ''}`,
        response: z.object({ ok: z.boolean() }),
        ...(extension && { extension }),
      },
    ]),
  ),
)

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  implement(probes, Object.fromEntries(Object.keys(probes).map((name) => [name, () => ({ ok: true })]))).mount(
    app.app,
    app.deps,
    findCaller,
  )
})

const outsiders = ['signed out', 'forged', 'ended', 'outdated']
/** Callers without a team, and callers in one: with its plan, or after the plan was revoked. */
const withoutTeam = ['extension', 'carrier', 'undecided', 'broker', 'buyer'] as const
const inTeams = [
  'owner',
  'manager',
  'dispatcher',
  'broker in a team',
  'unpaid owner',
  'unpaid dispatcher',
  'removed',
] as const
const principals = ['signed out', 'forged', 'ended', 'outdated', ...withoutTeam, ...inTeams] as const
type Principal = (typeof principals)[number]

const brokers: Principal[] = ['broker', 'broker in a team']
const managers: Principal[] = ['owner', 'manager', 'unpaid owner']
const owners: Principal[] = ['owner', 'unpaid owner']
const paid: Principal[] = ['buyer', 'owner', 'manager', 'dispatcher']
const members: Principal[] = ['dispatcher', 'broker in a team', 'unpaid dispatcher']

/** Returns a bearer token for this kind of caller; each call creates new users, so that no call affects another. */
async function bearerOf(principal: Principal): Promise<string | undefined> {
  if (principal === 'signed out') return undefined
  if (principal === 'forged') return 'e30.e30.e30'
  const user = await app.signUp()
  if (principal === 'carrier' || principal === 'broker')
    await user.account.saveUserInfo({ body: { userType: principal } })
  if (principal === 'broker in a team') await user.account.saveUserInfo({ body: { userType: 'broker' } })
  if (principal === 'buyer') await grant(app, user)
  if (inTeams.some((name) => name === principal)) return (await joinTeamAs(principal, user)).accessToken
  if (principal === 'ended') await user.signIn.logout()
  if (principal === 'extension') return (await openExtension(user)).accessToken
  return user.accessToken
}

async function joinTeamAs(principal: Principal, user: TestUser): Promise<TestUser> {
  const owner = await createOwner(app)
  if (!owners.includes(principal))
    await createMember(app, owner, { user, role: principal === 'manager' ? 'MANAGER' : 'USER' })
  if (principal === 'removed') await owner.team.removeMember({ query: { userId: user.userId } })
  if (principal.startsWith('unpaid')) await revokePlan(app.deps, owner.email)
  return owners.includes(principal) ? owner : user
}

async function openExtension(user: TestUser) {
  const { extensionToken } = await user.account.getMe()
  return app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
}

/** Returns what the contract says about a caller: accepted, or the status of the rejection. */
function verdict({ access, extension, feature }: Endpoint, principal: Principal): 'in' | 401 | 402 | 403 {
  if (access === 'public') return 'in'
  if (outsiders.includes(principal)) return 401
  if (principal === 'extension' && !extension) return 403
  const accessRules = {
    user: true,
    carrier: !brokers.includes(principal),
    broker: brokers.includes(principal),
    manager: managers.includes(principal),
    owner: owners.includes(principal),
  }
  const lacksPlan = feature !== undefined && !brokers.includes(principal) && !paid.includes(principal)
  if (!accessRules[access]) return lacksPlan && !members.includes(principal) ? 402 : 403
  return lacksPlan ? 402 : 'in'
}

/** Whether the call is allowed by its access field but rejected by the feature: an owner cannot leave. */
const isOwnReason = (name: string, principal: Principal): boolean => name === 'leaveTeam' && owners.includes(principal)

test.each(principals)(
  '[G6] [T01] [S01] every endpoint accepts or rejects %s by its access field, before reading the input',
  async (principal) => {
    if (principal === 'outdated') {
      const bearer = await bearerOf('outdated')
      app.clock.advance(16 * 60_000)
      await expectAccess(principal, async () => bearer)
    } else await expectAccess(principal, () => bearerOf(principal))
  },
)

async function expectAccess(principal: Principal, bearer: () => Promise<string | undefined>): Promise<void> {
  let shared = await bearer()
  const samples = [...everySample, ...Object.entries(probes).map(([name, endpoint]) => ({ name, endpoint, input: {} }))]
  for (const sample of samples) {
    for (const request of [
      { ...rawRequestFor(sample, {}, shared), payload: '{"' },
      rawRequestFor(sample, {}, shared),
    ]) {
      const { status, text } = await rawRequest(app.app, request)
      const expected = verdict(sample.endpoint, principal)
      // A rejected proof is not an access rejection.
      const isProofRefused = sample.endpoint.access === 'public' && status === 401
      if (expected === 'in' && !isProofRefused && !isOwnReason(sample.name, principal))
        expect(status < 500 && ![401, 403].includes(status), `${principal} ${sample.name}: ${status} ${text}`).toBe(
          true,
        )
      if (expected !== 'in') expect(status, `${principal} ${sample.name}: ${text}`).toBe(expected)
    }
    if (endsSession(sample.name) || ['saveUserInfo', 'createOrganization', 'leaveTeam'].includes(sample.name))
      shared = await bearer()
  }
}

const management = [
  'createOrganization',
  'updateOrganization',
  'saveRules',
  'invite',
  'resendInvitation',
  'copyInvitationLink',
].concat(['updateRole', 'removeMember', 'restoreMember', 'transferOwnership', 'listActivity', 'exportActivity'])
const isClosedToBrokers = ({ name, endpoint }: { name: string; endpoint: Endpoint }): boolean =>
  management.includes(name) ||
  (endpoint.access !== 'public' && /\/(analytics|billing|pricing|loads?)\b/.test(endpoint.path))

test.each(brokers)('[T06] a %s gets 403 from team management, analytics, billing and loads', async (principal) => {
  const bearer = await bearerOf(principal)
  const closed = everySample.filter(isClosedToBrokers)
  expect(closed.map(({ name }) => name)).toEqual(expect.arrayContaining(management))

  for (const sample of closed) {
    const { status, text } = await rawRequest(app.app, rawRequestFor(sample, {}, bearer))
    expect({ name: sample.name, status, code: JSON.parse(text).code }).toEqual({
      name: sample.name,
      status: 403,
      code: 'not-allowed',
    })
  }
})

/** Routes outside the contract: pages, files, health, and sign-in redirects. */
const others =
  /^(GET|HEAD) (\/openapi\S*|\*|\/[\w.-]+\.(js|html|svg)|\/extension\/(loadping-(chrome|edge|firefox)\.zip|loadping\.(crx|xpi)|updates\.(xml|json))|\/home\/live|\/healthz|\/readyz|\/metrics|\/auth\/(dash-auth|outlook|company)(\/callback|\/administrator)?|\/auth\/copy\.js|\/auth\/uninvited|\/\.well-known\/security\.txt|\/probe\/\S+)$|^POST \/(policy-reports|webhooks\/stripe)$|^(GET|POST) (\/unsubscribe|\/notifications\/off)$/

test('[T01] every mounted route is an endpoint of the contract, or a known exception', () => {
  const mounted = mountedRoutes(app.app.printRoutes({ commonPrefix: false }))

  const declared = everyEndpoint.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(mounted).toEqual(expect.arrayContaining(declared))
  expect(mounted.filter((route) => !declared.includes(route) && !others.test(route))).toEqual([])
})

/** Lists `GET /path` for every route in Fastify's printed tree, where a child's path continues its parent's. */
function mountedRoutes(picture: string): string[] {
  const parents: string[] = []
  return picture.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] = /^([│├└─ ]*)(\S+) \((.+)\)$/.exec(line) ?? []
    const depth = indent.length / 4
    parents.splice(Math.max(0, depth - 1))
    const whole = parents.join('') + path
    parents.push(path)
    return methods ? methods.split(', ').map((method) => `${method} ${whole}`) : []
  })
}

test('[S01] rights are looked up per call: a carrier who becomes a broker is one on the next call', async () => {
  const user = await app.signUp()
  const ask = () => rawRequest(app.app, { method: 'GET', url: '/probe/carrier', bearer: user.accessToken })
  expect((await ask()).status).toBe(200)

  await user.account.saveUserInfo({ body: { userType: 'broker' } })

  expect((await ask()).status).toBe(403)
})

test("[T02] another user's object returns the same 404 as a missing one", async () => {
  const mine = await app.signUp()
  const theirs = await app.signUp()
  const [template] = await theirs.templates.listTemplates()
  const email = await theirs.inquiries.sendEmail({
    headers: { 'idempotency-key': 'k'.repeat(20) },
    body: { templateId: template?.id ?? '', load: buildLoad() },
  })
  const [session] = await theirs.sessions.listSessions()
  const load = await theirs.loads.saveLoad({ body: { load: buildLoad() } })
  const truck = buildTruck()
  await theirs.trucks.saveTrucks({ body: { trucks: [truck] } })
  const exported = await theirs.accountExport.requestExport()
  await app.runDueJobs()
  const postingId = randomUUID()
  const lane = { origin: load.facts.origin, dest: load.facts.dest }
  await (await createBroker(app)).offers.addPosting({ body: { id: postingId, facts: lane } })
  const giver = await createOwner(app)
  const taken = buildTruck()
  await giver.trucks.saveTrucks({ body: { trucks: [taken] } })
  const taker = await createMember(app, giver)
  const handover = await taker.truckBoard.takeOver({ body: { from: giver.userId, truckIds: [taken.id] } })
  const bearers = { broker: (await createBroker(app)).accessToken, other: mine.accessToken }
  const owned: Record<string, string | undefined> = {
    templates: template?.id,
    emails: email.id,
    sessions: session?.id,
    loads: load.id,
    exports: exported.id,
    postings: postingId,
    trucks: truck.id,
    handovers: handover.id,
  }
  const missing = '40000000-0000-4000-8000-000000000001'

  const byId = everySample.filter(({ endpoint }) => endpoint.path.includes(':id'))
  expect(byId.length).toBeGreaterThan(4)
  for (const sample of byId) {
    const foreign = owned[/(\w+)\/:id/.exec(sample.endpoint.path)?.[1] ?? '']
    expect(foreign, `${sample.endpoint.path}: add another user's id to owned above`).toBeDefined()
    const ask = (id: string | undefined) => {
      const body = 'id' in Object(sample.input.body) && { ...Object(sample.input.body), id }
      return rawRequest(app.app, rawRequestFor(sample, { params: { id }, ...(body && { body }) }, bearers))
    }
    const theirsAnswer = await ask(foreign)
    const noAnswer = await ask(missing)

    expect(theirsAnswer.status, `${sample.name}: ${theirsAnswer.text}`).toBe(404)
    expect(theirsAnswer.text).toBe(noAnswer.text)
    const { date: _, 'x-request-id': __, ...headers } = theirsAnswer.headers
    expect(noAnswer.headers).toMatchObject(headers)
  }
  expect(await theirs.templates.listTemplates()).toHaveLength(1)
  expect(await theirs.account.getMe()).toMatchObject({ email: theirs.email })
})

test('[T02] [T07] [T11] a user or invitation of another team returns the same 404 as a missing one', async () => {
  const mine = await createOwner(app)
  const theirs = await createOwner(app)
  const member = await createMember(app, theirs)
  const [inviteId = ''] = (await inviteByMail(app, theirs, `${randomUUID()}@carrier.example`)).split('.')
  const before = await theirs.team.listMembers()
  const missing = '40000000-0000-4000-8000-000000000001'

  const named = everySample.filter(({ input }) => /"(userId|inviteId)"/.test(JSON.stringify(input)))
  expect(named.map(({ name }) => name)).toEqual([
    'resendInvitation',
    'copyInvitationLink',
    'updateRole',
    'removeMember',
    'removeMember',
    'restoreMember',
    'restoreMember',
    'transferOwnership',
  ])
  for (const sample of named) {
    const ask = (ids: { userId: string; inviteId: string }) => {
      const input: Changed = JSON.parse(JSON.stringify(sample.input), (key, value) =>
        key === 'userId' ? ids.userId : key === 'inviteId' ? ids.inviteId : value,
      )
      return rawRequest(app.app, rawRequestFor(sample, input, mine.accessToken))
    }
    const theirsAnswer = await ask({ userId: member.userId, inviteId })
    const noAnswer = await ask({ userId: missing, inviteId: missing })

    expect(theirsAnswer.status, `${sample.name}: ${theirsAnswer.text}`).toBe(404)
    expect(theirsAnswer.text).toBe(noAnswer.text)
  }
  expect(await theirs.team.listMembers()).toEqual(before)
})

test("[T04] every test detects another user's data in a body, a header or an email", async () => {
  const leaky = await testApp()
  leaky.app.get('/leak/body', () => ({ id: theirs.userId }))
  leaky.app.get('/leak/address', () => ({ to: theirs.email }))
  leaky.app.get('/leak/header', (_request, reply) => reply.header('x-trace', template?.id).send({}))
  const findLeaks = startLeakScan(leaky.app, { pool: leaky.pool, sent: leaky.sent })
  const mine = await app.signUp()
  const theirs = await app.signUp()
  const [template] = await theirs.templates.listTemplates()
  expect(mine.userId).not.toBe(theirs.userId)
  const probe = startLeakScan(leaky.app, { pool: app.pool, sent: [] })

  for (const url of ['/leak/body', '/leak/address', '/leak/header'])
    await rawRequest(leaky.app, { method: 'GET', url, bearer: mine.accessToken })

  expect(await findLeaks()).toEqual([]) // in its own database no user owns these values
  expect(await probe()).toEqual([
    `GET /leak/body discloses ${theirs.userId}`,
    `GET /leak/address discloses ${theirs.email}`,
    `GET /leak/header discloses ${template?.id}`,
  ])
})

test('[G15] every test detects a secret in a log line, a rejection and a row of the database', async () => {
  const leaky = Fastify()
  const log: object[] = []
  const findSecrets = startSecretScan(leaky, { pool: app.pool, sent: app.sent, log, rows: 1_000 })
  leaky.get('/leak', (request, reply) => reply.code(400).send(request.query))
  const user = await app.signUp()
  const token = tokenIn(app.sent.find(({ to }) => to === user.email))
  expect(await findSecrets()).toEqual([])

  await leaky.inject(`/leak?code=${token}`)
  log.push({ msg: 'signed in', token })
  const sign = (text: string) => app.pool.query('update account set signature = $1 where id = $2', [text, user.userId])
  await sign(token)
  const found = await findSecrets()
  await sign('')

  expect(found.map((text) => text.replace(/ has a secret.*/, ''))).toEqual([
    'a log line',
    'a rejection by GET /leak',
    'a row of account',
  ])
})
