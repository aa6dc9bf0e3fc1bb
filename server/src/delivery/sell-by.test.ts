import { randomUUID } from 'node:crypto'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { buildLoad, sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeEach(() => app.pool.query('delete from delivery')) // emails that other tests left queued
beforeAll(async () => {
  app = await testApp()
})

const minute = 60_000
/** Signs up a user whose emails may wait for five minutes, less than a session's token is valid. */
async function signUpWithShortSellBy(): Promise<TestUser> {
  const user = await app.signUp()
  await user.inquiries.saveSendSettings({ body: { sellByMinutes: 5 } })
  return user
}
const read = (user: TestUser, { id }: { id: string }) => user.emails.getEmail({ params: { id } })

async function sendAged(user: TestUser, { age, key = randomUUID() }: { age: number; key?: string }) {
  const [template] = await user.templates.listTemplates()
  const headers = { 'idempotency-key': key, 'inquiry-age': String(age) }
  return user.inquiries.sendEmail({ headers, body: { templateId: template?.id ?? '', load: aged } })
}
const aged = buildLoad()

test('[D12.6] an inquiry is refused 15 minutes after its click, unless it was accepted before', async () => {
  const user = await app.signUp()
  const early = randomUUID()

  const accepted = await sendAged(user, { age: 899, key: early })
  expect(Date.parse(accepted.sellBy ?? '') - Date.parse(accepted.createdAt)).toBe(1_000)
  expect(await sendAged(user, { age: 901, key: early })).toMatchObject({ id: accepted.id })
  await expect(sendAged(user, { age: 900 })).rejects.toMatchObject({ code: 'too-late', message: 'Not sent: too late.' })
})

test('[D12.6] an email that is late by the moment its text would begin is not sent', async () => {
  const user = await signUpWithShortSellBy()
  const email = await sendInquiry(user)
  const send = app.deps.relay.send
  app.deps.relay.send = (message, beforeData) => {
    app.clock.advance(5 * minute)
    return send(message, beforeData)
  }
  const before = app.sent.length

  await app.runDueJobs()
  app.deps.relay.send = send
  await app.runDueJobs()

  expect(app.sent.length).toBe(before)
  expect(await read(user, email)).toMatchObject({ state: 'failed', failureCode: 'too-late' })
})

test('[D12.6] while sending is paused an email says so; at its sell-by it fails and refunds all', async () => {
  const user = await signUpWithShortSellBy()
  const email = await sendInquiry(user)
  const accepted = await tracesOf(app, user)
  await setSwitch(app.deps, 'sends', true)

  app.clock.advance(4 * minute)
  await app.runDueJobs()
  expect(await read(user, email)).toMatchObject({ state: 'queued', waitsFor: 'pause', sellBy: email.sellBy })
  app.clock.advance(minute)
  await app.runDueJobs()
  const after = await read(user, email)
  await setSwitch(app.deps, 'sends', false)

  expect(after).toMatchObject({ state: 'failed', failureCode: 'too-late', needsAttention: true, sellBy: null })
  expect(after.failure).toBe('It could not be sent in time. Sending was paused for maintenance.')
  expect(accepted).toMatchObject({ used: 1, events: 1 })
  expect(await tracesOf(app, user)).toMatchObject({ emails: 1, used: 0, events: 0 })
})

test('[D12.6] a resend of a late email is a new one with its own sell-by, and only that is sent', async () => {
  const user = await signUpWithShortSellBy()
  const late = await sendInquiry(user)
  app.clock.advance(5 * minute)
  await app.runDueJobs()
  const before = app.sent.length

  const again = await user.inquiries.resendEmail({
    params: { id: late.id },
    headers: { 'idempotency-key': randomUUID() },
  })
  await app.runDueJobs()

  expect(Date.parse(again.sellBy ?? '') - app.clock.now.getTime()).toBe(5 * minute)
  expect([await read(user, late), await read(user, again)]).toMatchObject([
    { state: 'failed', resentAs: again.id },
    { state: 'sent', failureCode: null },
  ])
  expect(app.sent.length - before).toBe(1)
})

test('[D12.6] nothing is sent once the pickup date has passed where the load is picked up', async () => {
  const user = await app.signUp()
  const today = newYorkDay(app.clock.now)
  const load = buildLoad({ pickupDay: '2020-05-01', pickupUntilDay: today, origin: { city: 'Reno', state: 'NV' } })
  const { sellBy } = await sendInquiry(user, { load })
  expect(Date.parse(sellBy ?? '')).toBeGreaterThan(app.clock.now.getTime())

  app.clock.advance(2 * 86_400_000)
  const later = await app.signUp(user.email)
  await expect(sendInquiry(later, { load })).rejects.toMatchObject({
    code: 'too-late',
    message: 'Not sent: the pickup date has passed.',
  })
})

test('[D12.6] users choose how long an email may wait, for those accepted from then on', async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  const before = await sendInquiry(user)
  expect(await user.inquiries.getSendSettings()).toEqual({ sellByMinutes: 15 })

  expect(await user.inquiries.saveSendSettings({ body: { sellByMinutes: 5 } })).toEqual({ sellByMinutes: 5 })
  const after = await sendInquiry(user)
  const waits = ({ sellBy, createdAt }: typeof after) => (Date.parse(sellBy ?? '') - Date.parse(createdAt)) / minute

  expect([await read(user, before), after, await sendInquiry(other)].map(waits)).toEqual([15, 5, 15])
  await expect(user.inquiries.saveSendSettings({ body: { sellByMinutes: 7 as 5 } })).rejects.toMatchObject({
    code: 'invalid-input',
  })
})

test('[D12.6] Retry now tries a waiting email at once, for its sender only', async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  const email = await sendInquiry(user)
  const retry = (by: TestUser) => by.inquiries.retryEmail({ params: { id: email.id } })
  app.mailbox.answer = () => ({ outcome: 'retry', reason: '421 busy', retryAfterSeconds: 86_400 })
  await app.runDueJobs()
  app.mailbox.answer = undefined
  expect(await read(user, email)).toMatchObject({ waitsFor: 'retry', dueAt: email.sellBy, failure: '421 busy' })

  await expect(retry(other)).rejects.toMatchObject({ code: 'not-found' })
  await app.runDueJobs()
  expect(await read(user, email)).toMatchObject({ state: 'queued' })

  expect(await retry(user)).toMatchObject({ dueAt: app.clock.now.toISOString() })
  await retry(user)
  await app.runDueJobs()
  expect(await read(user, email)).toMatchObject({ state: 'sent' })
  expect(app.sent.filter(({ messageId }) => messageId.includes(email.id))).toHaveLength(1)
  await expect(retry(user)).rejects.toMatchObject({ code: 'too-late' })
})
