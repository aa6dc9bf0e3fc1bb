import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { boardRow, createDispatcher, vanLoad } from '../testing/dispatchers.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testAppWithUndo } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testAppWithUndo()
})
let weeks = 0
beforeEach(() => {
  weeks += 1
  app.clock.now = new Date(Date.parse('2026-11-23T18:00:00Z') + weeks * 7 * 24 * 60 * minute) // a Monday noon in Chicago
})

const minute = 60_000
const dayIn = (days: number): string => newYorkDay(new Date(app.clock.now.getTime() + days * 24 * 60 * minute))

/** Passes time and returns the user with a token of then. */
async function later(user: TestUser, ms: number): Promise<TestUser> {
  app.clock.advance(ms)
  const { accessToken, refreshToken } = user
  const pair = await app.as(accessToken).signIn.refresh({ query: { refreshToken } })
  return { ...user, ...app.as(pair.accessToken), ...pair }
}
/** Emails about a load and returns the load's id. */
async function ask(user: TestUser, load: PostedLoad, overrides: Parameters<typeof sendInquiry>[1] = {}) {
  await sendInquiry(user, { load, ...overrides })
  const { loads } = await user.loads.listLoads({ query: { search: load.company } })
  return loads[0]?.id ?? ''
}

test('[D12.13] a truck shows its open asks with count, sum, best and age', async () => {
  const { user, ray, lena } = await createDispatcher(app)
  const { createdAt } = await sendInquiry(user, { load: vanLoad(app) })
  app.clock.advance(10 * minute)
  await sendInquiry(user, { load: vanLoad(app, { rate: { cents: 150_000, basis: 'flat' } }) })

  const { trucks, asks, withoutTruck } = await user.truckBoard.getTruckBoard()
  const best = trucks[0]?.asks.bestCents ?? 0
  expect(trucks.map(({ truck }) => truck.name)).toEqual(['104 Ray', '107 Lena'])
  expect(trucks[0]).toMatchObject({ truck: { id: ray.id }, asks: { count: 2, oldestAt: createdAt, due: 0 } })
  expect(best).toBeGreaterThanOrEqual(150_000)
  expect(trucks[0]?.asks.bestPerMileCents).toBe(Math.round(best / 450))
  expect(trucks[0]?.asks.sumCents).toBeGreaterThan(best)
  expect(trucks[1]).toMatchObject({ truck: { id: lena.id }, asks: { count: 0, sumCents: 0, bestCents: null } })
  expect({ all: asks.count, without: withoutTruck.count }).toEqual({ all: 2, without: 0 })
})

test('[D13.14] an ask belongs to the truck that it named; a load asked for two has two candidates', async () => {
  const { user, ray, lena } = await createDispatcher(app)
  const load = vanLoad(app)
  const loadId = await ask(user, load)
  await ask(user, load, { truckId: lena.id, confirmed: true })

  for (const truckId of [ray.id, lena.id])
    expect(await user.truckBoard.listOpenAsks({ query: { truckId } })).toEqual([
      expect.objectContaining({ loadId, truckIds: [lena.id, ray.id] }),
    ])
  expect((await user.truckBoard.getTruckBoard()).asks.count).toBe(1)
})

test('[D12.13] an ask that was undone is no ask of its truck', async () => {
  const { user, ray } = await createDispatcher(app)
  const { id } = await sendInquiry(user, { load: vanLoad(app) })
  await user.inquiries.undoEmail({ params: { id } })
  expect((await boardRow(user, ray.id)).asks.count).toBe(0)
})

test('[D12.13] a removed truck leaves its asks to no truck, and a reefer posting names none of the vans', async () => {
  const { user, lena } = await createDispatcher(app)
  const first = await ask(user, vanLoad(app))
  const second = await ask(user, vanLoad(app, { equipment: 'R' }))
  await user.trucks.saveTrucks({ body: { trucks: [lena] } })

  const { withoutTruck } = await user.truckBoard.getTruckBoard()
  const asks = await user.truckBoard.listOpenAsks({ query: { truckId: 'none' } })
  expect(withoutTruck.count).toBe(2)
  expect(asks.map(({ loadId }) => loadId)).toEqual([second, first])
})

test('[D12.13] an ask ends with its answer, and the truck shows the last one', async () => {
  const { user, ray } = await createDispatcher(app)
  const loadId = await ask(user, vanLoad(app, { company: 'Northgate Produce' }))
  await user.loads.changeLoads({ body: { ids: [loadId], change: { kind: 'outcome', outcome: 'declined' } } })
  expect(await boardRow(user, ray.id)).toMatchObject({
    asks: { count: 0 },
    lastAnswer: { loadId, company: 'Northgate Produce', status: 'refused', outcome: { kind: 'declined' } },
  })
})

test('[D13.10] an ask is due after 20 minutes, or after those that the person chose, or never', async () => {
  const { user, ray } = await createDispatcher(app)
  const loadId = await ask(user, vanLoad(app))
  const dueIds = async (then: TestUser) => (await then.truckBoard.listDueCalls()).due.map((one) => one.loadId)
  let then = await later(user, 19 * minute)
  expect(await dueIds(then)).toEqual([])
  const { nextDueAt } = await then.truckBoard.listDueCalls()
  then = await later(then, minute)
  expect(await dueIds(then)).toEqual([loadId])
  expect(nextDueAt).toBe(app.clock.now.toISOString())
  expect((await boardRow(then, ray.id)).asks.due).toBe(1)

  await then.truckBoard.saveDueMinutes({ body: { minutes: 60 } })
  expect(await dueIds(then)).toEqual([])
  then = await later(then, 40 * minute)
  expect(await dueIds(then)).toEqual([loadId])
  await then.truckBoard.saveDueMinutes({ body: { minutes: null } })
  expect(await then.truckBoard.listDueCalls()).toMatchObject({ dueMinutes: null, due: [], nextDueAt: null })
})

test('[D13.10] at 7 PM at the pickup no ask is due any longer, at 6 AM it is again, until pickup is over', async () => {
  const { user, ray } = await createDispatcher(app)
  await ask(user, vanLoad(app))
  const dueCount = async (then: TestUser) => [
    (await then.truckBoard.listDueCalls()).due.length,
    (await boardRow(then, ray.id)).asks.due,
  ]
  let then = await later(user, 419 * minute) // 6:59 PM in Kansas City
  expect(await dueCount(then)).toEqual([1, 1])
  then = await later(then, minute)
  expect(await dueCount(then)).toEqual([0, 0])
  const { nextDueAt } = await then.truckBoard.listDueCalls()
  then = await later(then, 11 * 60 * minute)
  expect(await dueCount(then)).toEqual([1, 1])
  expect(nextDueAt).toBe(app.clock.now.toISOString())
  then = await later(then, 18 * 60 * minute + minute)
  expect(await dueCount(then)).toEqual([0, 0])
  expect((await boardRow(then, ray.id)).asks.count).toBe(0)
})

test('[D13.10] a call back comes at its time, and is listed until then', async () => {
  const { user } = await createDispatcher(app)
  const loadId = await ask(user, vanLoad(app))
  let then = await later(user, 30 * minute)
  const at = new Date(app.clock.now.getTime() + 90 * minute).toISOString()
  await then.truckBoard.setCallBack({ params: { id: loadId }, body: { at } })
  const calls = await then.truckBoard.listDueCalls()
  expect(calls).toMatchObject({ due: [], later: [{ loadId, callBackAt: at }], nextDueAt: at })
  then = await later(then, 90 * minute)
  expect(await then.truckBoard.listDueCalls()).toMatchObject({ due: [{ loadId }], later: [] })
})

test('[D13.10] a call back chosen for the night is listed until it is due in the morning', async () => {
  const { user } = await createDispatcher(app)
  const loadId = await ask(user, vanLoad(app))
  let then = await later(user, 419 * minute) // 6:59 PM in Kansas City
  const at = new Date(app.clock.now.getTime() + 30 * minute).toISOString()
  await then.truckBoard.setCallBack({ params: { id: loadId }, body: { at } })
  then = await later(then, 40 * minute)
  const morning = new Date(app.clock.now.getTime() + 10 * 60 * minute + 21 * minute).toISOString()
  const waiting = { loadId, callBackAt: at, dueAt: morning }
  expect(await then.truckBoard.listDueCalls()).toMatchObject({ due: [], later: [waiting], nextDueAt: morning })
  then = await later(then, 10 * 60 * minute + 21 * minute)
  expect(await then.truckBoard.listDueCalls()).toMatchObject({ due: [{ loadId }], later: [] })
})

test("[D12.13] another person's truck, ask and load are not found", async () => {
  const { user, ray } = await createDispatcher(app)
  const loadId = await ask(user, vanLoad(app))
  const { user: stranger, ray: other } = await createDispatcher(app)
  const { truckBoard } = stranger
  const absence = { from: dayIn(1), until: dayIn(2) }
  const notFound = { code: 'not-found' }
  await expect(truckBoard.setAbsence({ params: { id: ray.id }, body: { absence } })).rejects.toMatchObject(notFound)
  await expect(truckBoard.setCallBack({ params: { id: loadId }, body: { at: null } })).rejects.toMatchObject(notFound)
  for (const { id } of [ray, other])
    await expect(truckBoard.bookTruck({ params: { id }, body: { loadId, after: null } })).rejects.toMatchObject(
      notFound,
    )
  expect(await truckBoard.listOpenAsks({ query: { truckId: ray.id } })).toEqual([])
  expect((await boardRow(user, ray.id)).booking).toBeNull()
})

test('[D12.13] a truck takes no loads on days that the person says, until they are over', async () => {
  const { user, ray } = await createDispatcher(app)
  const absence = { from: dayIn(0), until: dayIn(1), note: 'In the shop' }
  const params = { id: ray.id }
  await user.truckBoard.setAbsence({ params, body: { absence } })
  expect((await boardRow(user, ray.id)).absence).toEqual(absence)
  const backward = { ...absence, until: dayIn(-1) }
  await expect(user.truckBoard.setAbsence({ params, body: { absence: backward } })).rejects.toMatchObject({
    code: 'invalid-input',
  })
  const then = await later(user, 2 * 24 * 60 * minute)
  expect((await boardRow(then, ray.id)).absence).toBeNull()
})
