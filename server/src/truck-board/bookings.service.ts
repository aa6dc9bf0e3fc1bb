import type { Place } from '@loadping/contract/boards/posted-load'
import { timeZoneOf } from '@loadping/contract/format/time-zones'
import type { LoadBefore } from '@loadping/contract/loads/load-status'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { TakeBack } from '@loadping/contract/truck-board/truck-board'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, inTransaction } from '../context.ts'
import { undoOfTruck } from '../inquiries/undo.service.ts'
import { announce } from '../live/live.service.ts'
import { changeLoads, undoChange } from '../loads/load-changes.service.ts'
import { type LoadRow, loadNotFound } from '../loads/load-row.ts'
import { findVisibleLoad } from '../loads/visible-loads.service.ts'
import { getDistance } from '../places/distance.service.ts'
import { findPlace } from '../places/places.service.ts'
import { findHandedOver } from '../trucks/handovers.service.ts'
import { listTrucks, placeTruck } from '../trucks/trucks.service.ts'
import { emptyAfter, isWhereDelivered } from './booked-trucks.ts'
import { listAskers, lockAskers } from './fleet.service.ts'
import { getTakeBack } from './take-back.service.ts'
import * as store from './truck-board.store.ts'

type Booking = { loadId: string; after: string | null; cents?: number | undefined }

/**
 * Books one of the caller's trucks with one of their loads, in one transaction: the load's outcome, the truck's next place
 * and time, and the end of what still waits of its other asks.
 */
export const bookTruck = (ctx: Context, truckId: string, { loadId, after, cents }: Booking): Promise<TakeBack> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    const askers = await lockAskers(tx, truckId)
    const trucks = await listTrucks(tx, userId)
    const truck = trucks.find(({ id }) => id === truckId)
    if (!truck) throw truckNotFound()
    const booked = await findCurrent(tx, askers, truckId)
    if (booked?.loadId === loadId) return getTakeBack(tx, truckId)
    if ((booked?.loadId ?? null) !== after) throw bookedMeanwhile(truck, booked)
    const load = await findVisibleLoad(tx, loadId)
    if (!askers.includes(load.userId)) throw await askedForOther(tx, trucks, load)
    const other = await store.findBookingOf(tx.db, load.userId, loadId)
    if (other) throw bookedForOther(trucks, other)
    const stated = cents ?? (load.outcome === 'booked' ? (load.outcomeCents ?? undefined) : undefined)
    const change = {
      kind: 'outcome' as const,
      outcome: 'booked' as const,
      ...(stated !== undefined && { cents: stated }),
    }
    const [before] = await changeLoads(tx, [loadId], change)
    if (!before) throw loadNotFound()
    await moveToDelivery(tx, { askers, trucks, truck, load, before, booked, cents: stated ?? null })
    return getTakeBack(tx, truckId)
  })

/** Returns the booking of a truck by one of these users that counts; undefined without one. */
export const findCurrent = (ctx: Context, askers: string[], truckId: string): Promise<store.BookedRow | undefined> =>
  findLatest(askers, (asker) => store.findBooking(ctx.db, asker, truckId))

/** Returns the newest booking that one of these users has of a truck. */
async function findLatest<Row extends { at: Date }>(
  userIds: string[],
  find: (userId: string) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  let latest: Row | undefined
  for (const userId of userIds) {
    const row = await find(userId)
    if (row && (!latest || row.at > latest.at)) latest = row
  }
  return latest
}

type Taken = {
  /** Who may have asked for the truck. */
  askers: string[]
  /** All of the user's. */
  trucks: Truck[]
  truck: Truck
  load: LoadRow
  before: LoadBefore
  /** The booking that this one follows. */
  booked: store.BookedRow | undefined
  cents: number | null
}

/**
 * Stores the booking of a load that is booked, puts its truck where and when that is delivered, and undoes what still waits
 * of the truck's other asks. `lockAskers` first.
 */
export async function moveToDelivery(ctx: Context, taken: Taken): Promise<void> {
  const { askers, trucks, truck, load, before, booked, cents } = taken
  const { userId } = ctx.caller
  const { given } = await findHandedOver(ctx, userId)
  await store.clearBookings(ctx.db, userId, [...trucks.map(({ id }) => id), ...given.keys()])
  await store.deleteBookingOf(ctx.db, load.userId, load.id)
  const undoneEmails: string[] = []
  for (const asker of askers)
    undoneEmails.push(...(await undoOfTruck(ctx, { userId: asker, truckId: truck.id, loadId: load.id })))
  const { place, emptyAt, driveMinutes, windowMinutes, cycleMinutes } = truck
  const { at, clocks } = await emptyAfterLoad(ctx, truck, load.facts)
  const { city, state } = load.facts.dest
  const kept: store.BookingRow['before'] = {
    truck: { place, emptyAt, driveMinutes, windowMinutes, cycleMinutes },
    load: before,
    booking: booked?.userId === load.userId ? toEarlier(booked) : null, // any other stays as it is
  }
  const placed = { loadId: load.id, at: ctx.now(), cents, city, state, emptyAt: at, undoneEmails }
  await store.saveBooking(ctx.db, load.userId, truck.id, { ...placed, before: JSON.stringify(kept) })
  await placeTruck(ctx, userId, truck.id, {
    place: { city, state },
    emptyAt: at.toISOString(),
    driveMinutes: clocks?.drive ?? null,
    windowMinutes: clocks?.window ?? null,
    cycleMinutes: clocks?.cycle ?? null,
  })
  await announce(ctx, userId)
}

/** What brings a booking back; the one before it is not kept. */
const toEarlier = ({ loadId, at, cents, city, state, emptyAt, undoneEmails, before }: store.BookedRow) => ({
  loadId,
  at: at.toISOString(),
  cents,
  city,
  state,
  emptyAt: emptyAt.toISOString(),
  undoneEmails,
  before: { ...before, booking: null },
})

export function bookedForOther(trucks: readonly Truck[], { truckId }: store.BookedRow): Problem {
  const name = trucks.find(({ id }) => id === truckId)?.name ?? 'another truck'
  return new Problem('too-late', `This load is booked for ${name}. End that booking first.`)
}

/** A booking is kept with the load, and found by who asked for its truck. */
export async function askedForOther(ctx: Context, trucks: readonly Truck[], load: LoadRow): Promise<Problem> {
  const { askers } = await findHandedOver(ctx, ctx.caller.userId)
  const asker = askers.get(load.userId)
  const asked = trucks.find(({ id }) => asker?.truckIds.has(id) && load.truckIds?.includes(id))
  if (!asker || !asked) return loadNotFound()
  return new Problem('not-allowed', `${asker.name} asked for this load with ${asked.name}. Book that truck.`)
}

export const truckNotFound = () => new Problem('not-found', 'This truck was removed.')

export const bookedMeanwhile = ({ name }: Truck, booked: store.BookedRow | undefined) =>
  new Problem(
    'too-late',
    booked
      ? `${name} was booked meanwhile: ${nameOf(booked.facts.origin)} to ${nameOf(booked.facts.dest)}. Look again.`
      : `The booking of ${name} was ended meanwhile. Look again.`,
  )

const nameOf = ({ city, state }: Place): string => `${city}, ${state}`

/** Estimates when and with which hours a truck is empty after a load. No booking waits for a routing service. */
async function emptyAfterLoad(ctx: Context, truck: Truck, facts: StoredFacts) {
  const trip = facts.tripMiles ?? (await getDistance(embedded, facts)).miles ?? 0
  const way = truck.place ? (await getDistance(embedded, { origin: truck.place, dest: facts.origin })).miles : null
  const deadhead = way ?? facts.deadheadMiles ?? 0
  const zones = { origin: zoneOf(facts.origin), dest: zoneOf(facts.dest) }
  const { at, clocks } = emptyAfter({ truck, facts, miles: { deadhead, trip }, zones, now: ctx.now().getTime() })
  return { at: new Date(at), clocks }
}

const embedded = { geocoder: undefined, roadRouter: undefined }

const zoneOf = (place: Place): string | undefined => timeZoneOf({ ...place, ...findPlace(place) })

/**
 * Puts one of the caller's trucks and its load back to before the booking, unless the truck was moved, or the load changed,
 * since. The booking before it counts again.
 */
export const cancelBooking = (ctx: Context, truckId: string): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    const askers = await lockAskers(tx, truckId)
    const truck = (await listTrucks(tx, userId)).find(({ id }) => id === truckId)
    if (!truck) throw truckNotFound()
    const stored = await findLatest(askers, (asker) => store.findStoredBooking(tx.db, asker, truckId))
    if (!stored) return null
    const isBooked = await store.findBooking(tx.db, stored.userId, truckId)
    await endBooking(tx, { holder: userId, truck }, stored)
    if (isBooked) await undoChange(tx, [stored.before.load])
    return null
  })

/** A truck and who has it. */
type Held = { holder: string; truck: Truck }

/**
 * Ends a booking, and puts the truck where it was unless it moved since. The booking before counts again, unless its load fell
 * through. `lockFleet` first.
 */
export async function endBooking(ctx: Context, { holder, truck }: Held, stored: store.BookingRow): Promise<void> {
  const { userId: owner, before } = stored
  const emptyAt = truck.emptyAt === null ? null : new Date(truck.emptyAt)
  const isThere = isWhereDelivered({ place: truck.place, emptyAt }, stored)
  if (isThere) await placeTruck(ctx, holder, truck.id, before.truck)
  else await forgetDelivery(ctx, { holder, truck }, stored)
  await store.deleteBooking(ctx.db, owner, truck.id)
  for (const userId of new Set([holder, ctx.caller.userId])) await announce(ctx, userId)
  if (!before.booking) return
  await store.saveBooking(ctx.db, owner, truck.id, toRow(before.booking))
  const earlier = await store.findStoredBooking(ctx.db, owner, truck.id)
  if (earlier && !(await store.findBooking(ctx.db, owner, truck.id)))
    await endBooking(ctx, { holder, truck: isThere ? { ...truck, ...before.truck } : truck }, earlier)
}

/** Lets later bookings of the truck by others put it where it was before the booking that ends, not at its delivery. */
async function forgetDelivery(ctx: Context, { holder, truck }: Held, ended: store.BookingRow): Promise<void> {
  for (const userId of await listAskers(ctx, holder, truck.id)) {
    const later = await store.findStoredBooking(ctx.db, userId, truck.id)
    if (!later || later.at <= ended.at) continue
    const before = JSON.stringify(withoutDelivery(later.before, ended))
    await store.changeBefore(ctx.db, { userId, truckId: truck.id, before })
  }
}

type Before = store.BookingRow['before']

function withoutDelivery({ truck, load, booking }: Before, ended: store.BookingRow): Before {
  const { place, emptyAt } = truck
  const isFromIt = isWhereDelivered({ place, emptyAt: emptyAt === null ? null : new Date(emptyAt) }, ended)
  return {
    truck: isFromIt ? ended.before.truck : truck,
    load,
    booking: booking && { ...booking, before: withoutDelivery(booking.before, ended) },
  }
}

type Earlier = NonNullable<store.BookingRow['before']['booking']>

const toRow = ({ at, emptyAt, before, ...booking }: Earlier): store.NewBooking => ({
  ...booking,
  at: new Date(at),
  emptyAt: new Date(emptyAt),
  before: JSON.stringify(before),
})
