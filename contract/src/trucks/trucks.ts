import * as z from 'zod/mini'
import { EquipmentClass } from '../boards/equipment.ts'
import { Place } from '../boards/posted-load.ts'
import { singleLine } from '../format/text.ts'
import { fullClocks } from './driving-hours.ts'

const minutes = (max: number) => z.nullable(z.int().check(z.minimum(0), z.maximum(max)))

/** A truck with its driver's clocks under 49 CFR 395.3. Unknown values are null. */
export const Truck = z.strictObject({
  id: z.uuid(),
  name: singleLine(40, 1),
  equipment: z.nullable(EquipmentClass),
  place: z.nullable(Place),
  emptyAt: z.nullable(z.iso.datetime()),
  /** Minutes of driving left, at most 11 hours. */
  driveMinutes: minutes(fullClocks.drive),
  /** Minutes left in the 14-hour window. */
  windowMinutes: minutes(fullClocks.window),
  /** Minutes left of 70 hours in 8 days. */
  cycleMinutes: minutes(fullClocks.cycle),
  /** Whether it fills truck, location and deadhead of emails. At most one is. */
  isCurrent: z.boolean(),
})
export type Truck = z.infer<typeof Truck>

const cents = z.nullable(z.int().check(z.minimum(0), z.maximum(100_00)))

/** What a mile costs the user: one figure that holds everything, or fuel use, driver pay and the rest apart. */
export const Costs = z.strictObject({
  basis: z.enum(['per-mile', 'detailed']),
  perMileCents: cents,
  milesPerGallon: z.nullable(z.number().check(z.minimum(1), z.maximum(50))),
  driverPerMileCents: cents,
  /** Tires, insurance, truck payment, tolls. */
  otherPerMileCents: cents,
  /** Factoring and dispatch fees, of the rate. */
  feesPercent: z.nullable(z.number().check(z.minimum(0), z.maximum(50))),
  /** A rate per loaded mile from which a load is worth a look. */
  targetRpmCents: cents,
})
export type Costs = z.infer<typeof Costs>

/** Costs before any were entered. */
export const noCosts: Costs = {
  basis: 'per-mile',
  perMileCents: null,
  milesPerGallon: null,
  driverPerMileCents: null,
  otherPerMileCents: null,
  feesPercent: null,
  targetRpmCents: null,
}
