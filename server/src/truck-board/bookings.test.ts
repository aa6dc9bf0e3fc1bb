import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  askAbout,
  boardRow,
  bookTruck,
  createDispatcher,
  deliverAll,
  vanLoad,
  withdraw,
} from '../testing/dispatchers.ts'
import { type TestApp, type TestUser, testApp, testAppWithUndo } from '../testing/test-app.ts'
import { emptyAfter } from './booked-trucks.ts'

let app: TestApp
beforeAll(async () => {
  app = await testAppWithUndo()
})

const cancel = (user: TestUser, id: string) => user.truckBoard.cancelBooking({ params: { id } })
const takeBackOf = (user: TestUser, id: string) => user.truckBoard.getTakeBack({ params: { id } })
const stateOf = async (user: TestUser, id: string) => (await user.emails.getEmail({ params: { id } })).state

test('[D12.13] an ended booking leaves what was typed for the truck since', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, loadId)
  const tulsa = { city: 'Tulsa', state: 'OK' }
  const trucks = await user.trucks.listTrucks()
  await user.trucks.saveTrucks({ body: { trucks: trucks.map((truck) => ({ ...truck, place: tulsa })) } })
  await cancel(user, ray.id)
  expect((await boardRow(user, ray.id)).truck.place).toEqual(tulsa)
})

test('[D12.13] ending the second booking of a truck brings back the first', async () => {
  const { user, ray } = await createDispatcher(app)
  const first = await askAbout(app, user, vanLoad(app))
  const open = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, first.loadId)
  app.clock.advance(1_000)
  const second = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, second.loadId, { after: first.loadId })
  await cancel(user, ray.id)
  expect((await boardRow(user, ray.id)).booking?.loadId).toBe(first.loadId)
  expect((await takeBackOf(user, ray.id)).ready).toMatchObject([{ ask: { loadId: open.loadId } }])
})

test('[D12.13] one load books one truck', async () => {
  const { user, ray, lena } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, loadId)
  await expect(bookTruck(user, lena.id, loadId)).rejects.toMatchObject({
    code: 'too-late',
    message: 'This load is booked for 104 Ray. End that booking first.',
  })
  expect((await boardRow(user, lena.id)).booking).toBeNull()
})

test('[D12.13] a booking whose load fell through is put back, and another truck takes the load', async () => {
  const { user, ray, lena } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, loadId)
  await user.loads.changeLoads({ body: { ids: [loadId], change: { kind: 'outcome', outcome: 'declined' } } })
  await cancel(user, ray.id)
  expect((await boardRow(user, ray.id)).truck.place).toEqual(ray.place)
  expect((await user.loads.getLoad({ params: { id: loadId } })).load.outcome?.kind).toBe('declined')
  await bookTruck(user, lena.id, loadId)
  expect((await boardRow(user, ray.id)).booking).toBeNull()
})

test('[D12.13] a booking without an amount keeps the one that was stated', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  const change = { kind: 'outcome' as const, outcome: 'booked' as const, cents: 167_000 }
  await user.loads.changeLoads({ body: { ids: [loadId], change } })
  expect((await bookTruck(user, ray.id, loadId)).booking?.cents).toBe(167_000)
})

test('[D13.31] the same load on another board is not taken back from its broker', async () => {
  const { user, ray } = await createDispatcher(app)
  const load = vanLoad(app)
  const { loadId } = await askAbout(app, user, load)
  await askAbout(app, user, { ...load, board: 'truckstop', boardLoadId: randomUUID() })
  const { ready, call } = await bookTruck(user, ray.id, loadId)
  expect([...ready, ...call]).toEqual([])
})

test('[D13.31] what still waits about the booked load is undone, whatever truck it names', async () => {
  const { user, ray, lena } = await createDispatcher(app)
  const load = vanLoad(app)
  const { loadId } = await askAbout(app, user, load)
  const waiting = await askAbout(app, user, load, { truckId: lena.id, waits: true })
  await bookTruck(user, ray.id, loadId)
  await deliverAll(app)
  expect(await stateOf(user, waiting.emailId)).toBe('undone')
})

test('[D13.31] an ask that is being sent at the booking is not tried again', async () => {
  const { user, ray } = await createDispatcher(app)
  const booked = await askAbout(app, user, vanLoad(app))
  const sending = await askAbout(app, user, vanLoad(app), { waits: true })
  await app.pool.query("update email set state = 'sending' where id = $1", [sending.emailId])
  expect(await bookTruck(user, ray.id, booked.loadId)).toMatchObject({ undone: [], ready: [] })
  await app.pool.query("update email set state = 'queued' where id = $1", [sending.emailId]) // a refusal for now
  const before = app.sent.length
  await deliverAll(app)
  expect(app.sent).toHaveLength(before)
  expect(await stateOf(user, sending.emailId)).toBe('failed')
})

test('[D13.31] a load that was taken back, asked for and taken back again holds up no other', async () => {
  const { user, ray } = await createDispatcher(app)
  const load = vanLoad(app)
  const again = await askAbout(app, user, load)
  const booked = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, booked.loadId)
  await withdraw(user, ray.id, [again.loadId])
  await deliverAll(app)
  await cancel(user, ray.id)
  app.clock.advance(1_000)
  await askAbout(app, user, load)
  const other = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, booked.loadId)
  const before = app.sent.length
  await withdraw(user, ray.id, [again.loadId, other.loadId])
  await deliverAll(app)
  expect(app.sent).toHaveLength(before + 2)
})

test('[D13.31] an ask that also named a removed truck is taken back', async () => {
  const { user, ray, lena } = await createDispatcher(app)
  const load = vanLoad(app)
  const { loadId } = await askAbout(app, user, load)
  await askAbout(app, user, load, { truckId: lena.id })
  const booked = await askAbout(app, user, vanLoad(app))
  await user.trucks.saveTrucks({ body: { trucks: [ray] } })
  expect((await bookTruck(user, ray.id, booked.loadId)).ready).toMatchObject([{ ask: { loadId } }])
})

test('[D13.31] withdrawals that wait count toward the daily limit', async () => {
  const change = { undoSeconds: 5, relayEmailsPerDay: 5 }
  const own = await testApp({ change: (deps) => ({ ...deps, sendSettings: { ...deps.sendSettings, ...change } }) })
  const { user, ray } = await createDispatcher(own)
  const loadIds: string[] = []
  for (let count = 0; count < 4; count += 1) loadIds.push((await askAbout(own, user, vanLoad(own))).loadId)
  const { ready } = await bookTruck(user, ray.id, loadIds[0] ?? '')
  const after = await withdraw(user, ray.id, [ready[0]?.ask.loadId ?? ''])
  expect({
    ready: ready.length,
    left: after.ready.length,
    call: after.call.map(({ callReason }) => callReason),
  }).toEqual({
    ready: 1,
    left: 0,
    call: ['mailbox-limit', 'mailbox-limit'],
  })
})

test('[D13.31] a withdrawal waits until the pickup as the load has it now', async () => {
  const { user, ray } = await createDispatcher(app)
  const first = await askAbout(app, user, vanLoad(app))
  const booked = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, booked.loadId)
  await app.pool.query(`update email set load = load || '{"pickupDay": "2020-01-01"}' where id = $1`, [first.emailId])
  const before = app.sent.length
  await withdraw(user, ray.id, [first.loadId])
  await deliverAll(app)
  expect(app.sent).toHaveLength(before + 1)
})

test('[D12.13] to unload is an hour on duty of the truck that is empty afterwards', () => {
  const now = Date.parse('2026-11-23T14:00:00Z')
  const clocks = { driveMinutes: 660, windowMinutes: 840, cycleMinutes: 4_200 }
  const truck = { id: '', name: '', equipment: null, place: null, emptyAt: null, isCurrent: false, ...clocks }
  const place = { city: 'Joliet', state: 'IL' }
  const zones = { origin: 'America/Chicago', dest: 'America/Chicago' }
  const empty = emptyAfter({
    truck,
    facts: { origin: place, dest: place },
    miles: { deadhead: 0, trip: 200 },
    zones,
    now,
  })
  // An hour to load, four to drive, one to unload.
  expect({ minutes: (empty.at - now) / 60_000, ...empty.clocks }).toEqual({
    minutes: 360,
    drive: 420,
    window: 480,
    cycle: 3_840,
  })
})
