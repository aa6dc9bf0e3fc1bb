import * as z from 'zod/mini'

export const fuelProducts = ['gasoline', 'midGrade', 'premium', 'diesel'] as const
export type FuelProduct = (typeof fuelProducts)[number]

/** How wide the area of a figure is: the wider, the rougher. */
export const FuelLevel = z.enum(['city', 'state', 'region', 'nation'])
export type FuelLevel = z.infer<typeof FuelLevel>

/** Retail prices in dollars per US gallon, as texts. For an unknown place all are empty and gasoline is "0". */
export const FuelPrices = z.object({
  unit: z.string(),
  currency: z.string(),
  country: z.string(),
  /** The area of the gasoline price. */
  name: z.string(),
  lowerName: z.string(),
  gasoline: z.string(),
  midGrade: z.string(),
  premium: z.string(),
  diesel: z.string(),
  /** The level and day of the gasoline price. */
  level: z.union([FuelLevel, z.literal('')]),
  asOf: z.string(),
  /** The same for each price, which may come from a wider area or an earlier day. */
  sources: z.partialRecord(z.enum(fuelProducts), z.object({ level: FuelLevel, name: z.string(), asOf: z.string() })),
})
export type FuelPrices = z.infer<typeof FuelPrices>
