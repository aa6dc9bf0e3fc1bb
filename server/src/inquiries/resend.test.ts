import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { DeliveryResult } from '../integrations/mailbox.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const resend = (user: TestUser, id: string, key: string = randomUUID()) =>
  user.inquiries.resendEmail({ params: { id }, headers: { 'idempotency-key': key } })
const read = (user: TestUser, id: string) => user.emails.getEmail({ params: { id } })

async function sentInto(user: TestUser, outcome: DeliveryResult) {
  const { id } = await sendInquiry(user)
  app.mailbox.answer = () => outcome
  await app.runDueJobs()
  app.mailbox.answer = undefined
  return id
}
const failed: DeliveryResult = { outcome: 'rejected', reason: '550 no such user' }
const unknown: DeliveryResult = { outcome: 'unknown', reason: 'The mail server closed the connection' }

const used = async ({ userId }: TestUser) =>
  (await app.pool.query('select coalesce(sum(used), 0) as used from allowance where user_id = $1', [userId])).rows[0]
    .used

test('[D3.3] resending a failed email copies it, charges a unit and resolves the old one', async () => {
  const user = await app.signUp()
  const id = await sentInto(user, failed)
  expect(await used(user)).toBe(0)

  const again = await resend(user, id)
  await app.runDueJobs()

  expect(again).toMatchObject({ state: 'queued', subject: (await read(user, id)).subject })
  expect(await read(user, again.id)).toMatchObject({ state: 'sent' })
  expect(await read(user, id)).toMatchObject({ state: 'failed', resentAs: again.id, needsAttention: false })
  expect(app.sent.filter(({ messageId }) => messageId.includes(id))).toHaveLength(0)
  expect(app.sent.filter(({ messageId }) => messageId.includes(again.id))).toHaveLength(1)
  expect(await used(user)).toBe(1)
})

test('[E04] [E23] [D3.3] an unknown email is resent only by a click, which charges a new unit', async () => {
  const user = await app.signUp()
  const before = app.sent.length
  const id = await sentInto(user, unknown)
  app.clock.advance(600_000)
  await app.runDueJobs()
  expect(app.sent.length).toBe(before)
  expect(await read(user, id)).toMatchObject({
    state: 'unknown',
    needsAttention: true,
    failure: unknown.outcome === 'unknown' && unknown.reason,
  })

  const again = await resend(user, id)
  await app.runDueJobs()

  expect(await read(user, id)).toMatchObject({ state: 'unknown', resentAs: again.id })
  expect(app.sent.length).toBe(before + 1)
  expect(await used(user)).toBe(2)
})

test.each([
  ['failed', failed, 0],
  ['unknown', unknown, 1],
] as const)(
  '[D3.3] [E23] of an email that is %s, the resend can be undone, and it resent once more, then sent',
  async (state, outcome, before) => {
    const user = await app.signUp()
    const id = await sentInto(user, outcome)
    const first = await resend(user, id)
    await user.inquiries.undoEmail({ params: { id: first.id } })
    await user.inquiries.undoEmail({ params: { id: first.id } })

    expect(await read(user, id)).toMatchObject({
      state,
      needsAttention: true,
      resentAs: null,
      resendUndoneAt: expect.any(String),
    })
    expect(await user.emails.countEmails()).toMatchObject({ waiting: 0, [state]: 1 })
    expect(await used(user)).toBe(before)

    const [second, other] = await Promise.allSettled([resend(user, id), resend(user, id)])
    await app.runDueJobs()
    const sent = [second, other].flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []))
    expect(sent).toHaveLength(1)
    expect(await read(user, sent[0] ?? '')).toMatchObject({ state: 'sent' })
    expect(await read(user, id)).toMatchObject({
      state,
      needsAttention: false,
      resentAs: sent[0],
      resendUndoneAt: null,
    })
    expect(await used(user)).toBe(before + 1)
  },
)

test('[D3.3] a resend that fails can be resent itself, and only it needs attention', async () => {
  const user = await app.signUp()
  const id = await sentInto(user, unknown)
  app.mailbox.answer = () => failed
  const again = await resend(user, id)
  await app.runDueJobs()
  app.mailbox.answer = undefined
  expect(await read(user, again.id)).toMatchObject({ state: 'failed', needsAttention: true })
  expect(await user.emails.countEmails()).toMatchObject({ failed: 1, unknown: 0 })

  const third = await resend(user, again.id)
  await app.runDueJobs()

  expect(await read(user, third.id)).toMatchObject({ state: 'sent' })
  expect(await user.emails.countEmails()).toMatchObject({ waiting: 0, failed: 0, unknown: 0 })
})

test('[D3.3] only a failed or unknown email can be resent', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  await expect(resend(user, id)).rejects.toMatchObject({ code: 'too-late', status: 409 })
  await app.runDueJobs()
  await expect(resend(user, id)).rejects.toMatchObject({ code: 'too-late' })
  await expect(resend(await app.signUp(), id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await used(user)).toBe(1)
})

test('resent from two tabs, or twice with one key, it is sent once', async () => {
  const user = await app.signUp()
  const before = app.sent.length
  const twoTabs = await sentInto(user, failed)
  const twice = await sentInto(user, unknown)
  const key = randomUUID()

  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => resend(user, twoTabs)))
  const first = await resend(user, twice, key)
  const second = await resend(user, twice, key)
  await app.runDueJobs()

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(second).toEqual(first)
  expect(app.sent.length - before).toBe(2)
  expect(await used(user)).toBe(3) // the unknown email keeps its unit
})

test('a key cannot be used to resend one email and then another', async () => {
  const user = await app.signUp()
  const one = await sentInto(user, failed)
  const other = await sentInto(user, failed)
  const key = randomUUID()
  await resend(user, one, key)

  await expect(resend(user, other, key)).rejects.toMatchObject({ code: 'key-reused' })
  await expect(sendInquiry(user, { load: buildLoad() }, key)).rejects.toMatchObject({ code: 'key-reused' })
})
