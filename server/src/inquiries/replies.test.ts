import { randomUUID } from 'node:crypto'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Reply } from '@loadping/contract/inquiries/replies'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { messageIdOf } from '../emails/email-text.ts'
import { askAbout, createDispatcher, deliverAll, vanLoad } from '../testing/dispatchers.ts'
import { callAbout, tracesOf } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testAppWithUndo } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testAppWithUndo()
})
beforeEach(() => {
  app.mailbox.answer = undefined
})

/** Records a counter, and returns when. */
async function counter(user: TestUser, loadId: string, cents = 162_500): Promise<string> {
  await user.loads.changeLoads({ body: { ids: [loadId], change: { kind: 'outcome', outcome: 'countered', cents } } })
  const { load } = await user.loads.getLoad({ params: { id: loadId } })
  return load.outcome?.at ?? ''
}

/** A carrier whose broker countered. */
async function createCountered() {
  const { user, ray, lena } = await createDispatcher(app)
  const load = vanLoad(app)
  const first = await askAbout(app, user, load)
  app.clock.advance(60_000)
  const counterAt = await counter(user, first.loadId)
  return { user, ray, lena, load, first, loadId: first.loadId, counterAt }
}
type Countered = Awaited<ReturnType<typeof createCountered>>

const text = 'Thanks for the counter. We can do $1,670 all in.\nCan we book <it>?'

function replyTo({ load, counterAt, ray }: Countered, changes: Partial<Reply> = {}): Reply {
  const expected = { to: load.contactEmail ?? '', counterAt, truckId: ray.id }
  return { text, askCents: 167_000, wording: null, expected, ...changes }
}

const send = (user: TestUser, loadId: string, body: Reply, key: string = randomUUID()) =>
  user.inquiries.sendReply({ params: { id: loadId }, headers: { 'idempotency-key': key }, body })

const offer = (user: TestUser, loadId: string) => user.inquiries.getReplyOffer({ params: { id: loadId } })

test("[D13.11] a reply to a counter leaves in the first email's thread, as it was typed", async () => {
  const countered = await createCountered()
  const { user, load, first, loadId } = countered
  await askAbout(app, user, load) // a second email about the same load
  countered.counterAt = await counter(user, loadId)
  expect(await offer(user, loadId)).toEqual({ to: load.contactEmail, answer: null, wording: null })
  const { id } = await send(user, loadId, replyTo(countered))
  await deliverAll(app)

  const original = app.sent.find(({ messageId }) => messageId === messageIdOf(first.emailId))
  expect(app.sent.find(({ messageId }) => messageId === messageIdOf(id))).toMatchObject({
    to: load.contactEmail,
    from: original?.from,
    subject: `Re: ${original?.subject}`,
    inReplyTo: messageIdOf(first.emailId),
    html: '<p>Thanks for the counter. We can do $1,670 all in.<br>Can we book &#60;it&#62;?</p>',
  })
  expect((await offer(user, loadId)).answer).toMatchObject({ id, state: 'sent', askCents: 167_000 })
})

test('[D13.11] a reply is charged and recorded as an inquiry, within a day of the first email', async () => {
  const countered = await createCountered()
  const { user, loadId } = countered
  const before = await tracesOf(app, user)
  await send(user, loadId, replyTo(countered))

  expect(await tracesOf(app, user)).toMatchObject({
    emails: before.emails + 1,
    events: before.events + 1,
    used: before.used + 1,
    counted: before.counted + 1,
  })
  const { load, history } = await user.loads.getLoad({ params: { id: loadId } })
  expect(load).toMatchObject({ askCents: 167_000, status: 'negotiating', outcome: { kind: 'countered' } })
  expect(history[0]).toMatchObject({ kind: 'emailed', cents: 167_000, email: { templateName: 'Ready reply' } })
})

test('[D13.11] one counter is answered once, however often and at once that is asked', async () => {
  const countered = await createCountered()
  const { user, loadId, first } = countered
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) => {
      const askCents = (1_670 - index) * 100
      return send(
        user,
        loadId,
        replyTo(countered, { askCents, text: `We can do $${(1_670 - index).toLocaleString('en-US')}.` }),
      )
    }),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await deliverAll(app)
  await expect(send(user, loadId, replyTo(countered))).rejects.toMatchObject({
    code: 'too-late',
    message: 'You already answered this counter.',
  })
  expect(app.sent.filter(({ inReplyTo }) => inReplyTo === messageIdOf(first.emailId))).toHaveLength(1)
})

test('[D13.11] a reply is no second contact after an email of more than a day ago', async () => {
  const countered = await createCountered()
  const { user, load, loadId } = countered
  app.clock.advance(60_000)
  await askAbout(app, user, load) // after the counter
  app.clock.advance(25 * 3_600_000)

  const again = await app.signUp(user.email) // the access token has expired
  expect(await send(again, loadId, replyTo(countered))).toMatchObject({ state: 'queued' })
})

test('[D13.11] the database refuses a second answer to one counter', async () => {
  const countered = await createCountered()
  const { user, loadId } = countered
  const { id } = await send(user, loadId, replyTo(countered))
  const { rows } = await app.pool.query(
    "select string_agg(column_name, ', ') as names from information_schema.columns where table_name = 'email' and is_generated = 'NEVER' and column_name <> 'id'",
  )
  const { names } = rows[0]
  const copy = app.pool.query(
    `insert into email (id, ${names}) select gen_random_uuid(), ${names} from email where id = $1`,
    [id],
  )
  await expect(copy).rejects.toThrow('email_reply')
})

test('[D13.11] the same request again sends nothing more, and the next counter gets its own reply', async () => {
  const countered = await createCountered()
  const { user, loadId } = countered
  const key = randomUUID()
  const sent = await send(user, loadId, replyTo(countered), key)
  expect(await send(user, loadId, replyTo(countered), key)).toMatchObject({ id: sent.id })
  app.clock.advance(60_000)
  countered.counterAt = await counter(user, loadId, 165_000)
  expect((await offer(user, loadId)).answer).toBeNull()
  const next = await send(user, loadId, replyTo(countered))
  expect(next.id).not.toBe(sent.id)
})

test('[D13.11] an undone reply gives back its unit and ask, and the counter can be answered', async () => {
  const countered = await createCountered()
  const { user, loadId } = countered
  const askOf = async () => (await user.loads.getLoad({ params: { id: loadId } })).load.askCents
  const before = await tracesOf(app, user)
  const ask = await askOf()
  const { id } = await send(user, loadId, replyTo(countered))
  await user.inquiries.undoEmail({ params: { id } })

  expect(await tracesOf(app, user)).toMatchObject({ contacts: before.contacts, used: before.used })
  expect(await askOf()).toBe(ask)
  expect((await offer(user, loadId)).answer).toBeNull()
  await send(user, loadId, replyTo(countered))
})

test.each<[string, string, (countered: Countered) => Promise<void> | void]>([
  [
    'counter',
    "The broker's counter was changed.",
    async ({ user, loadId }) => void (await counter(user, loadId, 1_000)),
  ],
  [
    'outcome',
    "The broker's counter was changed.",
    async ({ user, loadId }) => {
      await user.loads.changeLoads({ body: { ids: [loadId], change: { kind: 'outcome', outcome: 'covered' } } })
    },
  ],
  [
    'truck',
    'Truck is now 107 Lena.',
    async ({ user, lena }) => void (await user.trucks.saveTrucks({ body: { trucks: [{ ...lena, isCurrent: true }] } })),
  ],
])('[D12.16] a reply that was written for another %s is refused', async (_what, message, change) => {
  const countered = await createCountered()
  const before = await tracesOf(app, countered.user)
  app.clock.advance(1_000)
  await change(countered)
  await expect(send(countered.user, countered.loadId, replyTo(countered))).rejects.toMatchObject({
    code: 'price-changed',
    message: `${message} Nothing was sent.`,
  })
  expect(await tracesOf(app, countered.user)).toEqual(before)
})

test('[D13.11] a text that does not state the ask is refused', async () => {
  const countered = await createCountered()
  await expect(send(countered.user, countered.loadId, replyTo(countered, { askCents: 160_500 }))).rejects.toMatchObject(
    { code: 'invalid-input', fields: { text: 'State the ask in the text' } },
  )
})

test('[D13.11] a broker who was only called gets no reply', async () => {
  const { user, ray } = await createDispatcher(app)
  const load: PostedLoad = vanLoad(app)
  const { id } = await user.loads.saveLoad({ body: { load } })
  await callAbout(user, id, 173_000)
  const counterAt = await counter(user, id)

  expect(await offer(user, id)).toMatchObject({ to: null })
  await expect(send(user, id, { ...replyTo({ load, counterAt, ray } as Countered) })).rejects.toMatchObject({
    code: 'too-late',
    message: 'No email about this load has left. Call the broker.',
  })
})

test('[D13.11] how a user words replies is kept for the next one, and exported', async () => {
  const countered = await createCountered()
  const { user, loadId } = countered
  await send(user, loadId, replyTo(countered, { wording: 'We can do {{ask}}. Deal?' }))
  expect((await offer(user, loadId)).wording).toBe('We can do {{ask}}. Deal?')
})

test("[D13.16] a teammate's row gets no reply of another, and a later contact of theirs is told", async () => {
  const owner = await createOwner(app)
  const load = vanLoad(app)
  const first = await askAbout(app, owner, load)
  const member = await createMember(app, owner)
  await expect(offer(member, first.loadId)).rejects.toMatchObject({ code: 'not-allowed' })
  app.clock.advance(60_000)
  const counterAt = await counter(owner, first.loadId)
  app.clock.advance(60_000)
  await askAbout(app, member, load)

  const reply = { ...replyTo({ load, counterAt, ray: { id: '' } } as Countered) }
  const body = { ...reply, expected: { ...reply.expected, truckId: null } }
  await expect(send(owner, first.loadId, body)).rejects.toMatchObject({ code: 'already-contacted' })
  await send(owner, first.loadId, { ...body, confirmed: true })
})

test('[D13.11] a failed reply that is resent stays in its thread, and is not resent after another', async () => {
  const countered = await createCountered()
  const { user, loadId, first } = countered
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: 'No such user.' })
  const failed = await send(user, loadId, replyTo(countered))
  await deliverAll(app)
  app.mailbox.answer = undefined
  const resend = () =>
    user.inquiries.resendEmail({ params: { id: failed.id }, headers: { 'idempotency-key': randomUUID() } })
  const resent = await resend()
  await expect(send(user, loadId, replyTo(countered))).rejects.toMatchObject({ code: 'too-late' })
  await user.inquiries.undoEmail({ params: { id: resent.id } })
  await send(user, loadId, replyTo(countered))
  await expect(resend()).rejects.toMatchObject({ message: 'You already answered this counter.' })
  await deliverAll(app)
  expect(app.sent.filter(({ inReplyTo }) => inReplyTo === messageIdOf(first.emailId))).toHaveLength(1)
})
