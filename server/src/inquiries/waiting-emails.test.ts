import { beforeAll, beforeEach, expect, test } from 'vitest'
import { claimSendable } from '../delivery/claim.service.ts'
import { createStatusWriter } from '../delivery/delivery.service.ts'
import { connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({ ...deps, sendSettings: { ...deps.sendSettings, relayEmailsPerDay: 1 } }),
  })
})
beforeEach(() => app.pool.query('delete from delivery')) // emails that other tests left queued

const server = JSON.stringify({ host: 'smtp.redbud.example', port: 465, user: 'maria', password: 'app password' })
const connect = ({ userId, email }: TestUser) =>
  connectMailbox(app.deps, { userId, kind: 'smtp', address: email }, server)
const ownServer = ({ email }: TestUser) => ({ kind: 'smtp', address: email }) as const
const move = (user: TestUser) => user.inquiries.moveWaitingEmails({ body: ownServer(user) })
const timesSent = (id: string) => app.sent.filter(({ messageId }) => messageId.includes(id)).length
const read = (user: TestUser, id: string) => user.emails.getEmail({ params: { id } })

/** Returns a user whose relay sent its email of the day, with emails that wait for the relay. */
async function waitingUser(count: number) {
  const user = await app.signUp()
  await sendInquiry(user)
  await app.runDueJobs()
  const emails = await Promise.all(Array.from({ length: count }, () => sendInquiry(user)))
  await app.runDueJobs()
  return { user, emails }
}

test('[D13.15] a newly connected mailbox sends what waits for another: same email, unit and sell-by', async () => {
  const { user, emails } = await waitingUser(2)
  expect(await user.inquiries.getWaitingOffer()).toMatchObject({ emails: 0 })
  await connect(user)
  expect(await user.inquiries.getWaitingOffer()).toEqual({ emails: 2, mailbox: ownServer(user) })

  expect(await move(user)).toEqual({ moved: 2 })

  for (const { id, sellBy } of emails)
    expect(await read(user, id)).toMatchObject({ state: 'queued', sellBy, mailbox: ownServer(user), waiting: null })
  await app.runDueJobs()
  for (const { id } of emails) {
    expect(await read(user, id)).toMatchObject({ id, state: 'sent' })
    expect(timesSent(id)).toBe(1)
    expect(app.sent.find(({ messageId }) => messageId.includes(id))?.from.address).toBe(user.email)
  }
  expect(await tracesOf(app, user)).toMatchObject({ emails: 3, used: 3, events: 3, queued: 0 })
  expect(await move(user)).toEqual({ moved: 0 })
})

test('[D13.15] a claimed email stays, and a claim from before the move sends nothing', async () => {
  const { user, emails } = await waitingUser(1)
  const [email] = emails
  await connect(user)
  const before = await claimedAgain(user)
  expect(await move(user)).toEqual({ moved: 0 })

  await app.pool.query('update delivery set leased_until = null where id = $1', [email?.id])
  expect(await move(user)).toEqual({ moved: 1 })
  expect(await createStatusWriter(app.deps).markSending(before)).toBe(false)
  await app.runDueJobs()
  expect(timesSent(email?.id ?? '')).toBe(1)
})

/** Claims the waiting email of a user as the worker does that looks at it again. */
async function claimedAgain({ userId }: TestUser) {
  await app.pool.query('update delivery set due_at = created_at where user_id = $1', [userId])
  await app.pool.query(`delete from mailbox_hour`)
  const { deliveries } = await claimSendable(app.deps, { mailboxKind: 'relay', limit: 9, inFlight: [] })
  const [claimed] = deliveries
  if (!claimed) throw new Error('Nothing was claimed')
  return claimed
}

test('[D13.15] moves and workers at the same moment send each waiting email once', async () => {
  const { user, emails } = await waitingUser(6)
  await connect(user)
  await app.pool.query('update delivery set due_at = created_at where user_id = $1', [user.userId])

  const moves = await Promise.all([move(user), app.runDueJobs(), move(user), app.runDueJobs()])
  await move(user)
  await app.runDueJobs()

  expect(moves.reduce((sum, answer) => sum + (answer?.moved ?? 0), 0)).toBeLessThanOrEqual(6)
  expect(emails.map(({ id }) => timesSent(id))).toEqual(Array(6).fill(1))
  expect(await tracesOf(app, user)).toMatchObject({ used: 7, queued: 0 })
})

test.each([
  ['an attempted one', 'failed_attempts = 1'],
  ['one whose worker crashed', `leased_until = now() - interval '1 minute'`],
  ['one that is past its sell-by', `sell_by = created_at - interval '1 second'`],
  ['one that waits for no mailbox', 'waits_for = null'],
])('[D13.15] of the waiting emails %s stays', async (_what, change) => {
  const { user, emails } = await waitingUser(1)
  await connect(user)
  await app.pool.query(`update delivery set ${change} where user_id = $1`, [user.userId])

  expect(await user.inquiries.getWaitingOffer()).toMatchObject({ emails: 0 })
  expect(await move(user)).toEqual({ moved: 0 })
  expect(await read(user, emails[0]?.id ?? '')).toMatchObject({ mailbox: { kind: 'relay' } })
})

test("[D13.15] another person's waiting emails stay, and only the default mailbox takes one's own", async () => {
  const { user: other, emails } = await waitingUser(1)
  const { user } = await waitingUser(1)
  await expect(move(user)).rejects.toMatchObject({ code: 'too-late' })
  await connect(user)

  expect(await move(user)).toEqual({ moved: 1 })
  expect(await read(other, emails[0]?.id ?? '')).toMatchObject({ mailbox: { kind: 'relay', address: other.email } })
})
