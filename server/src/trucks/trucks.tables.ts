import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { Costs } from '@loadping/contract/trucks/trucks'

/** Column types; `trucks.sql` and `handovers.sql` are the source of truth. */
export type TrucksTables = {
  truck: TruckTable
  costProfile: Costs & { userId: string }
  truckHandover: TruckHandoverTable
}

type TruckTable = {
  userId: string
  id: string
  position: number
  name: string
  equipment: EquipmentClass | null
  city: string | null
  state: string | null
  postalCode: string | null
  emptyAt: Date | null
  driveMinutes: number | null
  windowMinutes: number | null
  cycleMinutes: number | null
  isCurrent: boolean
}

type TruckHandoverTable = {
  id: string
  truckId: string
  truckName: string
  fromUser: string
  toUser: string
  organizationId: string
  at: Date
}
