import type { LoadFacts } from '@loadping/contract/loads'
import type { TemplateSource } from '@loadping/contract/rules/placeholders'
import { type TruckValues, truckValues, usesDeadhead } from '@loadping/contract/rules/truck-values'
import type { Truck } from '@loadping/contract/trucks'
import { getDistance } from '../places/distance.service.ts'

/**
 * Returns what a template prints of the sender's truck. Deadhead miles that a posting lacks are the embedded estimate:
 * no send waits for a routing service.
 */
export async function findTruckValues(
  truck: Pick<Truck, 'place' | 'equipment'> | null,
  { origin, deadheadMiles }: Pick<LoadFacts, 'origin' | 'deadheadMiles'>,
  template: TemplateSource,
): Promise<TruckValues> {
  if (!truck?.place || deadheadMiles !== undefined || !usesDeadhead(template))
    return truck ? truckValues(truck, null) : {}
  const { miles } = await getDistance(embedded, { origin: truck.place, dest: origin })
  return truckValues(truck, miles)
}

const embedded = { geocoder: undefined, roadRouter: undefined }
