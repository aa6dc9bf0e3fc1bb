import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { inBatches } from './batcher.ts'

/** The user whose emails are on the machine that cannot be reached. */
let unreachable = ''
/** How often that was tried. */
let tries = 0
/** The users of a machine that is known to be away. */
const usersAway = new Set<string>()
const refuseUnreachable: KyselyPlugin = {
  transformQuery({ node }) {
    const text = unreachable && JSON.stringify(node)
    if (unreachable && text.includes(unreachable) && text.includes('"email"')) {
      tries++
      const later = performance.now() + 30_000 // it answers neither yes nor no
      vi.spyOn(performance, 'now').mockReturnValue(later)
      throw new Error('connection to the remote node failed')
    }
    return node
  },
  transformResult: async ({ result }) => result,
}

let app: TestApp
beforeAll(async () => {
  const machines = { isAnyAway: () => usersAway.size > 0, listAway: async () => usersAway, look: async () => {} }
  app = await testApp({ change: (deps) => ({ ...deps, machines, db: deps.db.withPlugin(refuseUnreachable) }) })
})

test("while one user's emails cannot be read, other users' emails are sent, and theirs later", async () => {
  const away = await app.signUp()
  const there = await app.signUp()
  const waiting = await sendInquiry(away)
  const going = await sendInquiry(there)
  unreachable = away.userId
  await app.runDueJobs()
  unreachable = ''
  vi.restoreAllMocks()

  expect(await there.emails.getEmail({ params: { id: going.id } })).toMatchObject({ state: 'sent' })
  expect(await away.emails.getEmail({ params: { id: waiting.id } })).toMatchObject({ state: 'queued' })
  app.clock.advance(15_000)
  await app.runDueJobs()
  expect(await away.emails.getEmail({ params: { id: waiting.id } })).toMatchObject({ state: 'sent' })
})

test('emails on a machine that is known to be away are not asked for until it is back', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  usersAway.add(user.userId)
  unreachable = user.userId
  tries = 0
  await app.runDueJobs()
  unreachable = ''
  usersAway.clear()
  vi.restoreAllMocks()

  expect(tries).toBe(0)
  app.clock.advance(15_000)
  await app.runDueJobs()
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
})

test('emails that cannot be read use up no limit, however long they wait', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  unreachable = user.userId
  for (let look = 0; look < 4; look++) {
    await app.runDueJobs()
    app.clock.advance(15_000)
    await app.pool.query(`update delivery set leased_until = now() - interval '1 s' where leased_until is not null`)
  }
  unreachable = ''
  vi.restoreAllMocks()
  await app.runDueJobs()

  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
  expect((await app.pool.query('select used from send_limit_window where scope = $1', [user.userId])).rows).toEqual([
    { used: 1 },
  ])
})

test('an email is read later while the queue names another mailbox than it has', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const setMailbox = (mailbox: string) =>
    app.pool.query('update delivery set mailbox = $2 where id = $1', [id, mailbox])
  await setMailbox('relay another@carrier.example')
  await app.runDueJobs()

  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'queued' })
  await setMailbox(`relay ${user.email}`)
  app.clock.advance(15_000)
  await app.runDueJobs()
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
})

test('a queued row that is seen before its email stays in the queue', async () => {
  const user = await app.signUp()
  const id = randomUUID()
  await app.pool.query(
    `insert into delivery (id, user_id, due_at, created_at, mailbox_kind, mailbox, limit_scope, sell_by, to_new_recipient)
     values ($1, $2, $3, $3, 'relay', 'relay a@carrier.example', $2, $3::timestamptz + interval '15 minutes', true)`,
    [id, user.userId, app.clock.now],
  )

  await app.runDueJobs()

  expect((await app.pool.query('select leased_until from delivery where id = $1', [id])).rows).toEqual([
    { leased_until: null },
  ])
})

test('a failed delivery whose email is not seen in its state changes nothing', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const before = await tracesOf(app, user)
  app.deps.relay.send = async () => {
    await app.pool.query(`update email set state = 'undone' where id = $1`, [id])
    return { outcome: 'rejected', reason: '550 no such user' }
  }

  await app.runDueJobs()

  expect(await tracesOf(app, user)).toEqual(before)
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'undone' })
})

test('an item that fails a batch does not fail the others', async () => {
  const double = inBatches(async (numbers: number[]) => {
    if (numbers.includes(2)) throw new Error('2 is refused')
    return numbers.map((number) => 2 * number)
  })

  expect(await Promise.allSettled([1, 2, 3].map(double))).toMatchObject([
    { value: 2 },
    { reason: { message: '2 is refused' } },
    { value: 6 },
  ])
})
