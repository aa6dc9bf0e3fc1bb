import { beforeAll, beforeEach, expect, test } from 'vitest'
import { countRelayEmails } from '../emails/relay-report.service.ts'
import type { DeliveryResult } from '../integrations/mailbox.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeEach(() => app.pool.query('delete from delivery')) // emails that other tests left queued
beforeAll(async () => {
  app = await testApp()
})

/** Sends an inquiry, returns these delivery results one after the other, and waits out the retry delays. */
async function sendWithResults(user: TestUser, ...answers: DeliveryResult[]) {
  const { id } = await sendInquiry(user)
  for (const answer of answers) {
    app.mailbox.answer = () => answer
    await app.runDueJobs()
    app.clock.advance(60_000)
  }
  app.mailbox.answer = undefined
  const { rows } = await app.pool.query('select * from email where id = $1', [id])
  return rows[0]
}

async function sums({ userId }: TestUser) {
  const { rows } = await app.pool.query(
    `select (select count(*) from contact_event where user_id = $1) as events, (select coalesce(sum(email_sent), 0) from contact_count where bucket = 'day' and user_id = $1) as counted,
     (select coalesce(sum(asked_count), 0) from contact_count where bucket = 'day' and user_id = $1) as rates, (select coalesce(sum(used), 0) from allowance where user_id = $1) as used`,
    [userId],
  )
  return rows[0]
}

test('[D3.3] an email that was provably not accepted is retried and sent once', async () => {
  const user = await app.signUp()
  const before = app.sent.length

  const email = await sendWithResults(
    user,
    { outcome: 'retry', reason: 'connect ECONNREFUSED' },
    { outcome: 'retry', reason: '421 busy' },
    { outcome: 'accepted' },
  )

  expect(email).toMatchObject({ state: 'sent', failure_reason: null })
  expect(app.sent.length - before).toBe(1)
  expect(await sums(user)).toEqual({ events: 1, counted: 1, rates: 1, used: 1 })
})

test('[D3.3] an email that its server refuses for now after its text began is retried and sent once', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const { send } = app.deps.relay
  app.deps.relay.send = async (_message, beforeData) => {
    await beforeData()
    return { outcome: 'retry', reason: '451 try again' }
  }
  await app.runDueJobs()
  app.deps.relay.send = send

  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'queued', failure: '451 try again' })
  app.clock.advance(60_000)
  await app.runDueJobs()
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent', failure: null })
  expect(app.sent.filter(({ messageId }) => messageId.includes(id))).toHaveLength(1)
})

test('a delivery that fails on our side is logged, says so, and is tried again', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  app.mailbox.answer = () => {
    app.mailbox.answer = undefined
    throw new Error('a bug')
  }
  await app.runDueJobs()

  const failure = "Something went wrong on our end. We'll try again."
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'queued', failure })
  expect(app.log).toContainEqual(expect.objectContaining({ msg: 'delivery failed; retrying', jobId: id }))
  app.clock.advance(60_000)
  await app.runDueJobs()
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
})

test('an email whose body cannot be converted to text fails visibly instead of waiting forever', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  await app.pool.query('update email set html = $2 where id = $1', [id, `${'<div>'.repeat(5_000)}x`])

  await app.runDueJobs()

  expect(['sent', 'failed']).toContain((await user.emails.getEmail({ params: { id } })).state)
})

test('[D3.3] a permanently rejected email fails, and its unit and counts are refunded once', async () => {
  const user = await app.signUp()

  const email = await sendWithResults(user, { outcome: 'rejected', reason: '550 no such user' })
  await app.runDueJobs()

  expect(email).toMatchObject({ state: 'failed', failure_reason: '550 no such user' })
  expect(await sums(user)).toEqual({ events: 0, counted: 0, rates: 0, used: 0 })
})

test('[E07] [D12.6] [D3.3] delays between attempts grow at random until the sell-by, then it fails', async () => {
  const user = await app.signUp()
  const { id, createdAt } = await sendInquiry(user)
  const times: number[] = []
  app.mailbox.answer = ({ messageId }) => {
    if (messageId.includes(id)) times.push(app.clock.now.getTime())
    return { outcome: 'retry', reason: 'connect ECONNREFUSED' }
  }
  for (let step = 0; step < 200; step++) {
    await app.runDueJobs()
    const { rows } = await app.pool.query('select due_at from delivery where id = $1', [id])
    if (!rows[0]) break
    app.clock.now = new Date(Math.max(rows[0].due_at.getTime(), app.clock.now.getTime() + 1_000))
  }
  app.mailbox.answer = undefined

  const retryDelays = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1_000)
  const planned = [10, 20, 40, 80, 160]
  expect(retryDelays.slice(0, 5).every((delay, index) => delay >= (planned[index] ?? 0))).toBe(true)
  expect(retryDelays.slice(0, 5).every((delay, index) => delay <= 1.5 * (planned[index] ?? 0))).toBe(true)
  expect(new Set(retryDelays.map((delay) => delay % 10)).size).toBeGreaterThan(1)
  expect((times.at(-1) ?? 0) - Date.parse(createdAt)).toBeLessThan(15 * 60_000)
  expect(await (await app.signUp(user.email)).emails.getEmail({ params: { id } })).toMatchObject({
    state: 'failed',
    failureCode: 'too-late',
    failure: 'It could not be sent in time. connect ECONNREFUSED',
  })
  expect(await sums(user)).toMatchObject({ used: 0, events: 0 })
})

test('a Retry-After is honored', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  app.mailbox.answer = () => ({ outcome: 'retry', reason: 'Gmail is busy', retryAfterSeconds: 120 })
  await app.runDueJobs()
  app.mailbox.answer = undefined

  const { dueAt } = await user.emails.getEmail({ params: { id } })
  expect(Date.parse(dueAt ?? '') - app.clock.now.getTime()).toBeGreaterThanOrEqual(120_000)
})

test('a job that cannot be decrypted is abandoned', async () => {
  await app.pool.query(
    `insert into job (id, kind, encrypted_payload, due_at, created_at) values (gen_random_uuid(), 'invitation-email', 'nonsense', $1, $1)`,
    [app.clock.now],
  )
  await app.runDueJobs()
  expect((await app.pool.query(`select count(*) from job where encrypted_payload = 'nonsense'`)).rows[0].count).toBe(0)
})

test('[D3.3] an email that may have arrived is unknown: never resent automatically, unit kept', async () => {
  const user = await app.signUp()
  const before = app.sent.length

  const email = await sendWithResults(
    user,
    { outcome: 'unknown', reason: 'The mail server closed the connection' },
    { outcome: 'accepted' },
    { outcome: 'accepted' },
  )

  expect(email).toMatchObject({ state: 'unknown' })
  expect(app.sent.length).toBe(before)
  expect(await sums(user)).toEqual({ events: 1, counted: 1, rates: 1, used: 1 })
})

test('[D3.3] a worker that crashes during DATA leaves it unknown; before DATA, queued', async () => {
  const user = await app.signUp()
  const during = await sendInquiry(user)
  const before = await sendInquiry(user)
  const leaseJobs = (until: string) =>
    app.pool.query(`update delivery set leased_until = now() + $1, claims = 1 where user_id = $2`, [until, user.userId])
  await leaseJobs('12 s')
  await app.pool.query(`update email set state = 'sending' where id = $1`, [during.id])

  await app.runDueJobs()
  expect((await user.emails.getEmail({ params: { id: during.id } })).state).toBe('sending')
  await leaseJobs('-1 s')
  await app.runDueJobs()

  expect((await user.emails.getEmail({ params: { id: during.id } })).state).toBe('unknown')
  expect((await user.emails.getEmail({ params: { id: before.id } })).state).toBe('sent')
})

test('[E06] every delivery attempt has the same Message-ID and date', async () => {
  const user = await app.signUp()
  const tries: { messageId: string; date: Date }[] = []
  const { id } = await sendInquiry(user)

  for (const outcome of ['retry', 'retry', 'accepted'] as const) {
    app.mailbox.answer = (message) => {
      tries.push(message)
      return outcome === 'accepted' ? { outcome } : { outcome, reason: 'busy' }
    }
    await app.runDueJobs()
    app.clock.advance(60_000)
  }
  app.mailbox.answer = undefined

  expect(tries).toHaveLength(3)
  expect(new Set(tries.map(({ messageId }) => messageId))).toEqual(new Set([`<${id}@loadping.example>`]))
  expect(new Set(tries.map(({ date }) => date.toISOString())).size).toBe(1)
})

test('of many workers one delivers a message', async () => {
  const user = await app.signUp()
  const before = app.sent.length
  for (let count = 0; count < 20; count++) await sendInquiry(user)

  await Promise.all(Array.from({ length: 8 }, () => app.runDueJobs()))

  expect(app.sent.length - before).toBe(20)
})

test("[D12.8] the relay's emails are counted by who receives them, and what became of them", async () => {
  app.clock.advance(25 * 3_600_000)
  const user = await app.signUp()
  const send = async (to: string, outcome: DeliveryResult) => {
    await sendInquiry(user, { load: buildLoad({ contactEmail: to }) })
    app.mailbox.answer = () => outcome
    await app.runDueJobs()
    app.mailbox.answer = undefined
    app.clock.advance(2_000)
  }
  await send('one@gmail.com', { outcome: 'accepted' })
  await send('two@own-domain.example', { outcome: 'rejected', reason: '550 no such user' })
  await send('three@tenant.example', { outcome: 'retry', reason: '421 4.7.0 Try again later' })
  await send('four@nowhere.example', { outcome: 'accepted' })
  const hosts: Record<string, string[]> = {
    'gmail.com': ['gmail-smtp-in.l.google.com'],
    'own-domain.example': ['ASPMX.L.GOOGLE.COM'],
    'tenant.example': ['tenant-example.mail.protection.outlook.com'],
  }
  const findMailHosts = async (domain: string) => hosts[domain] ?? Promise.reject(new Error('ENOTFOUND'))

  const counts = Object.fromEntries(await countRelayEmails(app.deps, { hours: 24, findMailHosts }))

  const none = { sent: 0, deferred: 0, refused: 0, bounced: 0, unknown: 0 }
  expect(counts).toEqual({
    Gmail: { ...none, emails: 2, sent: 1, refused: 1 },
    Microsoft: { ...none, emails: 1, deferred: 1 },
    other: { ...none, emails: 1, sent: 1 },
  })
})
