import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { timeZoneOf } from '@loadping/contract/format/time-zones'
import { roadMilesOf } from '@loadping/contract/places/great-circle'
import {
  type TruckValues,
  takesOwnWay,
  truckValues,
  valuesWithoutTruck,
} from '@loadping/contract/templates/truck-values'
import { describeMissedPickup, planLoad } from '@loadping/contract/trucks/pickup'
import { explainNoTruck, truckOfAsk } from '@loadping/contract/trucks/truck-of-ask'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { findPoint, straightMiles } from '../places/known-places.ts'

/** The truck that an email about a posting names, as far as this browser knows. */
export type TruckOfRow = {
  /** None without trucks, and if none fits. */
  truck: Truck | undefined
  values: TruckValues
  /** Our estimate of its way to the pickup. */
  miles?: number | undefined
  /** Why none of the trucks is named. */
  reason?: string
  /** Undefined if it cannot be reckoned. */
  makesPickup?: boolean | undefined
  /** `Misses pickup by 7 h`. */
  missed?: string | undefined
}

/**
 * Returns the truck that an email about a posting names, by the server's own rule and a table of places, so that nothing of
 * a row leaves the browser for it. `namedId` is one that the server said it would name.
 */
export function truckOfRow(
  trucks: readonly Truck[],
  load: PostedLoad,
  now: number,
  namedId?: string | null,
): TruckOfRow {
  if (trucks.length === 0) return { truck: undefined, values: {} }
  const chosen = truckOfAsk(trucks, load, (place) => straightMiles(place, load.origin))
  const truck = namedId === undefined ? chosen : trucks.find(({ id }) => id === namedId)
  if (!truck) return { truck, values: valuesWithoutTruck, reason: explainNoTruck(trucks, load) }
  const straight = truck.place ? straightMiles(truck.place, load.origin) : undefined
  const miles = straight === undefined ? undefined : Math.round(roadMilesOf(straight))
  const isOwn = takesOwnWay({ boardMiles: load.deadheadMiles, truck, wayMiles: miles })
  const values = truckValues(truck, isOwn ? (miles ?? null) : load.deadheadMiles)
  return { truck, values, miles, ...judgePickup(truck, load, { miles, now }) }
}

function judgePickup(
  truck: Truck,
  load: PostedLoad,
  { miles, now }: { miles: number | undefined; now: number },
): Pick<TruckOfRow, 'makesPickup' | 'missed'> {
  const zone = timeZoneOf({ ...load.origin, ...findPoint(load.origin) })
  const plan =
    miles === undefined
      ? undefined
      : planLoad({ truck, times: load, zone, now, deadheadMiles: miles, tripMiles: load.tripMiles ?? 0 })
  return { makesPickup: plan?.makesPickup, missed: describeMissedPickup(plan, { times: load, zone, now }) }
}
