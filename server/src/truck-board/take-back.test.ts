import type { TakeBack } from '@loadping/contract/truck-board/truck-board'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { messageIdOf } from '../emails/email-text.ts'
import { connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { suppress } from '../suppression/suppression.service.ts'
import {
  askAbout,
  boardRow,
  bookTruck,
  createDispatcher,
  deliverAll,
  vanLoad,
  withdraw,
} from '../testing/dispatchers.ts'
import { callAbout, sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { type TestApp, testApp, testAppWithUndo } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testAppWithUndo()
})
beforeEach(() => {
  app.mailbox.answer = undefined
})

const ask = (...about: Parameters<typeof askAbout> extends [unknown, ...infer Rest] ? Rest : never) =>
  askAbout(app, ...about)
const deliver = () => deliverAll(app)

const loadIdsOf = (asks: TakeBack['ready']): string[] => asks.map((one) => one.ask.loadId)

test('[D13.31] booking undoes what waits, readies withdrawals, and lists who needs a call', async () => {
  const { user, ray } = await createDispatcher(app)
  const left = await ask(user, vanLoad(app))
  const called = await ask(user, vanLoad(app))
  await user.loads.changeLoads({ body: { ids: [called.loadId], change: { kind: 'outcome', outcome: 'no-answer' } } })
  const booked = await ask(user, vanLoad(app))
  const waiting = await ask(user, vanLoad(app), { waits: true })

  const takeBack = await bookTruck(user, ray.id, booked.loadId, { cents: 167_000 })

  expect(takeBack).toMatchObject({
    booking: { loadId: booked.loadId, cents: 167_000 },
    undone: [{ loadId: waiting.loadId }],
    ready: [{ ask: { loadId: left.loadId }, callReason: null }],
    call: [{ ask: { loadId: called.loadId }, callReason: 'has-outcome' }],
    withdrawn: [],
    text: 'Our truck in Olathe, KS is booked, thank you.',
  })
  expect((await user.emails.getEmail({ params: { id: waiting.emailId } })).state).toBe('undone')
  const sentBefore = app.sent.length
  await deliver()
  expect(app.sent).toHaveLength(sentBefore)
  const { load } = await user.loads.getLoad({ params: { id: booked.loadId } })
  expect(load).toMatchObject({ status: 'booked', outcome: { kind: 'booked', cents: 167_000 } })
})

test('[D12.13] a booked truck is empty where and when its load is delivered', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await ask(user, vanLoad(app, { tripMiles: 450, reference: 'N99198' }))
  await bookTruck(user, ray.id, loadId)

  const row = await boardRow(user, ray.id)
  expect(row).toMatchObject({
    isFromDelivery: true,
    truck: { place: { city: 'Memphis', state: 'TN' } },
    booking: { loadId, reference: 'N99198' },
  })
  const emptyAt = Date.parse(row.truck.emptyAt ?? '')
  expect(emptyAt).toBe(Date.parse(row.booking?.emptyAt ?? ''))
  const hours = (emptyAt - app.clock.now.getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(9) // nine hours of driving alone
  expect(hours).toBeLessThan(72)
  const trucks = await user.trucks.listTrucks()
  await user.trucks.saveTrucks({
    body: { trucks: trucks.map((truck) => ({ ...truck, place: { city: 'Tulsa', state: 'OK' } })) },
  })
  expect((await boardRow(user, ray.id)).isFromDelivery).toBe(false)
})

test("[D13.31] a withdrawal replies in the first email's thread, to its recipient", async () => {
  const { user, ray } = await createDispatcher(app)
  const load = vanLoad(app)
  const first = await ask(user, load)
  await ask(user, load) // a second email about the same load
  const booked = await ask(user, vanLoad(app))
  await bookTruck(user, ray.id, booked.loadId)
  const text = 'Our truck in Olathe, KS is booked, thank you.\nCall us for <Friday> & later.'
  const { ready, withdrawn } = await withdraw(user, ray.id, [first.loadId], text)
  expect(ready).toEqual([])
  expect(withdrawn).toMatchObject([{ ask: { loadId: first.loadId }, withdrawal: { state: 'queued' } }])
  await deliver()

  const original = app.sent.find(({ messageId }) => messageId === messageIdOf(first.emailId))
  const reply = app.sent.at(-1)
  expect(reply).toMatchObject({
    to: load.contactEmail,
    subject: `Re: ${original?.subject}`,
    inReplyTo: messageIdOf(first.emailId),
    html: '<p>Our truck in Olathe, KS is booked, thank you.<br>Call us for &#60;Friday&#62; &#38; later.</p>',
  })
  expect((await user.truckBoard.getTakeBack({ params: { id: ray.id } })).withdrawn).toMatchObject([
    { withdrawal: { state: 'sent' } },
  ])
  expect((await boardRow(user, ray.id)).asks.count).toBe(0)
})

test('[D13.31] no ask is taken back twice, however often and at once that is asked', async () => {
  const { user, ray } = await createDispatcher(app)
  const asks = [await ask(user, vanLoad(app)), await ask(user, vanLoad(app)), await ask(user, vanLoad(app))]
  const booked = await ask(user, vanLoad(app))
  await bookTruck(user, ray.id, booked.loadId)
  const loadIds = asks.map(({ loadId }) => loadId)
  const before = app.sent.length

  await Promise.all(Array.from({ length: 6 }, () => withdraw(user, ray.id, loadIds)))
  await deliver()
  await withdraw(user, ray.id, loadIds)
  await deliver()

  const replied = app.sent.slice(before).map(({ inReplyTo }) => inReplyTo)
  expect(replied.toSorted()).toEqual(asks.map(({ emailId }) => messageIdOf(emailId)).toSorted())
})

test('[D13.31] withdrawals are outside guard, allowance and analytics', async () => {
  const { user, ray } = await createDispatcher(app)
  const first = await ask(user, vanLoad(app))
  const booked = await ask(user, vanLoad(app))
  await bookTruck(user, ray.id, booked.loadId)
  const before = await tracesOf(app, user)
  await withdraw(user, ray.id, [first.loadId]) // within 24 hours of the first email: the guard would refuse it
  await deliver()
  expect(await tracesOf(app, user)).toEqual({ ...before, emails: before.emails + 1 })
})

test('[D13.31] withdrawals beyond the daily limit of the mailbox are listed for calls', async () => {
  const own = await testApp({
    change: (deps) => ({ ...deps, sendSettings: { ...deps.sendSettings, relayEmailsPerDay: 4 } }),
  })
  const { user, ray } = await createDispatcher(own)
  const loadIds: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const load = vanLoad(own)
    await sendInquiry(user, { load })
    await own.runDueJobs()
    const { loads } = await user.loads.listLoads({ query: { search: load.company } })
    loadIds.push(loads[0]?.id ?? '')
  }
  own.clock.advance(1_000)
  const [booked = '', ...others] = loadIds
  const { ready, call } = await bookTruck(user, ray.id, booked)
  expect(loadIdsOf(ready)).toHaveLength(1)
  expect(call).toMatchObject([{ callReason: 'mailbox-limit', ask: { facts: { phone: '(555) 010-0134' } } }])
  expect([...loadIdsOf(ready), ...loadIdsOf(call)].toSorted()).toEqual(others.toSorted())
})

test('[D13.31] suppressed brokers and those who were only called get no withdrawal', async () => {
  const { user, ray } = await createDispatcher(app)
  const suppressed = vanLoad(app)
  await ask(user, suppressed)
  await suppress(app.deps, suppressed.contactEmail ?? '', 'inquiry', 'unsubscribed')
  const answered = await ask(user, vanLoad(app))
  await user.loads.changeLoads({ body: { ids: [answered.loadId], change: { kind: 'outcome', outcome: 'declined' } } })
  const phoned = await ask(user, vanLoad(app), { waits: true })
  await callAbout(user, phoned.loadId)
  const booked = await ask(user, vanLoad(app), { waits: true })
  const { ready, call, undone } = await bookTruck(user, ray.id, booked.loadId)
  expect(ready).toEqual([])
  expect(undone.map(({ loadId }) => loadId)).toContain(phoned.loadId)
  expect(call.map(({ callReason }) => callReason)).toEqual(['suppressed'])
})

test('[D13.31] a withdrawal that was undone or failed leaves its ask to take back again', async () => {
  const { user, ray } = await createDispatcher(app)
  const first = await ask(user, vanLoad(app))
  const booked = await ask(user, vanLoad(app))
  await bookTruck(user, ray.id, booked.loadId)
  const { withdrawn } = await withdraw(user, ray.id, [first.loadId])
  const id = withdrawn[0]?.withdrawal?.emailId ?? ''
  await user.inquiries.undoEmail({ params: { id } })
  expect((await user.truckBoard.getTakeBack({ params: { id: ray.id } })).ready).toHaveLength(1)

  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 no such user' })
  await withdraw(user, ray.id, [first.loadId])
  await deliver()
  app.mailbox.answer = undefined
  const { ready } = await user.truckBoard.getTakeBack({ params: { id: ray.id } })
  expect(loadIdsOf(ready)).toEqual([first.loadId])
  await withdraw(user, ray.id, [first.loadId])
  await deliver()
  expect(app.sent.at(-1)).toMatchObject({ inReplyTo: messageIdOf(first.emailId) })
})

test('[D13.31] a withdrawal that failed needs no attention once another one is sent', async () => {
  const { user, ray } = await createDispatcher(app)
  const first = await ask(user, vanLoad(app))
  const booked = await ask(user, vanLoad(app))
  await bookTruck(user, ray.id, booked.loadId)
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 no such user' })
  await withdraw(user, ray.id, [first.loadId])
  await deliver()
  app.mailbox.answer = undefined
  const failed = async () => (await user.emails.countEmails()).failed
  expect(await failed()).toBe(1)
  await withdraw(user, ray.id, [first.loadId])
  expect(await failed()).toBe(0)
})

test("[D13.31] a withdrawal leaves from its ask's mailbox, or the default if that is broken", async () => {
  const { user, ray } = await createDispatcher(app)
  const asks = [await ask(user, vanLoad(app)), await ask(user, vanLoad(app))]
  const { kind = 'relay', address = '' } = (await user.mailboxes.listMailboxes())[0] ?? {}
  const from = { kind, address }
  await connectMailbox(app.deps, { userId: user.userId, kind: 'smtp', address: 'desk@second.example' }, '{}')
  const booked = await ask(user, vanLoad(app))
  await bookTruck(user, ray.id, booked.loadId)
  const senderOf = async (index: number) => {
    const { withdrawn } = await withdraw(user, ray.id, [asks[index]?.loadId ?? ''])
    const ids = withdrawn.flatMap(({ withdrawal }) => withdrawal?.emailId ?? [])
    const { rows } = await app.pool.query(
      'select mailbox_kind as kind, reply_to as address from email where id = any($1) order by created_at desc',
      [ids],
    )
    return rows[0]
  }
  expect(await senderOf(0)).toEqual(from)
  app.clock.advance(1_000)
  await app.pool.query("update mailbox set connection_error = 'Expired' where user_id = $1 and kind = $2", [
    user.userId,
    kind,
  ])
  expect(await senderOf(1)).toEqual({ kind: 'smtp', address: 'desk@second.example' })
})

test('[D13.31] a load that another empty truck was offered for is not taken back', async () => {
  const { user, ray, lena } = await createDispatcher(app)
  const load = vanLoad(app)
  await ask(user, load)
  await ask(user, load, { truckId: lena.id })
  const booked = await ask(user, vanLoad(app))
  expect((await bookTruck(user, ray.id, booked.loadId)).ready).toEqual([])
  const other = await ask(user, vanLoad(app), { truckId: lena.id })
  expect((await bookTruck(user, lena.id, other.loadId)).ready).toHaveLength(1)
})

test('[D13.31] after a booking a call leaves an ask to take back, a new email does not', async () => {
  const { user, ray } = await createDispatcher(app)
  const called = vanLoad(app)
  const asked = vanLoad(app)
  const { loadId } = await ask(user, called)
  await ask(user, asked)
  const booked = await ask(user, vanLoad(app))
  await bookTruck(user, ray.id, booked.loadId)
  app.clock.advance(60_000)
  await callAbout(user, loadId)
  await ask(user, asked)
  expect(loadIdsOf((await user.truckBoard.getTakeBack({ params: { id: ray.id } })).ready)).toEqual([loadId])
  expect((await boardRow(user, ray.id)).takeBack).toBe(1)
})

test('[D12.13] of two who book a truck at once one wins and the other is told', async () => {
  const { user, ray } = await createDispatcher(app)
  const one = await ask(user, vanLoad(app))
  const other = await ask(user, vanLoad(app))
  const results = await Promise.allSettled([bookTruck(user, ray.id, one.loadId), bookTruck(user, ray.id, other.loadId)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'too-late', message: expect.stringContaining('104 Ray was booked meanwhile') },
  })
  const { booking } = await user.truckBoard.getTakeBack({ params: { id: ray.id } })
  expect(await bookTruck(user, ray.id, booking?.loadId ?? '')).toMatchObject({ booking })
})

test('[D12.13] an ended booking puts truck and load back', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await ask(user, vanLoad(app))
  await bookTruck(user, ray.id, loadId)
  await user.truckBoard.cancelBooking({ params: { id: ray.id } })
  expect(await boardRow(user, ray.id)).toMatchObject({
    booking: null,
    truck: { place: ray.place, emptyAt: ray.emptyAt, driveMinutes: ray.driveMinutes },
    asks: { count: 1 },
  })
})
