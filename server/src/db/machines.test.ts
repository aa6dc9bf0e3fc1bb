import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sendInquiry } from '../testing/inquiries.ts'
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

test("what is read of a whole team names that a teammate's data is away", async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  away = new Set([member.userId])

  const detail = expect.stringContaining("A teammate's data can't be read right now")
  await expect(owner.emails.listTeamEmails({ query: {} })).rejects.toMatchObject({ message: detail })
  await expect(owner.loads.listLoads({ query: {} })).rejects.toMatchObject({ message: detail })
  await expect(owner.home.getHome({ query: {} })).rejects.toMatchObject({ message: detail })
  expect(await owner.account.getMe()).toMatchObject({ email: owner.email })
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
