import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { deleteExpiredSendData } from '../operations/cleanup.service.ts'
import { goalSize } from '../testing/goal-size.ts'
import { buildLoad, noTraces, sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const oneInquiry = { emails: 1, contacts: 1, events: 1, queued: 1, keys: 1, used: 1, counted: 1 }

test("[D3.2] one inquiry becomes one email with the load's values, one unit and one contact", async () => {
  const user = await app.signUp()

  const accepted = await sendInquiry(user)
  expect(await tracesOf(app, user)).toEqual(oneInquiry)
  await app.runDueJobs()

  const email = app.sent.find(({ messageId }) => messageId.includes(accepted.id))
  expect(accepted).toMatchObject({
    state: 'queued',
    to: 'loads@quillon.example',
    subject: 'Joliet, IL to Dallas, TX - Sat 11/21 - Van - Ref# Q48213',
    askCents: 250_000,
  })
  expect(email).toMatchObject({ to: 'loads@quillon.example', replyTo: user.email, subject: accepted.subject })
  expect(email?.text).toContain('Rate: $2,500 all in for 926 miles.')
  expect(email?.html).not.toMatch(/\{\{|\[\[|\]\]/)
  expect(await user.emails.getEmail({ params: { id: accepted.id } })).toMatchObject({
    state: 'sent',
    sentAt: expect.any(String),
  })
  expect(await user.account.getMe()).toMatchObject({ emails: 49 })
})

test('[E01] when the database connection drops at any statement, all of a send is kept or none', async () => {
  const user = await app.signUp()
  const inquiry = { load: buildLoad() }
  const key = randomUUID()
  let statements = 0
  const outcomes: string[] = []

  for (let killAt = 1; killAt < 40 && outcomes.at(-1) !== 'accepted'; killAt++) {
    statements = 0
    const killing = await killingApp(async () => ++statements === killAt)
    const outcome = await sendInquiry({ ...user, ...killing.as(user.accessToken) }, inquiry, key).then(
      () => 'accepted',
      (problem: { code: string }) => problem.code,
    )
    outcomes.push(outcome)
    expect(await tracesOf(app, user)).toEqual(outcome === 'accepted' ? oneInquiry : noTraces)
  }

  expect(outcomes.length).toBeGreaterThan(8) // the connection dropped at each statement of the transaction
  expect(outcomes.at(-1)).toBe('accepted')
  expect(outcomes.slice(0, -1).every((code) => code === 'unavailable' || code === 'unexpected')).toBe(true)
})

test('a send is accepted within seven round trips to the database, in a team too', async () => {
  let statements = 0
  const counting = await killingApp(async () => {
    statements++
    return false
  })
  const owner = await createOwner(app)
  const [template] = await owner.templates.listTemplates()
  const send = () =>
    counting.as(owner.accessToken).inquiries.sendEmail({
      headers: { 'idempotency-key': randomUUID() },
      body: { templateId: template?.id ?? '', load: buildLoad() },
    })
  const counts: number[] = []
  while (counts.length < 5) {
    statements = 0
    await send()
    counts.push(statements)
  }

  expect(Math.min(...counts)).toBeLessThanOrEqual(7) // some sends also read the kill switches, twice a second
})

/** Builds an app on the same database whose connection the server ends before some statement. */
async function killingApp(mayKill: () => Promise<boolean>) {
  const { buildApp } = await import('../app.ts')
  const { createDb, createPool } = await import('../db/db.ts')
  const { createClient } = await import('@loadping/contract/client')
  const { sendTo } = await import('../testing/test-app.ts')
  const pool = createPool({ ...app.connection, max: 1 })
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    const killingQuery = async (...words: Parameters<typeof query>) => {
      if (await mayKill()) {
        const { rows } = await query('select pg_backend_pid() as pid')
        await app.pool.query('select pg_terminate_backend($1::int)', [rows[0].pid])
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return query(...words)
    }
    Object.assign(client, { query: killingQuery })
  })
  const killing = await buildApp({ ...app.deps, db: createDb(pool) })
  return { as: (token: string) => createClient(sendTo(killing, token)) }
}

test('[D3.2] [E02] the same key and body replay the response; another body or no key is rejected', async () => {
  const user = await app.signUp()
  const [template] = await user.templates.listTemplates()
  const body = { templateId: template?.id ?? '', load: buildLoad() }
  const key = randomUUID()

  const first = await user.inquiries.sendEmail({ headers: { 'idempotency-key': key }, body })
  await app.runDueJobs()
  app.clock.advance(23 * 3_600_000)
  const later = await app.as(
    (await app.as(user.accessToken).signIn.refresh({ query: { refreshToken: user.refreshToken } })).accessToken,
  )

  expect(await later.inquiries.sendEmail({ headers: { 'idempotency-key': key }, body })).toEqual(first)
  await expect(
    later.inquiries.sendEmail({ headers: { 'idempotency-key': key }, body: { ...body, load: buildLoad() } }),
  ).rejects.toMatchObject({
    code: 'key-reused',
    status: 422,
  })
  await expect(later.inquiries.sendEmail({ headers: { 'idempotency-key': '' }, body })).rejects.toMatchObject({
    code: 'invalid-input',
    status: 400,
  })
  expect(await tracesOf(app, user)).toMatchObject({ emails: 1, used: 1 })
})

test('[E02] keys, throttles and send limit windows are kept for more than a day, then deleted', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  await app.runDueJobs()
  const left = async () => {
    const { rows } = await app.pool.query(
      `select (select count(*) from idempotency_key where user_id = $1) as keys, (select count(*) from mailbox_throttle where mailbox = $2) as throttles,
       (select count(*) from send_limit_window where scope = $1::text) as windows`,
      [user.userId, `relay ${user.email}`],
    )
    return rows[0]
  }
  const { now } = app.clock

  const all = await left()
  expect(Number(all.windows)).toBeGreaterThan(0)
  app.clock.advance(23 * 3_600_000)
  await deleteExpiredSendData(app.deps)
  expect(await left()).toEqual(all)
  app.clock.advance(3_600_000)
  await deleteExpiredSendData(app.deps)
  expect(await left()).toMatchObject({ keys: 1 })
  app.clock.advance(25 * 3_600_000)
  await deleteExpiredSendData(app.deps)
  expect(await left()).toEqual({ keys: 0, throttles: 0, windows: 0 })
  app.clock.now = now
})

test('[D3.2] [E02] a key that is in flight returns 409, and its first request completes', async () => {
  const user = await app.signUp()
  const key = randomUUID()
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${user.userId} ${key}`])

  await expect(sendInquiry(user, {}, key)).rejects.toMatchObject({ code: 'busy', status: 409 })
  await holder.query('commit')
  holder.release()

  expect(await sendInquiry(user, {}, key)).toMatchObject({ state: 'queued' })
})

const intents = goalSize({ full: 1_000, tenth: 100, quick: 20 })
test(
  `[G4] [E03] a double click sends one email: ${intents} inquiries, each sent 50 times with one key`,
  async () => {
    const users: TestUser[] = []
    while (users.length < intents / 20) users.push(await app.signUp())
    app.sent.length = 0

    for (const user of users) {
      const [{ id: templateId = '' } = {}] = await user.templates.listTemplates()
      for (let intent = 0; intent < 20; intent++) {
        const body = { templateId, load: buildLoad() }
        const headers = { 'idempotency-key': randomUUID() }
        const answers = await Promise.allSettled(
          Array.from({ length: 50 }, () => user.inquiries.sendEmail({ headers, body })),
        )
        const again = await user.inquiries.sendEmail({ headers, body }) // as a proxy repeats it later
        const accepted = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.id : answer.reason.code))
        expect(new Set(accepted.filter((one) => one !== 'busy'))).toEqual(new Set([again.id]))
      }
    }
    await app.runDueJobs()

    expect(app.sent).toHaveLength(intents)
    const { rows } = await app.pool.query('select sum(used) as used from allowance where user_id = any($1)', [
      users.map(({ userId }) => userId),
    ])
    expect(rows[0].used).toBe(intents)
  },
  300_000 + intents * 3_000,
)

test('[E15] an account without a mailbox cannot send, whatever the client does', async () => {
  const user = await app.signUp()
  await app.pool.query('delete from mailbox where user_id = $1', [user.userId])

  await expect(sendInquiry(user)).rejects.toMatchObject({ code: 'not-allowed', status: 403 })
  expect(await tracesOf(app, user)).toEqual(noTraces)
})

test("another user's template and email are not found", async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  const [template] = await other.templates.listTemplates()
  const { id } = await sendInquiry(other)

  await expect(sendInquiry(user, { templateId: template?.id ?? '' })).rejects.toMatchObject({ code: 'not-found' })
  await expect(user.emails.getEmail({ params: { id } })).rejects.toMatchObject({
    code: 'not-found',
    message: 'Email not found.',
  })
})
