import { randomUUID } from 'node:crypto'
import type { PracticeInquiry } from '@loadping/contract/practice/practice'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, noTraces, sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({ ...deps, sendSettings: { ...deps.sendSettings, undoSeconds: 5, relayEmailsPerDay: 1 } }),
  })
})

async function practice(user: TestUser, changes: Partial<PracticeInquiry> = {}, key: string = randomUUID()) {
  const [template] = await user.templates.listTemplates()
  return user.practice.sendPracticeEmail({
    headers: { 'idempotency-key': key },
    body: { templateId: template?.id ?? '', row: 'practice-1', ...changes },
  })
}

async function deliver() {
  app.clock.advance(5_000)
  await app.runDueJobs()
}

const sentTo = (address: string) => app.sent.filter(({ to, text }) => to === address && text.includes('Joliet'))

test('[D13.30] [D12.15] a practice email goes to the sender alone, filled as a broker would get it', async () => {
  const user = await app.signUp()
  const [own] = await user.templates.listTemplates()
  const { id = '', name = '', template = '', labels = [] } = own ?? {}
  await user.templates.updateTemplate({
    params: { id },
    body: { name, template, labels, subject: '{{origin}} to {{dest}}', cc: ['boss@redbud.example'] },
  })

  const accepted = await practice(user)
  expect(accepted).toMatchObject({ state: 'queued', to: user.email, subject: 'Joliet, IL to Dallas, TX' })
  await deliver()

  expect(app.sent.at(-1)).toMatchObject({ to: user.email, cc: [], subject: 'Joliet, IL to Dallas, TX' })
  expect((await user.emails.getEmail({ params: { id: accepted.id } })).state).toBe('sent')
})

test('[D12.15] no recipient, load or copy can be named', async () => {
  const user = await app.signUp()
  const load = buildLoad()

  for (const extra of [{ to: 'loads@quillon.example' }, { cc: ['loads@quillon.example'] }, { load }, { row: 'x-1' }])
    await expect(practice(user, extra as Partial<PracticeInquiry>)).rejects.toMatchObject({ code: 'invalid-input' })
})

test('[D13.30] a practice email costs no unit, and leaves no contact, count, load or listed email', async () => {
  const user = await app.signUp()
  const before = await user.account.getMe()
  await practice(user)
  await deliver()

  expect(await tracesOf(app, user)).toEqual({ ...noTraces, emails: 1, keys: 1 })
  expect((await user.account.getMe()).emails).toBe(before.emails)
  expect((await user.emails.listEmails({ query: {} })).emails).toEqual([])
  expect((await user.loads.listLoads({ query: {} })).loads).toEqual([])
  expect(await user.home.getHome({ query: {} })).toMatchObject({ recentContacts: [] })
  expect((await user.templates.listTemplates())[0]).toMatchObject({ lastUsedAt: null })
})

test("[D13.30] an inquiry after it is no duplicate, and still fits the relay's daily limit", async () => {
  const user = await app.signUp()
  await practice(user)
  await practice(user)
  await deliver()
  expect(sentTo(user.email)).toHaveLength(2)

  const { id } = await sendInquiry(user)
  await deliver()
  expect((await user.emails.getEmail({ params: { id } })).state).toBe('sent')
})

test("[D13.30] a teammate's email about the same row is no duplicate, and a manager sees none of it", async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await practice(owner)
  await practice(member)
  await deliver()

  expect(sentTo(member.email)).toHaveLength(1)
  expect((await owner.emails.listTeamEmails({ query: {} })).emails).toEqual([])
})

test('[D13.30] a practice email is undone within five seconds, and sent once however often it is asked', async () => {
  const user = await app.signUp()
  const key = randomUUID()
  const first = await practice(user, {}, key)
  expect(await practice(user, {}, key)).toMatchObject({ id: first.id })
  await expect(practice(user, { row: 'practice-2' }, key)).rejects.toMatchObject({ code: 'key-reused' })

  expect(await user.inquiries.undoEmail({ params: { id: first.id } })).toMatchObject({ state: 'undone' })
  await deliver()
  expect(sentTo(user.email)).toEqual([])
  expect((await user.account.getMe()).emails).toBe(50)
  expect(await user.practice.getPractice()).toEqual({ to: user.email, used: 0, limit: 20 })
})

test('[D13.30] the twenty-first practice email of a New York day is refused, also among many at once', async () => {
  const user = await app.signUp()
  const sends = await Promise.allSettled(Array.from({ length: 24 }, () => practice(user)))

  expect(sends.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(await user.practice.getPractice()).toMatchObject({ used: 20 })
  await expect(practice(user)).rejects.toMatchObject({
    code: 'too-late',
    message: 'You sent 20 practice emails today. Try again tomorrow.',
  })
  app.clock.advance(24 * 3_600_000)
  const later = await app.signUp(user.email)
  expect(await practice(later)).toMatchObject({ state: 'queued' })
})

test('[D13.30] one that fails refunds nothing, waits in no list, and is not resent', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  const { id } = await practice(user)
  app.mailbox.answer = ({ to }) =>
    to === user.email ? { outcome: 'rejected', reason: 'No such mailbox.' } : { outcome: 'accepted' }
  await deliver()
  app.mailbox.answer = undefined

  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'failed', failure: 'No such mailbox.' })
  expect((await user.account.getMe()).emails).toBe(49)
  expect(await user.emails.countEmails()).toEqual({ waiting: 0, failed: 0, unknown: 0 })
  await expect(
    user.inquiries.resendEmail({ params: { id }, headers: { 'idempotency-key': randomUUID() } }),
  ).rejects.toMatchObject({ code: 'too-late' })
})

test('[D13.30] a row without a rate or an address works like any other', async () => {
  const user = await app.signUp()

  expect(await practice(user, { row: 'practice-3' })).toMatchObject({ askCents: null, to: user.email })
  expect(await practice(user, { row: 'practice-4' })).toMatchObject({ to: user.email })
})

test('[D13.30] an unverified user is refused, and brokers may practice', async () => {
  const user = await app.signUp()
  const [mailbox] = await user.mailboxes.listMailboxes()
  if (mailbox) await user.mailboxes.disconnectMailbox({ body: { kind: mailbox.kind, address: mailbox.address } })
  await expect(practice(user)).rejects.toMatchObject({ code: 'not-allowed' })

  const broker = await app.signUp()
  await broker.account.saveUserInfo({ body: { userType: 'broker', trucksAmount: 1, loadboards: [] } })
  expect(await practice(broker)).toMatchObject({ state: 'queued', to: broker.email })
})
