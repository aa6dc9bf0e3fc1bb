import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { emptyDb } from '../testing/test-database.ts'
import { createMachines, readCluster } from './machines.ts'

/** The users whose machine does not answer. */
let away: ReadonlySet<string> = new Set()
let app: TestApp
beforeAll(async () => {
  const machines = {
    isAnyAway: () => away.size > 0,
    listAway: async (userIds: string[]) => new Set(userIds.filter((id) => away.has(id))),
    look: async () => {},
  }
  app = await testApp({ change: (deps) => ({ ...deps, machines }) })
})
beforeEach(() => {
  away = new Set()
})

const draft = { name: 'Reefer', subject: 'Load', template: '<p>From {{signature}}</p>', cc: [], labels: [] }
const stateOf = async (user: TestUser, id: string) => (await user.emails.getEmail({ params: { id } })).state

test('a machine that does not answer is away until it does, and what waits for it is ended', async () => {
  const silent = new Set(['b'])
  let ended = 0
  const machines = createMachines(
    {
      listMachines: async () => ['a', 'b'].map((name) => ({ name, host: name, port: 1 })),
      ask: async ({ name }) => (silent.has(name) ? Promise.reject(new Error('timeout')) : true),
      listOn: async (names, userIds) => userIds.filter((id) => names.some((name) => id.startsWith(name))),
    },
    { log: pino({ level: 'silent' }), endSlow: () => ended++ },
  )
  expect(machines.isAnyAway()).toBe(false)

  await machines.look()
  expect(machines.isAnyAway()).toBe(false) // once may be a busy machine
  await machines.look()
  expect([machines.isAnyAway(), [...(await machines.listAway(['a1', 'b1', 'b2']))], ended]).toEqual([
    true,
    ['b1', 'b2'],
    1,
  ])
  silent.clear()
  await machines.look()

  expect([machines.isAnyAway(), (await machines.listAway(['b1'])).size, ended]).toEqual([false, 0, 1])
})

test('one database that is no cluster is never away', async () => {
  const { db } = await emptyDb()

  expect(await readCluster(db, { own: db, ofSilent: db }).listMachines()).toEqual([])
})

test('while the machine of a user is away, they are answered 503 at once and others as ever', async () => {
  const waiting = await app.signUp()
  const other = await app.signUp()
  away = new Set([waiting.userId])

  await expect(waiting.loads.listLoads({ query: {} })).rejects.toMatchObject({ code: 'unavailable' })
  expect(await other.loads.listLoads({ query: {} })).toMatchObject({ loads: [] })

  away = new Set()
  expect(await waiting.loads.listLoads({ query: {} })).toMatchObject({ loads: [] })
})

/** Reads these paths and returns the status of each, and how many people it leaves out. */
async function read(user: TestUser, ...paths: string[]) {
  const answers = paths.map(async (url) => {
    const { status, headers } = await rawRequest(app.app, { method: 'GET', url, bearer: user.accessToken })
    return [url, status, headers['x-left-out']]
  })
  return Promise.all(answers)
}

test('pages of a team show what answered while the machine of a member is away, and say so', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const other = await createMember(app, owner)
  const { id } = await other.templates.createTemplate({ body: draft })
  await other.templates.shareTemplate({ params: { id } })
  for (const user of [owner, member, other])
    await sendInquiry(user, { load: buildLoad({ company: user.email }), confirmed: true })
  const saved = await member.loads.listLoads({ query: {} })
  const paths = [
    '/emails/team',
    '/loads',
    '/loads/summary',
    '/templates',
    '/home',
    '/analytics/people',
    '/trucks/handover',
  ]
  expect(await read(owner, ...paths)).toEqual(paths.map((path) => [path, 200, undefined]))
  away = new Set([member.userId])

  expect(await read(owner, ...paths)).toEqual(paths.map((path) => [path, 200, '1']))
  const emails = (await owner.emails.listTeamEmails({ query: {} })).emails
  expect(emails.map(({ by }) => by).sort()).toEqual([owner.email, other.email].sort())
  expect((await owner.templates.listTemplates()).map(({ id }) => id)).toContain(id)
  const { total, people } = await owner.loads.summarizeLoads({ query: {} })
  expect([total, people.length]).toEqual([saved.loads.length - 1, 3]) // names are still known
})

test('what may be of a teammate whose machine is away is not said to be missing', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await sendInquiry(member)
  const [load] = (await member.loads.listLoads({ query: {} })).loads
  const id = load?.id ?? ''
  away = new Set([member.userId])

  const unavailable = { code: 'unavailable', message: expect.stringContaining("A teammate's data can't be read") }
  await expect(owner.loads.getLoad({ params: { id } })).rejects.toMatchObject(unavailable)
  await expect(owner.templates.getTemplate({ params: { id } })).rejects.toMatchObject(unavailable)
  await expect(owner.loads.addLoadNote({ params: { id }, body: { text: 'Call back' } })).rejects.toMatchObject(
    unavailable,
  )
  away = new Set()
  await expect(owner.loads.getLoad({ params: { id: randomUUID() } })).rejects.toMatchObject({ code: 'not-found' })
})

test('files and the extension get nothing of a team while the machine of a member is away', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  away = new Set([member.userId])

  for (const path of ['/loads/export', '/analytics/export'])
    expect(await read(owner, path)).toEqual([[path, 503, undefined]])
  const { extensionToken } = await owner.account.getMe()
  const { accessToken } = await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
  await expect(app.as(accessToken).extension.getPageState({ query: {} })).rejects.toMatchObject({ code: 'unavailable' })
})

test('the load page leaves out what a team contacted while the machine of its contacts is away', async () => {
  const owner = await createOwner(app)
  await sendInquiry(owner)
  const [load] = (await owner.loads.listLoads({ query: {} })).loads
  const { organizationId } = await owner.account.getMe()
  away = new Set([organizationId ?? ''])

  expect(await read(owner, `/loads/${load?.id}`)).toEqual([[`/loads/${load?.id}`, 200, '1']])
})

test("emails whose machine is away wait for it, without a read, and others' are sent", async () => {
  const waiting = await app.signUp()
  const other = await app.signUp()
  const held = await sendInquiry(waiting)
  const going = await sendInquiry(other)
  away = new Set([waiting.userId])
  await app.runDueJobs()
  expect(await stateOf(other, going.id)).toBe('sent')

  away = new Set()
  expect(await stateOf(waiting, held.id)).toBe('queued')
  app.clock.advance(15_000)
  await app.runDueJobs()

  expect(await stateOf(waiting, held.id)).toBe('sent')
})

test('[P01] a process is ready while emails wait for a machine that is away, and not while all wait', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  await app.pool.query(`update delivery set due_at = due_at - interval '20 minutes' where user_id = $1`, [user.userId])
  const isReady = async () => (await rawRequest(app.app, { method: 'GET', url: '/readyz' })).status

  expect(await isReady()).toBe(503)
  away = new Set([user.userId])
  expect(await isReady()).toBe(200)
})
