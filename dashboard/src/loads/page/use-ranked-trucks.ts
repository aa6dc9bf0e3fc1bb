import { equipmentClassNames } from '@loadping/contract/boards/equipment'
import type { Place } from '@loadping/contract/boards/posted-load'
import { formatMiles } from '@loadping/contract/format/counts'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { milesBetween } from '@loadping/contract/places/great-circle'
import type { LaneDistance } from '@loadping/contract/places/places'
import { explainNoTruck, nameMisfit, rankTrucks } from '@loadping/contract/trucks/truck-of-ask'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { useDeadheads } from '../../places/places.data.ts'
import { useNow } from '../../ui/use-now.ts'
import { deadheadOf, planFor, zonesOf } from './use-trip.ts'

/** A truck as the load page lists it. */
export type ListedTruck = { truck: Truck; label: string }

/** The user's trucks for a load, and the one that its email names. */
export type TrucksOfLoad = {
  /** Those that fit first, in the order in which an email names them. */
  ranked: ListedTruck[]
  named: Truck | undefined
  /** Why the email names none, if the user has trucks. */
  noTruck: string | undefined
}

/** Ranks the user's trucks for a load; those whose way is still loading come after the others that fit. */
export function useRankedTrucks(facts: StoredFacts, distance: LaneDistance, trucks: readonly Truck[]): TrucksOfLoad {
  const now = useNow(60_000).getTime()
  const places = trucks.flatMap((truck) => (truck.place && nameMisfit(truck, facts) === undefined ? [truck.place] : []))
  const wayOf = useDeadheads(places, facts.origin)
  const wayFrom = (place: Place | null) => (place ? wayOf(place) : undefined)
  const ranked = rankTrucks(trucks, facts, (place) => straightMiles(wayFrom(place)))
  const [first] = ranked
  const named = first?.misfit === undefined ? first?.truck : undefined
  const label = ({ truck, misfit }: (typeof ranked)[number]) =>
    misfit ?? describeWay(facts, { truck, way: wayFrom(truck.place), distance, now })
  return {
    ranked: ranked.map((each) => ({ truck: each.truck, label: [...nameTruck(each.truck), label(each)].join(', ') })),
    named,
    noTruck: named || trucks.length === 0 ? undefined : explainNoTruck(trucks, facts),
  }
}

const nameTruck = ({ name, equipment }: Truck): string[] => [
  name,
  ...(equipment ? [equipmentClassNames[equipment].toLowerCase()] : []),
]

/** The nearest is that in a straight line, as for the server. */
const straightMiles = (way: LaneDistance | undefined): number | undefined =>
  way?.origin && way.dest ? milesBetween(way.origin, way.dest) : undefined

type Way = { truck: Truck; way: LaneDistance | undefined; distance: LaneDistance; now: number }

/** `167 mi, makes it`. */
function describeWay(facts: StoredFacts, { truck, way, distance, now }: Way): string {
  const deadhead = deadheadOf(facts, truck, way)
  if (!deadhead) return way ? 'no road known' : 'finding miles'
  const trip = { miles: distance.miles ?? 0, source: distance.source ?? ('board' as const) }
  const plan = planFor(facts, { now, truck, deadhead, trip, zones: zonesOf(facts, distance) })
  const makes = plan?.makesPickup === undefined ? [] : [plan.makesPickup ? 'makes it' : 'misses pickup']
  return [formatMiles(deadhead.miles), ...makes].join(', ')
}
