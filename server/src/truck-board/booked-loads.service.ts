import type { LoadBefore } from '@loadping/contract/loads/load-status'
import type { LoadChange } from '@loadping/contract/loads/loads.api'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, inTransaction } from '../context.ts'
import * as loads from '../loads/load-changes.service.ts'
import { findVisibleLoad } from '../loads/visible-loads.service.ts'
import { askDays, findHandedOver } from '../trucks/handovers.service.ts'
import { listTrucks } from '../trucks/trucks.service.ts'
import { toOpenAsks } from './asks.ts'
import {
  askedForOther,
  bookedForOther,
  bookedMeanwhile,
  endBooking,
  findCurrent,
  moveToDelivery,
  truckNotFound,
} from './bookings.service.ts'
import { lockAskers, lockFleet } from './fleet.service.ts'
import { getTakeBack } from './take-back.service.ts'
import * as store from './truck-board.store.ts'

type OutcomeChange = Extract<LoadChange, { kind: 'outcome' }>

/**
 * Changes those of the caller's own loads among these, and returns what it replaced. The truck of one that is no longer
 * booked is where it was before. Only a truck that is named is booked.
 */
export const changeLoads = (
  ctx: Context,
  ids: string[],
  change: LoadChange,
): Promise<{ before: LoadBefore[]; toTakeBack?: number }> =>
  inTransaction(ctx, async (tx) => {
    const truckId = change.kind === 'outcome' && change.outcome === 'booked' ? change.truckId : undefined
    if (truckId !== undefined && ids.length > 1)
      throw new Problem('invalid-input', 'A truck is booked with one load.', { truckId: 'Choose one load' })
    await lockFleet(tx) // before the loads, so that two never wait for each other
    const before = await changeBooked(tx, ids, change)
    const [load] = before
    if (truckId === undefined || !load) return { before }
    const refusal = await bookAsked(tx, load, truckId)
    if (refusal) throw refusal
    const { ready, call } = await getTakeBack(tx, truckId)
    return { before, toTakeBack: ready.length + call.length }
  })

/** Sets the outcome of one of the caller's own loads. One that is booked so books the only truck that its asks named. */
export const setOutcome = (ctx: Context, id: string, change: OutcomeChange): Promise<LoadBefore | undefined> =>
  inTransaction(ctx, async (tx) => {
    await lockFleet(tx)
    const [before] = await changeBooked(tx, [id], change)
    if (before && before.status !== 'booked' && change.outcome === 'booked') await bookAsked(tx, before)
    return before
  })

/** Puts back what a change of the caller's loads replaced: a booking that it made ends, and one that it ended is made again. */
export const undoChange = (ctx: Context, before: LoadBefore[]): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    await lockFleet(tx) // before the loads, so that two never wait for each other
    const putBack = new Set(await loads.undoChange(tx, before))
    await endFallen(
      tx,
      before.map(({ id }) => id),
    )
    for (const { id, status, truckId } of before)
      if (status === 'booked' && putBack.has(id) && (truckId !== undefined || before.length === 1))
        await bookAsked(tx, { id, status: 'contacted', outcome: null }, truckId)
    return null
  })

/** Changes loads and ends bookings of those that are no longer booked; what it replaced names their trucks. */
async function changeBooked(ctx: Context, ids: string[], change: LoadChange): Promise<LoadBefore[]> {
  const before = await loads.changeLoads(ctx, ids, change)
  const truckOf = await endFallen(ctx, ids)
  return before.map((load) => {
    const truckId = truckOf.get(load.id)
    return truckId === undefined ? load : { ...load, truckId }
  })
}

/**
 * Ends the bookings of those of these loads that are no longer booked, whoever has their trucks now; returns the trucks by load.
 * `lockFleet` first.
 */
async function endFallen(ctx: Context, loadIds: string[]): Promise<Map<string, string>> {
  const { userId } = ctx.caller
  const { askers, people } = await findHandedOver(ctx, userId)
  const fallen: store.BookingRow[] = []
  for (const owner of [userId, ...askers.keys()]) fallen.push(...(await store.listFallen(ctx.db, owner, loadIds)))
  const truckOf = new Map<string, string>()
  for (const booking of fallen) {
    const { given } = await findHandedOver(ctx, booking.userId)
    const holder = given.get(booking.truckId) ?? booking.userId
    if (holder !== userId && !people.has(holder)) continue // whose sends are not locked
    const truck = (await listTrucks(ctx, holder)).find(({ id }) => id === booking.truckId)
    if (!truck) continue
    await endBooking(ctx, { holder, truck }, booking)
    truckOf.set(booking.loadId, truck.id)
  }
  return truckOf
}

/**
 * Books a truck with a load that is booked: the chosen one, or the only one that the load's asks named if its pickup is not
 * over. Returns why it does not: a truck that was booked with another load since it was asked for this one stays with that.
 */
async function bookAsked(ctx: Context, before: LoadBefore, chosen?: string): Promise<Problem | undefined> {
  const { userId } = ctx.caller
  const load = await findVisibleLoad(ctx, before.id)
  const { id: loadId, userId: owner } = load
  const now = ctx.now().getTime()
  const since = new Date(now - askDays * 86_400_000)
  const asks = await store.listAsk(ctx.db, { userId: owner, since, loadId })
  const isOpen = toOpenAsks(withNobody(asks), { now, dueMinutes: null }).length > 0
  const trucks = await listTrucks(ctx, userId)
  const named = trucks.filter(({ id }) => (chosen ? id === chosen : isOpen && load.truckIds?.includes(id)))
  const [truck] = named
  if (!truck || named.length > 1) return truckNotFound()
  const askers = await lockAskers(ctx, truck.id)
  if (!askers.includes(owner)) return askedForOther(ctx, trucks, load)
  const other = await store.findBookingOf(ctx.db, owner, loadId)
  if (other) return other.truckId === truck.id ? undefined : bookedForOther(trucks, other)
  const booked = await findCurrent(ctx, askers, truck.id)
  const asked = await store.listNamed(ctx.db, { userId: owner, loadIds: [loadId] })
  const isAskedSince = asked.some(({ truckId, at }) => truckId === truck.id && booked && at > booked.at)
  if (booked && !isAskedSince) return bookedMeanwhile(truck, booked)
  await moveToDelivery(ctx, { askers, trucks, truck, load, before, booked, cents: load.outcomeCents })
  return undefined
}

const withNobody = <Row>(rows: Row[]) => rows.map((row) => ({ ...row, askedBy: null }))
