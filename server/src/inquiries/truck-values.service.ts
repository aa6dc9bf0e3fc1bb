import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import type { TemplateSource } from '@loadping/contract/templates/placeholders'
import { type TruckValues, takesOwnWay, truckValues, usesDeadhead } from '@loadping/contract/templates/truck-values'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { getDistance } from '../places/distance.service.ts'

/**
 * Returns what a template prints of the sender's truck. Its own way to the pickup is the embedded estimate: no send waits
 * for a routing service.
 */
export async function findTruckValues(
  truck: Pick<Truck, 'place' | 'equipment' | 'isCurrent'> | null,
  { origin, deadheadMiles: boardMiles }: Pick<LoadFacts, 'origin' | 'deadheadMiles'>,
  template: TemplateSource,
): Promise<TruckValues> {
  if (!truck) return {}
  if (!truck.place || !usesDeadhead(template)) return truckValues(truck)
  const { miles } = await getDistance(embedded, { origin: truck.place, dest: origin })
  const isOwn = takesOwnWay({ boardMiles, truck, wayMiles: miles ?? undefined })
  return truckValues(truck, isOwn ? miles : boardMiles)
}

const embedded = { geocoder: undefined, roadRouter: undefined }
