import { instantOf } from '@loadping/contract/format/time-zones'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { TruckBooking } from '@loadping/contract/truck-board/truck-board'
import { type DriverClocks, fullClocks, loadingMinutes } from '@loadping/contract/trucks/driving-hours'
import { planLoad } from '@loadping/contract/trucks/pickup'
import type { Truck } from '@loadping/contract/trucks/trucks'
import type { CountedAsk } from './asks.ts'
import type { BookedRow } from './truck-board.store.ts'

export const toBooking = ({ loadId, at, outcomeCents, emptyAt, facts }: BookedRow): TruckBooking => ({
  loadId,
  at: at.toISOString(),
  cents: outcomeCents,
  origin: facts.origin,
  dest: facts.dest,
  company: facts.company ?? null,
  reference: facts.reference ?? null,
  emptyAt: emptyAt.toISOString(),
})

type Placed = { place: Truck['place']; emptyAt: Date | null }

/** Whether a truck is still where its booking said that the delivery leaves it. */
export const isWhereDelivered = ({ place, emptyAt }: Placed, booking: Pick<BookedRow, 'city' | 'state' | 'emptyAt'>) =>
  place?.city === booking.city && place.state === booking.state && emptyAt?.getTime() === booking.emptyAt.getTime()

type Booked = Pick<BookedRow, 'truckId' | 'loadId' | 'laneKey' | 'joinKey'>

type Known = {
  bookings: ReadonlyMap<string, Pick<BookedRow, 'at'>>
  truckIds: ReadonlySet<string>
  /** When an email named a truck for a load last, if the load was contacted since the truck was booked. */
  namedAt: (loadId: string, truckId: string) => Date | undefined
}

/**
 * Returns the function that tells whether an ask is one from before its truck was booked, and no other of the user's trucks
 * that it named is still to be had. A call changes nothing of that. The same load on another board, or of
 * a teammate, is no other ask.
 */
export function findToTakeBack({ bookings, truckIds: known, namedAt }: Known) {
  function isBefore(loadId: string, truckId: string): boolean {
    const booking = bookings.get(truckId)
    const named = namedAt(loadId, truckId)
    return booking !== undefined && (named === undefined || named <= booking.at)
  }
  return (
    ask: Pick<CountedAsk, 'id' | 'laneKey' | 'joinKey' | 'truckIds'>,
    { truckId, joinKey, laneKey }: Booked,
  ): boolean => {
    const isSameLoad = ask.joinKey === joinKey || (laneKey !== null && ask.laneKey === laneKey)
    if (isSameLoad || !isBefore(ask.id, truckId)) return false
    return (ask.truckIds ?? []).every((named) => !known.has(named) || isBefore(ask.id, named)) // some were removed
  }
}

type Trip = {
  truck: Truck
  facts: StoredFacts
  /** To the pickup, and of the load. */
  miles: { deadhead: number; trip: number }
  zones: { origin: string | undefined; dest: string | undefined }
  now: number
}

/**
 * Estimates when a truck is empty after a load, and its driver's hours then: after a legal trip and an hour to unload, not
 * before the stated time of the delivery. Unknown hours count as full, and stay unknown.
 */
export function emptyAfter({ truck, facts, miles, zones, now }: Trip): {
  at: number
  clocks: DriverClocks | undefined
} {
  const isKnown = truck.driveMinutes !== null && truck.windowMinutes !== null && truck.cycleMinutes !== null
  const rested = { driveMinutes: fullClocks.drive, windowMinutes: fullClocks.window, cycleMinutes: fullClocks.cycle }
  const plan = planLoad({
    truck: isKnown ? truck : { ...truck, ...rested },
    times: facts,
    zone: zones.origin,
    now,
    deadheadMiles: miles.deadhead,
    tripMiles: miles.trip,
  })
  const { deliveryDay, deliveryTime } = facts
  const stated =
    deliveryDay === undefined ? 0 : instantOf(zones.dest ?? defaultZone, deliveryDay, deliveryTime ?? '08:00')
  const arrival = Math.max(plan?.toDelivery.arrivesAt ?? now, stated)
  return {
    at: arrival + loadingMinutes * 60_000,
    clocks: isKnown && plan ? unloaded(plan.clocksAtDelivery) : undefined,
  }
}

/** To unload is on duty, without driving. */
const unloaded = ({ drive, window, cycle }: DriverClocks): DriverClocks => ({
  drive,
  window: Math.max(0, window - loadingMinutes),
  cycle: Math.max(0, cycle - loadingMinutes),
})

const defaultZone = 'America/New_York'
