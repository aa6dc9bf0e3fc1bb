import { Problem } from '@loadping/contract/wire/problem'
import { beforeEach, expect, test } from 'vitest'
import { sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { countHeld, dropHeld, holdAfterCopy, holdAll, listHeld, releaseHeld } from './held.service.ts'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  await holdAfterCopy(app.deps, null) // as the first start does
})

/** Makes the database look as if it had been restored from a backup of another one. */
const becomeCopy = () => app.pool.query(`update database_fingerprint set server = 'elsewhere'`)
const shown = (user: TestUser, id: string) => user.emails.getEmail({ params: { id } })
const before = 'It may have been sent before the restore; check your Sent folder.'

test('[D13.21] [D12.14] what was queued before a copy is held, in words, and what is queued later is sent', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  await app.as().signIn.requestLink({ body: { email: 'later@carrier.example' } })
  const sentBefore = app.sent.length
  await becomeCopy()

  await app.runDueJobs()
  expect(app.sent.length).toBe(sentBefore)
  await holdAfterCopy(app.deps, null)
  const later = await sendInquiry(user)
  await app.runDueJobs()

  expect(app.sent.slice(sentBefore)).toHaveLength(1)
  expect((await shown(user, later.id)).state).toBe('sent')
  expect(await shown(user, id)).toMatchObject({ state: 'queued', sellBy: null, waiting: { isHeld: true } })
  expect(await countHeld(app.deps)).toEqual({ inquiries: 1, productEmails: 1 })
  expect(app.log).toContainEqual(expect.objectContaining({ level: 50, inquiries: 1, productEmails: 1 }))
})

test('[D13.21] the same database is not held at its next start, and a moved folder counts as a copy', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)

  await holdAfterCopy(app.deps, null)
  expect(await countHeld(app.deps)).toEqual({ inquiries: 0, productEmails: 0 })
  await holdAfterCopy(app.deps, '/srv/copy/postgres 1 2')
  expect(await countHeld(app.deps)).toMatchObject({ inquiries: 1 })
  await app.runDueJobs()
  expect((await shown(user, id)).state).toBe('queued')
})

test('[D13.21] an email that is about to be sent when the database changes is not sent', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const sentBefore = app.sent.length
  const { send } = app.deps.relay
  app.deps.relay.send = async (message, beforeData) => {
    await becomeCopy() // between connecting and the first byte
    return send(message, beforeData)
  }

  await app.runDueJobs()
  app.deps.relay.send = send
  await holdAfterCopy(app.deps, null)
  await app.runDueJobs()

  expect(app.sent.length).toBe(sentBefore)
  expect(await shown(user, id)).toMatchObject({ state: 'queued', waiting: { isHeld: true } })
})

test('[D13.21] a release sends what is within its sell-by; the rest is unknown, not refunded, never sent', async () => {
  const user = await app.signUp()
  await user.account.saveUserInfo({ body: { userType: 'carrier', trucksAmount: 1, loadboards: [] } })
  const late = await sendInquiry(user)
  app.clock.advance(10 * 60_000)
  const fresh = await sendInquiry(user)
  const begun = await sendInquiry(user)
  await app.pool.query(`update email set state = 'sending' where id = $1`, [begun.id])
  const { used } = await tracesOf(app, user)
  await becomeCopy()
  await holdAfterCopy(app.deps, null)
  app.clock.advance(10 * 60_000)
  await app.runDueJobs()
  expect(await listHeld(app.deps, 10)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: late.id, onRelease: 'unknown' }),
      expect.objectContaining({ id: fresh.id, onRelease: 'sent' }),
      expect.objectContaining({ id: begun.id, onRelease: 'unknown' }),
    ]),
  )
  const sentBefore = app.sent.length

  expect(await releaseHeld(app.deps)).toEqual({ released: 1, unknown: 2, productEmails: 0 })
  await app.runDueJobs()

  expect(app.sent.length).toBe(sentBefore + 1)
  const again = await app.signUp(user.email)
  expect((await shown(again, fresh.id)).state).toBe('sent')
  for (const { id } of [late, begun])
    expect(await shown(again, id)).toMatchObject({ state: 'unknown', failure: before, needsAttention: true })
  expect((await tracesOf(app, user)).used).toBe(used)
  expect(await releaseHeld(app.deps)).toEqual({ released: 0, unknown: 0, productEmails: 0 })
})

test('[D13.21] held emails that are dropped are never sent, and their senders may resend them', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  await app.as().signIn.requestLink({ body: { email: 'later@carrier.example' } })
  const sentBefore = app.sent.length

  expect(await holdAll(app.deps)).toEqual({ inquiries: 1, productEmails: 1 })
  expect(await dropHeld(app.deps)).toEqual({ released: 0, unknown: 1, productEmails: 1 })
  await app.runDueJobs()

  expect(app.sent.length).toBe(sentBefore)
  expect(await shown(user, id)).toMatchObject({ state: 'unknown', failure: before })
  expect(await countHeld(app.deps)).toEqual({ inquiries: 0, productEmails: 0 })
})

test('[D13.21] a held email can be neither undone nor hastened, and the server stays ready', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  await holdAll(app.deps)
  app.clock.advance(14 * 60_000)

  await expect(user.inquiries.undoEmail({ params: { id } })).rejects.toMatchObject(
    new Problem('too-late', 'Too late to undo. It may have been sent before a restore: check your Sent folder.'),
  )
  expect(await user.inquiries.retryEmail({ params: { id } })).toMatchObject({ state: 'queued' })
  app.clock.advance(60 * 60_000)
  await app.runDueJobs()
  expect((await shown(await app.signUp(user.email), id)).state).toBe('queued')
  expect((await app.app.inject('/readyz')).statusCode).toBe(200)
})
