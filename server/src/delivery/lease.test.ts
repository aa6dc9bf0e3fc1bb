import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reverseAcceptance } from '../inquiries/acceptance.service.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { deliveryJobs } from './delivery-jobs.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => app.pool.query('delete from delivery')) // emails that other tests left queued

const endLease = (id: string) =>
  app.pool.query(`update delivery set leased_until = now() - interval '1 ms' where id = $1`, [id])

const secondsLeft = async (id: string): Promise<number> => {
  const { rows } = await app.pool.query(
    'select extract(epoch from leased_until - now())::float8 as left from delivery where id = $1',
    [id],
  )
  return rows[0].left
}

const stateOf = async (user: TestUser, id: string) => (await user.emails.getEmail({ params: { id } })).state

/** Runs `meanwhile` once, in the next delivery, right before its first byte of text. */
function interruptNextDelivery(meanwhile: () => Promise<unknown>): void {
  const { send } = app.deps.relay
  app.deps.relay.send = async (message, beforeData) => {
    app.deps.relay.send = send
    await meanwhile()
    return send(message, beforeData)
  }
}

test('[D3.3] a worker that wakes after another took its email over sends nothing', async () => {
  const user = await app.signUp()
  const before = app.sent.length
  const { id } = await sendInquiry(user)
  interruptNextDelivery(async () => {
    await endLease(id)
    await app.runDueJobs()
  })

  await app.runDueJobs()

  expect(app.sent.length - before).toBe(1)
  expect(await stateOf(user, id)).toBe('sent')
})

test('[D3.3] a worker whose lease ended sends nothing, and the email leaves once with the next claim', async () => {
  const user = await app.signUp()
  const before = app.sent.length
  const { id } = await sendInquiry(user)
  let sentByFirst: number | undefined
  interruptNextDelivery(async () => {
    await endLease(id)
    interruptNextDelivery(async () => {
      sentByFirst = app.sent.length - before
    })
  })

  await app.runDueJobs()

  expect(sentByFirst).toBe(0)
  expect(app.sent.length - before).toBe(1)
  expect(await stateOf(user, id)).toBe('sent')
})

test('a lease of 15 seconds is renewed until it ended or another worker has the email', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const kind = deliveryJobs(app.deps, { reverse: reverseAcceptance }).find((job) => job.kind === 'email relay')
  const { jobs = [] } = (await kind?.claim(1, [])) ?? {}
  const renewed = async (leftBefore: string, claims = jobs) => {
    await app.pool.query('update delivery set leased_until = now() + $1::interval where id = $2', [leftBefore, id])
    await kind?.renew(claims)
    return Math.ceil(await secondsLeft(id))
  }
  expect(jobs).toMatchObject([{ id }])
  expect(await secondsLeft(id)).toBeLessThanOrEqual(15)

  expect(await renewed('5 s')).toBeGreaterThan(5)
  expect(await renewed('5 s')).toBeLessThanOrEqual(15)
  expect(await renewed('-1 s')).toBeLessThan(1)
  await app.pool.query('update delivery set claims = claims + 1')
  expect(await renewed('5 s')).toBeLessThanOrEqual(5)
})

test('a worker that another overtook leaves an email that is too late to the other', async () => {
  const user = await app.signUp()
  await user.inquiries.saveSendSettings({ body: { sellByMinutes: 5 } })
  const { id } = await sendInquiry(user)
  app.clock.advance(6 * 60_000)
  const kind = deliveryJobs(app.deps, { reverse: reverseAcceptance }).find((job) => job.kind === 'email relay')
  const { jobs = [] } = (await kind?.claim(1, [])) ?? {}
  expect(jobs).toMatchObject([{ id }])
  await app.pool.query('update delivery set claims = claims + 1')
  await jobs[0]?.run()
  expect(await stateOf(user, id)).toBe('queued')
  await endLease(id)
  await app.runDueJobs()

  expect(await stateOf(user, id)).toBe('failed')
})
