import { newYorkDay } from '@loadping/contract/format/new-york-days'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import type { Truck } from '@loadping/contract/trucks/trucks'

/** Whether who books a load is asked for a truck: it is not booked, its pickup is not over, and an email named a truck. */
export function isForTruck({ truckIds = [], status, facts }: SavedLoad): boolean {
  const lastDay = facts.pickupUntilDay ?? facts.pickupDay
  const isOver = lastDay !== undefined && lastDay < newYorkDay(new Date())
  return truckIds.length > 0 && status !== 'booked' && !isOver
}

/** Those of the user's trucks that the emails about a load named, the newest first. */
export const trucksFor = ({ truckIds = [] }: SavedLoad, trucks: readonly Truck[]): Truck[] =>
  truckIds.flatMap((id) => trucks.find((truck) => truck.id === id) ?? [])
