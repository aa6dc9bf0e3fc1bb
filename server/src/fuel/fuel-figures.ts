import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fuelProducts } from '@loadping/contract/fuel/fuel'
import * as z from 'zod/mini'

const Snapshot = z.object({
  /** The states of each region, and the wider area of each region. */
  districts: z.record(z.string(), z.array(z.string())),
  parents: z.record(z.string(), z.string()),
  figures: z.array(z.object({ area: z.string(), product: z.enum(fuelProducts), price: z.number(), asOf: z.string() })),
})
type Snapshot = z.infer<typeof Snapshot>

let snapshot: Snapshot | undefined

/** Returns the embedded figures and regions, which the first call reads. */
export const getSnapshot = (): Snapshot =>
  (snapshot ??= Snapshot.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'fuel-prices.json'), 'utf8'))))

/** One published price in dollars per US gallon. */
export type FuelFigure = Snapshot['figures'][number]
