import type { FuelProduct } from '@loadping/contract/fuel/fuel'

/** Column types; `fuel.sql` is the source of truth. */
export type FuelTables = {
  fuelPrice: { area: string; product: FuelProduct; price: number; asOf: string; fetchedAt: Date }
}
