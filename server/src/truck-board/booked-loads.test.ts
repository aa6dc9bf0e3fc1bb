import { randomUUID } from 'node:crypto'
import type { LoadChange } from '@loadping/contract/loads/loads.api'
import { beforeAll, expect, test } from 'vitest'
import { askAbout, boardRow, bookTruck, createDispatcher, vanLoad } from '../testing/dispatchers.ts'
import { type TestApp, type TestUser, testAppWithUndo } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testAppWithUndo()
})

const declined: LoadChange = { kind: 'outcome', outcome: 'declined' }
const change = (user: TestUser, ids: string[], what: LoadChange) =>
  user.loads.changeLoads({ body: { ids, change: what } })
const undo = (user: TestUser, before: Parameters<TestUser['loads']['undoLoadChange']>[0]['body']['before']) =>
  user.loads.undoLoadChange({ body: { before } })
/** Sets an outcome as the extension does. */
const click = (user: TestUser, loadId: string, outcome: 'booked' | 'declined' = 'booked', cents?: number) =>
  user.extension.setOutcome({
    headers: { 'idempotency-key': randomUUID() },
    body: { about: { loadId }, outcome, ...(cents !== undefined && { cents }) },
  })
const memphis = { city: 'Memphis', state: 'TN' }
const placeOf = async (user: TestUser, id: string) => (await boardRow(user, id)).truck.place

test('[D12.13] Booked in the extension books the one truck that the asks named', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  const open = await askAbout(app, user, vanLoad(app))
  await click(user, loadId, 'booked', 167_000)
  expect(await boardRow(user, ray.id)).toMatchObject({
    isFromDelivery: true,
    truck: { place: memphis },
    booking: { loadId, cents: 167_000 },
    takeBack: 1,
  })
  const { ready } = await user.truckBoard.getTakeBack({ params: { id: ray.id } })
  expect(ready).toMatchObject([{ ask: { loadId: open.loadId } }])
})

test('[D12.13] Booked in the extension, then undone, leaves truck and load as before', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await undo(user, [await click(user, loadId)])
  expect(await boardRow(user, ray.id)).toMatchObject({
    booking: null,
    truck: { place: ray.place, emptyAt: ray.emptyAt, driveMinutes: ray.driveMinutes },
    asks: { count: 1 },
  })
})

test('[D12.13] of two trucks that were asked none is booked by a click', async () => {
  const { user, ray, lena } = await createDispatcher(app)
  const load = vanLoad(app)
  const { loadId } = await askAbout(app, user, load)
  await askAbout(app, user, load, { truckId: lena.id })
  await click(user, loadId)
  expect([(await boardRow(user, ray.id)).booking, (await boardRow(user, lena.id)).booking]).toEqual([null, null])
})

test('[D12.13] a load whose pickup is over moves no truck', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await app.pool.query(`update load set facts = facts || '{"pickupDay": "2020-01-01"}' where id = $1`, [loadId])
  await click(user, loadId)
  expect(await placeOf(user, ray.id)).toEqual(ray.place)
})

test('[D12.13] a truck that was booked after an ask stays with its load', async () => {
  const { user, ray } = await createDispatcher(app)
  const first = await askAbout(app, user, vanLoad(app))
  const second = await askAbout(app, user, vanLoad(app))
  await click(user, first.loadId)
  await click(user, second.loadId)
  expect((await boardRow(user, ray.id)).booking?.loadId).toBe(first.loadId)
})

test('[D12.13] a truck that was asked again from its delivery follows the next load', async () => {
  const { user, ray } = await createDispatcher(app)
  const first = await askAbout(app, user, vanLoad(app))
  await click(user, first.loadId)
  app.clock.advance(1_000)
  const next = await askAbout(app, user, vanLoad(app, { origin: memphis, dest: { city: 'Tulsa', state: 'OK' } }))
  await click(user, next.loadId)
  expect(await boardRow(user, ray.id)).toMatchObject({
    booking: { loadId: next.loadId },
    truck: { place: { city: 'Tulsa' } },
  })
})

test('[D12.13] Booked with a truck on the dashboard says how many asks to take back', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await askAbout(app, user, vanLoad(app))
  const booked: LoadChange = { kind: 'outcome', outcome: 'booked', cents: 167_000, truckId: ray.id }
  const { before, toTakeBack } = await change(user, [loadId], booked)
  expect(toTakeBack).toBe(1)
  expect((await boardRow(user, ray.id)).booking).toMatchObject({ loadId, cents: 167_000 })
  await undo(user, before)
  expect(await boardRow(user, ray.id)).toMatchObject({ booking: null, truck: { place: ray.place } })
})

test('[D12.13] of two tabs that book one truck the second is told, and its load stays', async () => {
  const { user, ray } = await createDispatcher(app)
  const one = await askAbout(app, user, vanLoad(app))
  const other = await askAbout(app, user, vanLoad(app))
  const booked: LoadChange = { kind: 'outcome', outcome: 'booked', truckId: ray.id }
  await change(user, [one.loadId], booked)
  await expect(change(user, [other.loadId], booked)).rejects.toMatchObject({
    code: 'too-late',
    message: expect.stringContaining('104 Ray was booked meanwhile'),
  })
  expect((await user.loads.getLoad({ params: { id: other.loadId } })).load.status).toBe('contacted')
})

test('[D12.13] a change of several loads to Booked books no truck', async () => {
  const { user, ray } = await createDispatcher(app)
  const one = await askAbout(app, user, vanLoad(app))
  const other = await askAbout(app, user, vanLoad(app))
  await change(user, [one.loadId, other.loadId], { kind: 'status', status: 'booked' })
  expect(await boardRow(user, ray.id)).toMatchObject({ booking: null, truck: { place: ray.place } })
})

test.each<[string, LoadChange]>([
  ['outcome', declined],
  ['status', { kind: 'status', status: 'gone' }],
])('[D12.13] a booked load that falls through by %s puts its truck back', async (_, what) => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, loadId)
  await change(user, [loadId], what)
  expect(await boardRow(user, ray.id)).toMatchObject({
    booking: null,
    truck: { place: ray.place, emptyAt: ray.emptyAt, driveMinutes: ray.driveMinutes },
  })
})

test('[D12.13] a truck that was moved since stays there when its load falls through', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, loadId)
  const tulsa = { city: 'Tulsa', state: 'OK' }
  const trucks = await user.trucks.listTrucks()
  await user.trucks.saveTrucks({ body: { trucks: trucks.map((truck) => ({ ...truck, place: tulsa })) } })
  await change(user, [loadId], declined)
  expect(await placeOf(user, ray.id)).toEqual(tulsa)
})

test('[D12.13] undoing the fall-through books the same truck again', async () => {
  const { user, ray, lena } = await createDispatcher(app)
  const load = vanLoad(app)
  const { loadId } = await askAbout(app, user, load)
  await askAbout(app, user, load, { truckId: lena.id })
  await bookTruck(user, ray.id, loadId, { cents: 167_000 })
  const { before } = await change(user, [loadId], declined)
  await undo(user, before)
  expect(await boardRow(user, ray.id)).toMatchObject({
    booking: { loadId, cents: 167_000 },
    truck: { place: memphis },
  })
  await user.truckBoard.cancelBooking({ params: { id: ray.id } })
  expect((await user.loads.getLoad({ params: { id: loadId } })).load.status).toBe('contacted')
})

test('[D12.13] the extension undoes Declined, and the truck is booked again', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await click(user, loadId)
  const before = await click(user, loadId, 'declined')
  expect(await placeOf(user, ray.id)).toEqual(ray.place)
  await undo(user, [before])
  expect((await boardRow(user, ray.id)).booking?.loadId).toBe(loadId)
})

test('[D12.13] the second load falls through, then the first: the truck is where it was', async () => {
  const { user, ray } = await createDispatcher(app)
  const first = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, first.loadId)
  app.clock.advance(1_000)
  const second = await askAbout(app, user, vanLoad(app, { origin: memphis, dest: { city: 'Tulsa', state: 'OK' } }))
  await bookTruck(user, ray.id, second.loadId, { after: first.loadId })
  await change(user, [first.loadId], declined)
  expect(await placeOf(user, ray.id)).toMatchObject({ city: 'Tulsa' })
  await change(user, [second.loadId], declined)
  expect(await boardRow(user, ray.id)).toMatchObject({ booking: null, truck: { place: ray.place } })
})

test('[D12.13] a corrected rate of a booked load is the rate of its booking', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, loadId, { cents: 167_000 })
  await change(user, [loadId], { kind: 'outcome', outcome: 'booked', cents: 171_000 })
  expect((await boardRow(user, ray.id)).booking).toMatchObject({ loadId, cents: 171_000 })
})

test('[D12.13] a booked load that is removed from My loads leaves its truck', async () => {
  const { user, ray } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await bookTruck(user, ray.id, loadId)
  await change(user, [loadId], { kind: 'delete' })
  expect(await placeOf(user, ray.id)).toEqual(memphis)
})

test('[D12.13] that a booked load was restored can be undone', async () => {
  const { user } = await createDispatcher(app)
  const { loadId } = await askAbout(app, user, vanLoad(app))
  await click(user, loadId)
  await change(user, [loadId], { kind: 'delete' })
  const { before } = await change(user, [loadId], { kind: 'restore' })
  await undo(user, before)
  expect(await user.loads.getLoad({ params: { id: loadId } }).catch(({ code }) => code)).toBe('not-found')
})
