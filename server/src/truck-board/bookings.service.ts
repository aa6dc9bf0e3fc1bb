import type { Place } from '@loadping/contract/boards/posted-load'
import { timeZoneOf } from '@loadping/contract/format/time-zones'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { TakeBack } from '@loadping/contract/truck-board/truck-board'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, inTransaction } from '../context.ts'
import { undoOfTruck } from '../inquiries/undo.service.ts'
import { announce } from '../live/live.service.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { changeLoads, undoChange } from '../loads/load-changes.service.ts'
import { loadNotFound } from '../loads/load-row.ts'
import { findVisibleLoad } from '../loads/visible-loads.service.ts'
import { getDistance } from '../places/distance.service.ts'
import { findPlace } from '../places/places.service.ts'
import { listTrucks, placeTruck } from '../trucks/trucks.service.ts'
import { emptyAfter } from './booked-trucks.ts'
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
    await lockSends(tx, userId)
    const truck = (await listTrucks(tx, userId)).find(({ id }) => id === truckId)
    if (!truck) throw truckNotFound()
    const booked = await store.findBooking(tx.db, userId, truckId)
    if (booked?.loadId === loadId) return getTakeBack(tx, truckId)
    if ((booked?.loadId ?? null) !== after) throw bookedMeanwhile(truck, booked)
    const load = await findVisibleLoad(tx, loadId)
    const [before] = await changeLoads(tx, [loadId], {
      kind: 'outcome',
      outcome: 'booked',
      ...(cents !== undefined && { cents }),
    })
    if (!before) throw loadNotFound()
    const { at, clocks } = await emptyAfterLoad(tx, truck, load.facts)
    const { city, state } = load.facts.dest
    const undoneEmails = await undoOfTruck(tx, { userId, truckId, exceptLoadId: loadId })
    const { place, emptyAt, driveMinutes, windowMinutes, cycleMinutes } = truck
    await store.saveBooking(tx.db, userId, truckId, {
      loadId,
      at: tx.now(),
      cents: cents ?? null,
      city,
      state,
      emptyAt: at,
      undoneEmails,
      before: JSON.stringify({
        truck: { place, emptyAt, driveMinutes, windowMinutes, cycleMinutes },
        load: before,
      } satisfies store.BookingRow['before']),
    })
    await placeTruck(tx, userId, truckId, {
      place: { city, state },
      emptyAt: at.toISOString(),
      driveMinutes: clocks?.drive ?? null,
      windowMinutes: clocks?.window ?? null,
      cycleMinutes: clocks?.cycle ?? null,
    })
    await announce(tx, userId)
    return getTakeBack(tx, truckId)
  })

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

/** Puts one of the caller's trucks and its load back to before the booking, unless the truck was moved since. */
export const cancelBooking = (ctx: Context, truckId: string): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    await lockSends(tx, userId)
    if (!(await listTrucks(tx, userId)).some(({ id }) => id === truckId)) throw truckNotFound()
    const booked = await store.findBooking(tx.db, userId, truckId)
    if (!booked) return null
    await undoChange(tx, [booked.before.load])
    await placeTruck(tx, userId, truckId, booked.before.truck)
    await store.deleteBooking(tx.db, userId, truckId)
    await announce(tx, userId)
    return null
  })
