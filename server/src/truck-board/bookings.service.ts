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
import { lockAskers } from './fleet.service.ts'
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
    const booked = await findLatest(askers, (asker) => store.findBooking(tx.db, asker, truckId))
    if (booked?.loadId === loadId) return getTakeBack(tx, truckId)
    if ((booked?.loadId ?? null) !== after) throw bookedMeanwhile(truck, booked)
    const load = await findVisibleLoad(tx, loadId)
    const other = await store.findBookingOf(tx.db, load.userId, loadId)
    if (other) throw bookedForOther(trucks.find(({ id }) => id === other.truckId))
    const { given } = await findHandedOver(tx, userId)
    await store.clearBookings(tx.db, userId, [...trucks.map(({ id }) => id), ...given])
    await store.deleteBookingOf(tx.db, load.userId, loadId)
    const stated = cents ?? (load.outcome === 'booked' ? (load.outcomeCents ?? undefined) : undefined)
    const change = {
      kind: 'outcome' as const,
      outcome: 'booked' as const,
      ...(stated !== undefined && { cents: stated }),
    }
    const [before] = await changeLoads(tx, [loadId], change)
    if (!before) throw loadNotFound()
    const undoneEmails: string[] = []
    for (const asker of askers) undoneEmails.push(...(await undoOfTruck(tx, { userId: asker, truckId, loadId })))
    await moveToDelivery(tx, truck, { load, before, booked, cents: stated ?? null, undoneEmails })
    await announce(tx, userId)
    return getTakeBack(tx, truckId)
  })

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
  load: LoadRow
  before: LoadBefore
  /** The booking that this one follows. */
  booked: store.BookedRow | undefined
  cents: number | null
  undoneEmails: string[]
}

/** Stores a booking, and puts the truck where and when its load is delivered. */
async function moveToDelivery(ctx: Context, truck: Truck, { load, before, booked, cents, undoneEmails }: Taken) {
  const { userId } = ctx.caller
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

const bookedForOther = (truck: Truck | undefined) =>
  new Problem('too-late', `This load is booked for ${truck?.name ?? 'another truck'}. End that booking first.`)

const truckNotFound = () => new Problem('not-found', 'This truck was removed.')

const bookedMeanwhile = ({ name }: Truck, booked: store.BookedRow | undefined) =>
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
    const { before } = stored
    if (await store.findBooking(tx.db, stored.userId, truckId)) await undoChange(tx, [before.load])
    const emptyAt = truck.emptyAt === null ? null : new Date(truck.emptyAt)
    if (isWhereDelivered({ place: truck.place, emptyAt }, stored)) await placeTruck(tx, userId, truckId, before.truck)
    await store.deleteBooking(tx.db, stored.userId, truckId)
    if (before.booking) await store.saveBooking(tx.db, stored.userId, truckId, toRow(before.booking))
    await announce(tx, userId)
    return null
  })

type Earlier = NonNullable<store.BookingRow['before']['booking']>

const toRow = ({ at, emptyAt, before, ...booking }: Earlier): store.NewBooking => ({
  ...booking,
  at: new Date(at),
  emptyAt: new Date(emptyAt),
  before: JSON.stringify(before),
})
