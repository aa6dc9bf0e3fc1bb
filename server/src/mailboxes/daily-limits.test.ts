import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../context.ts'
import { claimSendable } from '../delivery/claim.service.ts'
import { createStatusWriter, deliverEmail, loadDeliveryInputs } from '../delivery/delivery.service.ts'
import { deliveryJobs } from '../delivery/delivery-jobs.service.ts'
import { reverseAcceptance } from '../inquiries/acceptance.service.ts'
import { buildLoad, sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { countSends, uncountSends } from './daily-limits.service.ts'
import { connectMailbox } from './mailboxes.service.ts'
import { lockSlots } from './throttle.service.ts'

let app: TestApp
beforeEach(() => app.pool.query('delete from delivery')) // emails that other tests left queued
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({ ...deps, sendSettings: { ...deps.sendSettings, relayEmailsPerDay: 3 } }),
  })
})

const hour = 3_600_000
const useOf = async (user: TestUser) => (await user.mailboxes.listMailboxes())[0]?.use

async function connectOwnServer({ userId, email }: TestUser): Promise<void> {
  const server = { host: 'smtp.redbud.example', port: 465, user: 'maria', password: 'app password' }
  const credentials = JSON.stringify(server)
  await connectMailbox(app.deps, { userId, kind: 'smtp', address: email }, credentials)
}

const sendMany = (user: TestUser, count: number) => Promise.all(Array.from({ length: count }, () => sendInquiry(user)))

test('[D12.7] [D12.8] [D13.15] beyond the limit of the relay an email waits, says so, and is then too late', async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  await user.inquiries.saveSendSettings({ body: { sellByMinutes: 5 } })
  app.clock.now = new Date(Math.floor(app.clock.now.getTime() / hour) * hour + hour / 2)
  const again = await app.signUp(user.email)
  await sendMany(again, 5)
  await sendInquiry(await app.signUp(other.email))

  await Promise.all(Array.from({ length: 4 }, () => app.runDueJobs()))
  const { emails } = await again.emails.listEmails({ query: {} })
  expect(emails.map(({ state, waitsFor }) => `${state} ${waitsFor}`).sort()).toEqual([
    'queued mailbox-limit',
    'queued mailbox-limit',
    'sent null',
    'sent null',
    'sent null',
  ])
  const [newest] = (await again.emails.listEmails({ query: { group: 'waiting' } })).emails
  expect(newest?.waiting).toEqual({ reason: 'mailbox-limit', use: { sent: 3, cap: 3 } })
  expect(await useOf(again)).toEqual({ service: 'relay', sent: 3, cap: 3, isLearned: false })

  app.clock.advance(5 * 60_000)
  await app.runDueJobs()
  const failed = (await again.emails.listEmails({ query: { group: 'failed' } })).emails
  const failure = 'It could not be sent in time. This mailbox reached its daily limit.'
  expect(failed).toMatchObject(Array(2).fill({ failureCode: 'too-late', failure }))
  expect(await tracesOf(app, again)).toMatchObject({ used: 3, events: 3 })

  app.clock.advance(25 * hour)
  const later = await app.signUp(user.email)
  await sendInquiry(later)
  await app.runDueJobs()
  expect(await useOf(later)).toMatchObject({ sent: 1 })
})

test('[D12.7] an email that was certainly not sent does not count', async () => {
  const user = await app.signUp()
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 no such user' })
  await sendMany(user, 4)
  await app.runDueJobs()
  app.mailbox.answer = undefined
  expect(await useOf(user)).toMatchObject({ sent: 0 })
})

test('[D12.7] a sent email counts for all of 24 hours, shown and toward the limit, at most for 25', async () => {
  const user = await app.signUp()
  await sendMany(user, 3)
  await app.runDueJobs()

  app.clock.advance(24 * hour - 1)
  const dayAfter = await app.signUp(user.email)
  await sendInquiry(dayAfter)
  await app.runDueJobs()
  expect(await useOf(dayAfter)).toMatchObject({ sent: 3, cap: 3 })
  expect((await dayAfter.emails.listEmails({ query: {} })).emails[0]).toMatchObject({ waitsFor: 'mailbox-limit' })

  app.clock.advance(hour + 1)
  expect(await useOf(await app.signUp(user.email))).toMatchObject({ sent: 0 })
})

test('[D12.7] an email whose worker crashes again and again counts once', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  for (let crash = 0; crash < 3; crash += 1) {
    app.clock.advance(10_000)
    const claimed = await claimSendable(app.deps, { mailboxKind: 'relay', limit: 9, inFlight: [] })
    expect(claimed.deliveries).toHaveLength(1)
    await app.pool.query(`update delivery set leased_until = now() - interval '1 second'`)
  }
  app.clock.advance(10_000)
  await app.runDueJobs()

  expect((await user.emails.listEmails({ query: {} })).emails).toMatchObject([{ state: 'sent' }])
  expect(await useOf(user)).toMatchObject({ sent: 1 })
})

test('[D12.7] a claim of an abandoned email locks the throttle before the count, to avoid deadlocks', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  app.clock.advance(10_000)
  const claim = () => claimSendable(app.deps, { mailboxKind: 'relay', limit: 9, inFlight: [] })
  await claim()
  await app.pool.query(`update delivery set leased_until = now() - interval '1 second'`)
  app.clock.advance(10_000)
  const mailbox = `relay ${user.email}`

  const claiming = await inTransaction(app.deps, async (tx) => {
    await lockSlots(tx, [mailbox])
    const second = claim()
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0)
    await uncountSends(tx, [{ mailbox, toNewRecipient: true, isPractice: false }])
    return { second }
  })

  expect((await claiming.second).deliveries).toHaveLength(1)
  expect(await useOf(user)).toMatchObject({ sent: 1 })
})

test('[D12.7] an email undone between its claim and its read does not count', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  app.clock.advance(10_000)
  const { deliveries } = await claimSendable(app.deps, { mailboxKind: 'relay', limit: 9, inFlight: [] })
  expect(await useOf(user)).toMatchObject({ sent: 1 })
  await user.inquiries.undoEmail({ params: { id } })

  const inputs = await loadDeliveryInputs(app.deps, deliveries)
  const statusWriter = createStatusWriter(app.deps)
  for (const delivery of deliveries)
    await deliverEmail(app.deps, { statusWriter, reverse: reverseAcceptance }, delivery, inputs.get(delivery.id))
  expect(await useOf(user)).toMatchObject({ sent: 0 })
})

test('[D12.7] an email undone while its mail server fails to answer does not count', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  app.clock.advance(10_000)
  const { deliveries } = await claimSendable(app.deps, { mailboxKind: 'relay', limit: 9, inFlight: [] })
  const inputs = await loadDeliveryInputs(app.deps, deliveries)
  const statusWriter = createStatusWriter(app.deps)
  await user.inquiries.undoEmail({ params: { id } })

  app.mailbox.answer = () => ({ outcome: 'retry', reason: 'connect ETIMEDOUT' })
  for (const delivery of deliveries)
    await deliverEmail(app.deps, { statusWriter, reverse: reverseAcceptance }, delivery, inputs.get(delivery.id))
  app.mailbox.answer = undefined
  expect(await useOf(user)).toMatchObject({ sent: 0 })
})

test('[D12.7] an email whose sell-by passes between its claim and its delivery does not count', async () => {
  app.clock.now = new Date(Math.ceil(app.clock.now.getTime() / hour) * hour + hour / 2)
  const user = await app.signUp()
  await user.inquiries.saveSendSettings({ body: { sellByMinutes: 5 } })
  const { id } = await sendInquiry(user)
  app.clock.advance(10_000)
  const claims = await Promise.all(
    deliveryJobs(app.deps, { reverse: reverseAcceptance }).map(({ claim }) => claim(9, [])),
  )
  expect(await useOf(user)).toMatchObject({ sent: 1 })

  app.clock.advance(5 * 60_000)
  for (const { run } of claims.flatMap(({ jobs }) => jobs)) await run()
  await app.runDueJobs()
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'failed', failureCode: 'too-late' })
  expect(await useOf(user)).toMatchObject({ sent: 0 })
})

test('[D12.7] an email whose worker crashed before its sell-by passed does not count', async () => {
  app.clock.now = new Date(Math.ceil(app.clock.now.getTime() / hour) * hour + hour / 2)
  const user = await app.signUp()
  await user.inquiries.saveSendSettings({ body: { sellByMinutes: 5 } })
  await sendInquiry(user)
  app.clock.advance(10_000)
  await claimSendable(app.deps, { mailboxKind: 'relay', limit: 9, inFlight: [] })
  await app.pool.query(`update delivery set leased_until = now() - interval '1 second'`)

  app.clock.advance(5 * 60_000)
  await app.runDueJobs()
  expect((await user.emails.listEmails({ query: {} })).emails).toMatchObject([{ state: 'failed' }])
  expect(await useOf(user)).toMatchObject({ sent: 0 })
})

test('[D12.7] a service that refuses more today lowers the limit to what was sent, and it recovers', async () => {
  const user = await app.signUp()
  await connectOwnServer(user)
  await sendMany(user, 2)
  await app.runDueJobs()
  expect(await useOf(user)).toEqual({ service: 'smtp', sent: 2, cap: 400, isLearned: false })

  app.mailbox.answer = () => ({ outcome: 'retry', reason: '550 5.4.5 Daily limit exceeded', isDailyLimit: true })
  const refused = await sendInquiry(user)
  await app.runDueJobs()
  app.mailbox.answer = undefined
  const held = await sendInquiry(user)
  await app.runDueJobs()

  const read = ({ id }: { id: string }) => user.emails.getEmail({ params: { id } })
  expect(await useOf(user)).toMatchObject({ sent: 2, cap: 2, isLearned: true })
  expect(await read(refused)).toMatchObject({ waitsFor: 'mailbox-limit', failure: '550 5.4.5 Daily limit exceeded' })
  expect(await read(held)).toMatchObject({ state: 'queued', waitsFor: 'mailbox-limit', failure: null })
  app.clock.advance(3 * hour)
  expect(await useOf(await app.signUp(user.email))).toMatchObject({ sent: 2, cap: 2 + 3 * 17, isLearned: true })
  app.clock.advance(22 * hour)
  expect(await useOf(await app.signUp(user.email))).toMatchObject({ sent: 0, cap: 400, isLearned: false })
})

test('[D12.7] a mailbox whose first email is refused for today is tried again after an hour', async () => {
  const user = await app.signUp()
  await connectOwnServer(user)
  app.mailbox.answer = () => ({ outcome: 'retry', reason: '550 5.7.236 Tenant throttled', isDailyLimit: true })
  await sendInquiry(user)
  await app.runDueJobs()
  app.mailbox.answer = undefined
  expect(await useOf(user)).toMatchObject({ sent: 0, cap: 0, isLearned: true })

  app.clock.advance(hour)
  const later = await app.signUp(user.email)
  await sendInquiry(later)
  await app.runDueJobs()
  expect(await useOf(later)).toMatchObject({ sent: 1, cap: 17 })
})

test('[D12.7] Outlook.com counts only emails to people whom the user never emailed', async () => {
  const user = await app.signUp()
  const one = buildLoad()
  const other = buildLoad()
  const isNew = async ({ id }: { id: string }) =>
    (await app.pool.query('select to_new_recipient from delivery where id = $1', [id])).rows[0].to_new_recipient
  const first = await sendInquiry(user, { load: one })
  const second = await sendInquiry(user, { load: other })
  expect([await isNew(first), await isNew(second)]).toEqual([true, false])

  const mailbox = `outlook ${randomUUID()}@hotmail.com`
  const emails = Array.from({ length: 500 }, (_, index) => ({
    mailbox,
    toNewRecipient: index % 2 === 0,
    isPractice: false,
  }))
  const beyond = await inTransaction(app.deps, async (tx) => countSends(tx, await lockSlots(tx, [mailbox]), emails))

  expect(beyond).toHaveLength(10)
  expect(beyond.every(({ toNewRecipient }) => toNewRecipient)).toBe(true)
})
