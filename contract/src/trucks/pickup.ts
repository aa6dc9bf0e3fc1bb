import type { LoadFacts } from '../boards/posted-load.ts'
import { formatDuration } from '../format/durations.ts'
import { instantOf } from '../format/time-zones.ts'
import { planTrip, type TripPlan } from './driving-hours.ts'
import type { Truck } from './trucks.ts'

export type PickupTimes = Pick<LoadFacts, 'pickupDay' | 'pickupUntilDay' | 'pickupTime' | 'pickupUntilTime'>

/**
 * Returns when pickup opens and closes: on days without times at midnight. A time alone is an appointment, which closes
 * when it opens.
 */
export function pickupWindow(
  { pickupDay, pickupUntilDay, pickupTime, pickupUntilTime }: PickupTimes,
  zone: string,
): { from: number; until: number } | undefined {
  if (!pickupDay) return undefined
  const isAppointment = pickupTime !== undefined && pickupUntilDay === undefined && pickupUntilTime === undefined
  const from = instantOf(zone, pickupDay, pickupTime ?? '00:00')
  const until = isAppointment ? from : instantOf(zone, pickupUntilDay ?? pickupDay, pickupUntilTime ?? '24:00')
  return { from, until }
}

/** The hours of a truck that a plan needs. */
type PlannedTruck = Pick<Truck, 'emptyAt' | 'driveMinutes' | 'windowMinutes' | 'cycleMinutes'>

type Way = {
  truck: PlannedTruck
  times: PickupTimes
  /** The zone of the pickup, if known. */
  zone: string | undefined
  now: number
  deadheadMiles: number
  tripMiles: number
  deliveryUntil?: number | undefined
}

/** Plans a load with a truck; undefined while the hours of its driver are unknown. */
export function planLoad({ truck, times, zone, ...way }: Way): TripPlan | undefined {
  const { emptyAt, driveMinutes, windowMinutes, cycleMinutes } = truck
  if (driveMinutes === null || windowMinutes === null || cycleMinutes === null) return undefined
  const pickup = zone === undefined ? undefined : pickupWindow(times, zone)
  return planTrip({
    ...way,
    clocks: { drive: driveMinutes, window: windowMinutes, cycle: cycleMinutes },
    emptyAt: emptyAt === null ? way.now : Date.parse(emptyAt),
    pickupFrom: pickup?.from,
    pickupUntil: pickup?.until,
  })
}

/** Says how late a truck is at the pickup, `Misses pickup by 7 h`, or that its time has passed; undefined if in time. */
export function describeMissedPickup(
  plan: TripPlan | undefined,
  { times, zone, now }: Pick<Way, 'times' | 'zone' | 'now'>,
): string | undefined {
  const pickup = zone === undefined ? undefined : pickupWindow(times, zone)
  if (!pickup) return undefined
  if (pickup.until < now) return 'The pickup time has passed'
  return plan?.makesPickup === false
    ? `Misses pickup by ${formatLate(plan.toPickup.arrivesAt, pickup.until)}`
    : undefined
}

/** How long after a limit something is, at least a minute. */
export const formatLate = (at: number, limit: number): string =>
  formatDuration(Math.max(1, Math.ceil((at - limit) / 60_000)))
