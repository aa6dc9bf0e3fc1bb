import type { LoadFacts, Place } from '@loadping/contract/boards/posted-load'
import { milesBetween } from '@loadping/contract/places/great-circle'
import type { KnownPlace } from '@loadping/contract/places/places'
import type { TemplateSource } from '@loadping/contract/templates/placeholders'
import {
  type TruckValues,
  takesOwnWay,
  truckValues,
  usesDeadhead,
  valuesWithoutTruck,
} from '@loadping/contract/templates/truck-values'
import { type AskTruck, truckOfAsk } from '@loadping/contract/trucks/truck-of-ask'
import { getDistance } from '../places/distance.service.ts'
import { findPlace } from '../places/places.service.ts'

type Asked = Pick<LoadFacts, 'board' | 'equipment' | 'origin' | 'deadheadMiles'>

/** The truck that an email names, null for none, and what its template prints of it. */
type TruckOfEmail = { truckId: string | null; values: TruckValues }

/**
 * Returns the sender's truck for a load. Its own way to the pickup is the embedded estimate: no send waits for a routing
 * service.
 */
export async function findTruckOfEmail(
  trucks: readonly AskTruck[],
  load: Asked,
  template: TemplateSource,
): Promise<TruckOfEmail> {
  if (trucks.length === 0) return { truckId: null, values: {} } // what the posting says is not a promise of a truck
  const { origin, deadheadMiles: boardMiles } = load
  const truck = truckOfAsk(trucks, load, straightMilesTo(origin))
  if (!truck) return { truckId: null, values: valuesWithoutTruck }
  if (!truck.place || !usesDeadhead(template)) return { truckId: truck.id, values: truckValues(truck) }
  const { miles } = await getDistance(embedded, { origin: truck.place, dest: origin })
  const isOwn = takesOwnWay({ boardMiles, truck, wayMiles: miles ?? undefined })
  return { truckId: truck.id, values: truckValues(truck, isOwn ? miles : boardMiles) }
}

/** The nearest truck is that in a straight line, so that many trucks cost no search for roads. */
function straightMilesTo(pickup: Place): (place: Place) => number | undefined {
  let to: KnownPlace | undefined
  return (place) => {
    to ??= findPlace(pickup)
    const from = to && findPlace(place)
    return to && from && milesBetween(from, to)
  }
}

const embedded = { geocoder: undefined, roadRouter: undefined }
