import { formatDuration } from '@loadping/contract/format/durations'
import { timeZoneOf } from '@loadping/contract/format/time-zones'
import type { SharedLoad, StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { LaneDistance, MilesSource } from '@loadping/contract/places/places'
import { takesOwnWay } from '@loadping/contract/templates/truck-values'
import { driveMinutesOf, type TripPlan } from '@loadping/contract/trucks/driving-hours'
import { describeMissedPickup, formatLate, planLoad } from '@loadping/contract/trucks/pickup'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { deliveryDeadline } from '../../freight-text/load-times.ts'
import { useDeadhead } from '../../places/places.data.ts'
import { useNow } from '../../ui/use-now.ts'

type Miles = { miles: number; source: MilesSource }

export type Verdict = { tone: 'good' | 'late' | 'bad' | 'unknown'; text: string }

/** A load as one truck would run it; unknown values are undefined. */
export type Trip = {
  truck: Truck | undefined
  /** Why the email names none of the user's trucks, if so. */
  noTruck: string | undefined
  /** `Misses pickup by 7 h`, or that its time has passed. */
  missed: string | undefined
  deadhead: Miles | undefined
  /** From the truck to the pickup. */
  way: LaneDistance | undefined
  trip: Miles | undefined
  plan: TripPlan | undefined
  zones: LaneZones
  verdict: Verdict
}

export type LaneZones = { origin: string | undefined; dest: string | undefined }

/** Returns the time zones of pickup and delivery; undefined for places outside the US and Canada. */
export const zonesOf = (facts: SharedLoad['facts'], { origin, dest }: LaneDistance): LaneZones => ({
  origin: timeZoneOf({ ...facts.origin, latitude: origin?.latitude, longitude: origin?.longitude }),
  dest: timeZoneOf({ ...facts.dest, latitude: dest?.latitude, longitude: dest?.longitude }),
})

/** Works out whether and when a truck can run a load. */
export function useTrip(
  facts: StoredFacts,
  distance: LaneDistance,
  { truck, noTruck }: Pick<Trip, 'truck' | 'noTruck'>,
): Trip {
  const now = useNow(30_000).getTime()
  const way = useDeadhead(truck?.place ?? null, facts.origin)
  const zones = zonesOf(facts, distance)
  const deadhead = deadheadOf(facts, truck, way)
  const trip =
    distance.miles && distance.source !== null ? { miles: distance.miles, source: distance.source } : undefined
  const plan = planFor(facts, { now, truck, deadhead, trip, zones })
  const lacks = noTruck && !truck ? noTruck : missingFor({ truck, deadhead, trip, distance })
  const missed = describeMissedPickup(plan, { times: facts, zone: zones.origin, now })
  const verdict = verdictOf(facts, { missed, plan, zones, lacks })
  return { truck, noTruck, missed, deadhead, way, trip, plan, zones, verdict }
}

export function deadheadOf(
  facts: StoredFacts,
  truck: Truck | undefined,
  way: LaneDistance | undefined,
): Miles | undefined {
  const { deadheadMiles: boardMiles } = facts
  const ofTruck: Miles | undefined =
    way && way.miles !== null && way.source !== null ? { miles: way.miles, source: way.source } : undefined
  if (boardMiles === undefined || takesOwnWay({ boardMiles, truck, wayMiles: ofTruck?.miles })) return ofTruck
  return { miles: boardMiles, source: 'board' }
}

type Inputs = Pick<Trip, 'truck' | 'deadhead' | 'trip' | 'zones'> & { now: number }

export const planFor = (facts: StoredFacts, { now, truck, deadhead, trip, zones }: Inputs): TripPlan | undefined =>
  truck && deadhead && trip
    ? planLoad({
        truck,
        times: facts,
        zone: zones.origin,
        now,
        deadheadMiles: deadhead.miles,
        tripMiles: trip.miles,
        deliveryUntil: zones.dest ? deliveryDeadline(facts, zones.dest) : undefined,
      })
    : undefined

/** What a plan lacks, as words. */
function missingFor({
  truck,
  deadhead,
  trip,
  distance,
}: Pick<Trip, 'truck' | 'deadhead' | 'trip'> & { distance: LaneDistance }): string {
  if (!trip) return missingMiles(distance)
  if (!truck) return 'Add a truck in Settings to see if it makes it'
  if (!deadhead) return truck.place ? 'No road to the pickup is known' : `Enter where ${truck.name} is empty`
  return `Enter the hours left of ${truck.name} to see if it makes it`
}

/** Says why a lane has no miles. */
export const missingMiles = ({ missing }: LaneDistance): string =>
  ({
    'unknown-origin': 'The pickup place is not on our map',
    'unknown-dest': 'The delivery place is not on our map',
    mexico: 'Miles in Mexico are not covered',
    'no-road': 'No road is known between these places',
  })[missing ?? 'no-road']

type Outcome = Pick<Trip, 'plan' | 'zones' | 'missed'> & { lacks: string }

function verdictOf(facts: StoredFacts, { missed, plan, zones, lacks }: Outcome): Verdict {
  if (missed) return { tone: 'late', text: missed }
  if (!plan) return { tone: 'unknown', text: lacks }
  const deadline = zones.dest ? deliveryDeadline(facts, zones.dest) : undefined
  if (plan.makesDelivery === false && deadline !== undefined)
    return { tone: 'bad', text: `Misses delivery by ${formatLate(plan.toDelivery.arrivesAt, deadline)}` }
  if (plan.makesPickup && plan.makesDelivery) return { tone: 'good', text: 'Makes pickup and delivery' }
  if (plan.makesPickup) return { tone: 'good', text: 'Makes pickup. No delivery time is posted' }
  if (plan.makesDelivery) return { tone: 'good', text: 'Makes delivery. No pickup time is posted' }
  return { tone: 'unknown', text: 'No times are posted' }
}

/** `14 h 20 min driving`. */
export const describeDriving = (miles: number): string => `${formatDuration(driveMinutesOf(miles))} driving`

/** `10 h rest kept`; `no rest needed` without any. */
export function describeRests(...legs: { breaks: number; rests: number; restarts: number }[]): string {
  const sum = (name: 'breaks' | 'rests' | 'restarts') => legs.reduce((total, leg) => total + leg[name], 0)
  const parts = [
    count(sum('restarts'), '34 h restart'),
    count(sum('rests'), '10 h rest'),
    count(sum('breaks'), '30 min break'),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'no rest needed'
}

const count = (number: number, what: string): string =>
  number === 0 ? '' : number === 1 ? what : `${number} × ${what}`

/** How a moment compares with a limit: `29 h before deadline`. */
export function describeSlack(at: number, limit: number | undefined): string | undefined {
  if (limit === undefined) return undefined
  const minutes = Math.round((limit - at) / 60_000)
  const hours = Math.round(Math.abs(minutes) / 60)
  const amount = hours >= 3 ? `${hours} h` : formatDuration(Math.abs(minutes))
  return minutes >= 0 ? `${amount} before deadline` : `${amount} after deadline`
}
