import { randomUUID } from 'node:crypto'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { messageIdOf } from '../emails/email-text.ts'
import { reverseAcceptance } from '../inquiries/acceptance.service.ts'
import type { ClaimedJob, InFlightJob } from '../jobs/job-kind.ts'
import { nextSlot } from '../mailboxes/throttle.service.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { claimSendable } from './claim.service.ts'
import { createStatusWriter, deliverEmail, loadDeliveryInputs } from './delivery.service.ts'
import type { Delivery } from './delivery.store.ts'
import { deliveryJobs } from './delivery-jobs.service.ts'

const throttle = { perSecond: 2, perMinute: 30, atOnce: 4 }
let app: TestApp
beforeEach(() => app.pool.query('delete from delivery')) // emails that other tests left queued
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({
      ...deps,
      sendSettings: { ...deps.sendSettings, throttle, emailsPerHour: 300, emailsPerMinute: 2_000 },
    }),
  })
})

const claimEmails = async (mailboxKind: MailboxKind, limit: number, inFlight: InFlightJob[] = []) => {
  const kind = deliveryJobs(app.deps, { reverse: reverseAcceptance }).find((job) => job.kind === `email ${mailboxKind}`)
  return (await kind?.claim(limit, inFlight))?.jobs ?? []
}

const inFlightFrom = ({ email }: TestUser, count: number): InFlightJob[] =>
  Array.from({ length: count }, () => ({ id: randomUUID(), claims: 1, group: `relay ${email}` }))

/** Queues inquiries for a broker, because brokers have no allowance. */
async function queue(user: TestUser, count: number): Promise<void> {
  await user.account.saveUserInfo({ body: { userType: 'broker', trucksAmount: 1, loadboards: [] } })
  for (let left = count; left > 0; left -= 20)
    await Promise.all(Array.from({ length: Math.min(20, left) }, () => sendInquiry(user)))
}

const isAnyJobDue = async (): Promise<boolean> =>
  (await app.pool.query('select from delivery where due_at <= $1 limit 1', [app.clock.now])).rowCount !== 0

/** Advances the clock in tenths of a second, runs due jobs, and returns when each of the user's emails was sent. */
async function runAndListSentTimes(user: TestUser, seconds: number): Promise<number[]> {
  const begin = app.clock.now.getTime()
  for (let tenth = 0; tenth < seconds * 10; tenth++) {
    if (await isAnyJobDue()) await app.runDueJobs()
    app.clock.advance(100)
  }
  const { rows } = await app.pool.query<{ sent_at: Date }>(
    `select sent_at from email where user_id = $1 and state = 'sent' order by sent_at`,
    [user.userId],
  )
  return rows.map(({ sent_at }) => sent_at.getTime() - begin).filter((time) => time >= 0)
}

const maxWithin = (times: number[], ms: number): number =>
  Math.max(...times.map((time, index) => times.slice(index).filter((other) => other < time + ms).length))

test('[D3.4] [E19] a mailbox delivers two emails a second and thirty a minute, and queues any number', async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  await queue(user, 100)

  const first = runAndListSentTimes(user, 150)
  await sendInquiry(other)
  const times = await first

  expect(maxWithin(times, 1_000)).toBe(2)
  expect(maxWithin(times, 60_000)).toBe(30)
  // Thirty in each of the first two minutes, and some of the next thirty.
  expect(times.length).toBeGreaterThanOrEqual(75)
  const [{ state, createdAt, sentAt } = {}] = (await other.emails.listEmails({ query: {} })).emails
  expect(state).toBe('sent')
  expect(Date.parse(sentAt ?? '') - Date.parse(createdAt ?? '')).toBeLessThanOrEqual(1_000)
})

test('[D3.4] [E19] a pause is not followed by a burst: the throttle starts over', async () => {
  const user = await app.signUp()
  await queue(user, 40)
  expect(maxWithin(await runAndListSentTimes(user, 5), 1_000)).toBe(2)

  app.clock.advance(600_000) // no worker ran
  const times = await runAndListSentTimes(user, 20)

  expect(times.length).toBeGreaterThan(20)
  expect(maxWithin(times, 1_000)).toBe(2)
})

test('[D3.4] a server that hung for a while gets no burst afterwards', async () => {
  const user = await app.signUp()
  await queue(user, 30)
  const isBusy = inFlightFrom(user, 4)
  for (let second = 0; second < 10; second++) {
    const jobs = await claimEmails('relay', 100, isBusy)
    expect(jobs.filter(({ group }) => group === `relay ${user.email}`)).toEqual([])
    app.clock.advance(1_000)
  }

  expect(maxWithin(await runAndListSentTimes(user, 20), 1_000)).toBe(2)
})

/** Connects a mailbox of a mail server for each of these users, who log in under their own names. Returns its address. */
async function connectShared(users: TestUser[]): Promise<string> {
  const address = `${randomUUID()}@redbud.example`
  for (const { userId } of users) {
    const credentials = { host: 'mail.redbud.example', port: 465, user: userId, password: 'p' }
    await app.pool.query(
      `insert into mailbox (user_id, kind, address, connected_at, default_since, encrypted_credentials)
       values ($1, 'smtp', $2, now(), now(), $3)`,
      [userId, address, app.deps.keys.encrypt(JSON.stringify(credentials), `mailbox smtp ${userId} ${address}`)],
    )
  }
  return address
}

test('of two users of one mailbox each sends with their own login', async () => {
  const user = await app.signUp()
  const mate = await app.signUp()
  await connectShared([user, mate])
  await Promise.all([queue(user, 1), queue(mate, 1)])
  const { smtp } = app.deps.mailSenders
  onTestFinished(() => {
    app.deps.mailSenders.smtp = smtp
  })
  const logins = new Map<string, string>()
  app.deps.mailSenders.smtp = (server) => ({
    async send({ messageId }, beforeData) {
      await beforeData()
      logins.set(messageId, server.user)
      return { outcome: 'accepted' }
    },
  })
  const claimed = await claimEmails('smtp', 100)
  await Promise.all(claimed.map(({ run }) => run()))

  const { rows } = await app.pool.query('select id, user_id from email where user_id = any($1)', [
    [user.userId, mate.userId],
  ])
  expect(logins).toEqual(new Map(rows.map(({ id, user_id }) => [messageIdOf(id), user_id])))
})

test('one mailbox used by two users has one throttle', async () => {
  const user = await app.signUp()
  const mate = await app.signUp()
  const address = await connectShared([user, mate])
  await Promise.all([queue(user, 4), queue(mate, 4)])

  const claimed = await claimEmails('smtp', 100)
  await Promise.all(claimed.map(({ run }) => run()))

  expect(claimed.map(({ group }) => group)).toEqual(Array(2).fill(`smtp ${address}`))
})

/** Runs a claimed job as if it had waited two seconds for the semaphore. */
async function runLate(claimed: ClaimedJob | undefined): Promise<void> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000)
  await claimed?.run().finally(() => clock.mockRestore())
}

test('[D3.4] [D12.7] an email that waited too long for its delivery returns to the queue, uncounted', async () => {
  const user = await app.signUp()
  await queue(user, 1)
  const usedOfTeam = async () =>
    (await app.pool.query('select used from send_limit_window where scope = $1', [user.userId])).rows[0]?.used
  const [claimed] = await claimEmails('relay', 1)
  const usedBy = async () => (await user.mailboxes.listMailboxes())[0]?.use.sent
  expect(await usedBy()).toBe(1)
  expect(await usedOfTeam()).toBe(1)

  await runLate(claimed)
  expect(await usedOfTeam()).toBe(0)
  expect((await user.emails.listEmails({ query: {} })).emails).toMatchObject([{ state: 'queued' }])
  expect(await usedBy()).toBe(0)

  await app.runDueJobs()
  app.clock.advance(1_000)
  await app.runDueJobs()
  expect((await user.emails.listEmails({ query: {} })).emails).toMatchObject([{ state: 'sent' }])
  expect(await usedBy()).toBe(1)
})

test('[D12.7] an email that its server refused counts for no limit', async () => {
  const user = await app.signUp()
  await queue(user, 1)
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 no such user' })
  onTestFinished(() => {
    app.mailbox.answer = undefined
  })
  await app.runDueJobs()

  expect((await user.emails.listEmails({ query: {} })).emails).toMatchObject([{ state: 'failed' }])
  expect((await user.mailboxes.listMailboxes())[0]?.use.sent).toBe(0)
})

test('[D3.3] [D12.7] an email that was undone right after its claim counts for no limit', async () => {
  const user = await app.signUp()
  await queue(user, 1)
  const { deliveries } = await claimSendable(app.deps, { mailboxKind: 'relay', limit: 1, inFlight: [] })
  const delivery = deliveries[0] as Delivery
  const usedBy = async () => (await user.mailboxes.listMailboxes())[0]?.use.sent
  expect(await usedBy()).toBe(1)

  await user.inquiries.undoEmail({ params: { id: delivery.id } })
  const inputs = await loadDeliveryInputs(app.deps, deliveries)
  const delivering = { statusWriter: createStatusWriter(app.deps), reverse: reverseAcceptance }
  await deliverEmail(app.deps, delivering, delivery, inputs.get(delivery.id))

  expect(await usedBy()).toBe(0)
})

test('[D12.7] an email that another worker sends counts once, although the first withdraws it', async () => {
  const user = await app.signUp()
  await queue(user, 1)
  const [stalled] = await claimEmails('relay', 1)
  await app.pool.query(`update delivery set leased_until = now() - interval '1 s'`)
  app.clock.advance(2_000)
  await app.runDueJobs()

  await runLate(stalled)

  expect((await user.emails.listEmails({ query: {} })).emails).toMatchObject([{ state: 'sent' }])
  expect((await user.mailboxes.listMailboxes())[0]?.use.sent).toBe(1)
})

test('[E19] a mailbox sends at most four emails at once, and a full one delays no other', async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  await Promise.all([queue(user, 2), queue(other, 1)])

  const claimed = await claimEmails('relay', 100, inFlightFrom(user, 3))
  await Promise.all(claimed.map(({ run }) => run()))

  expect(claimed.map(({ group }) => group).sort()).toEqual([`relay ${user.email}`, `relay ${other.email}`].sort())
  app.clock.advance(1_000)
  await app.runDueJobs()
  const { rows } = await app.pool.query(`select count(*) from email where user_id = $1 and state = 'sent'`, [
    user.userId,
  ])
  expect(rows[0].count).toBe(2)
})

test('[E19] a team over its hourly send limit waits for the next hour and delays no other team', async () => {
  app.clock.advance((70 - app.clock.now.getUTCMinutes()) * 60_000) // ten minutes into an hour
  const owner = await createOwner(app)
  const other = await app.signUp()
  await owner.inquiries.saveSendSettings({ body: { sellByMinutes: 60 } })
  await app.pool.query(`insert into send_limit_window values ($1, date_trunc('hour', $2::timestamptz), 299)`, [
    (await owner.account.getMe()).organizationId,
    app.clock.now,
  ])
  await Promise.all([sendInquiry(owner), sendInquiry(owner), sendInquiry(other)])
  const minutesLeft = 60 - app.clock.now.getUTCMinutes()

  await app.runDueJobs()
  app.clock.advance(2_000)
  await app.runDueJobs()

  const { emails } = await owner.emails.listEmails({ query: {} })
  expect(emails.map(({ state }) => state).sort()).toEqual(['queued', 'sent'])
  expect(emails.find(({ state }) => state === 'queued')).toMatchObject({ waitsFor: 'send-limit' })
  expect(Date.parse(emails.find(({ state }) => state === 'queued')?.dueAt ?? '') % 3_600_000).toBe(0)
  expect((await other.emails.listEmails({ query: {} })).emails).toMatchObject([{ state: 'sent' }])
  expect(app.log.some(({ msg, level }) => level === 50 && String(msg).includes('TEAM_EMAILS_PER_HOUR'))).toBe(true)

  app.clock.advance(minutesLeft * 60_000)
  await app.runDueJobs()
  const later = await app.signUp(owner.email)
  expect(
    (await later.emails.listEmails({ query: {} })).emails.map(({ state, failure }) => ({ state, failure })),
  ).toEqual(Array(2).fill({ state: 'sent', failure: null }))
})

test('[E19] an undone email counts toward no send limit', async () => {
  const owner = await createOwner(app)
  const { organizationId } = await owner.account.getMe()
  const { id } = await sendInquiry(owner)
  await sendInquiry(owner)
  await owner.inquiries.undoEmail({ params: { id } })
  await app.runDueJobs()

  expect((await app.pool.query('select used from send_limit_window where scope = $1', [organizationId])).rows).toEqual([
    { used: 1 },
  ])
})

test('[E19] all teams share a limit per minute, and what exceeds it is sent in the next', async () => {
  await app.pool.query(
    `update send_limit_window set starts_at = date_trunc('minute', $1::timestamptz), used = 1999 where scope = 'global'`,
    [app.clock.now],
  )
  const users = [await app.signUp(), await app.signUp(), await app.signUp()]
  app.clock.now = new Date(Math.floor(app.clock.now.getTime() / 60_000) * 60_000 + 30_000)
  await app.pool.query(
    `update send_limit_window set starts_at = date_trunc('minute', $1::timestamptz), used = 1999 where scope = 'global'`,
    [app.clock.now],
  )
  for (const user of users) await sendInquiry(user)
  const states = async () => {
    const ids = users.map(({ userId }) => userId)
    return (await app.pool.query('select state from email where user_id = any($1) order by state', [ids])).rows.map(
      ({ state }) => state,
    )
  }

  await app.runDueJobs()
  expect(await states()).toEqual(['queued', 'queued', 'sent'])
  app.clock.advance(30_000)
  await app.runDueJobs()
  expect(await states()).toEqual(['sent', 'sent', 'sent'])
})

test('workers that reserve slots at the same moment keep one throttle', async () => {
  const user = await app.signUp()
  await queue(user, 20)

  const claims = await Promise.all(Array.from({ length: 8 }, () => claimEmails('relay', 5)))
  await Promise.all(claims.flat().map(({ run }) => run()))

  expect(claims.flat().filter(({ group }) => group === `relay ${user.email}`)).toHaveLength(2)
})

test.each([
  [[], 0],
  [[0], 0],
  [[0, 0], 1_000],
  [[-900, -100], 100],
  [[-5_000, -4_000], 0],
  [Array.from({ length: 30 }, (_, index) => -30_000 + index * 1_000), 30_000],
])('after deliveries at %j the next one is at %i', (booked, slot) => {
  const now = new Date('2026-11-20T20:00:00Z')
  const times = booked.map((offset) => new Date(now.getTime() + offset))

  expect(nextSlot(times, now, throttle).getTime() - now.getTime()).toBe(slot)
})
