import * as z from 'zod/mini'
import type { LoadFacts } from '../boards/posted-load.ts'
import { instantOf, timeZoneOf } from '../format/time-zones.ts'

/** The times that users choose from, in minutes after the click. */
export const sellByChoices = [5, 10, 15, 30, 60] as const
export const SellByMinutes = z.literal(sellByChoices)
export type SellByMinutes = z.infer<typeof SellByMinutes>

export const defaultSellByMinutes: SellByMinutes = 15

type Pickup = Pick<LoadFacts, 'origin' | 'pickupDay' | 'pickupUntilDay'>

/** Returns when an unsent inquiry is too late: these minutes after its click, or once the pickup date is over. */
export const sellByOf = (clickedAt: number, minutes: number, load: Pickup): number =>
  Math.min(clickedAt + minutes * 60_000, pickupEndOf(load))

/** Returns the end of the last pickup day where the load is picked up; never without a day. */
export function pickupEndOf({ origin, pickupDay, pickupUntilDay }: Pickup): number {
  const lastDay = pickupUntilDay ?? pickupDay
  if (!lastDay) return Number.POSITIVE_INFINITY
  return instantOf(timeZoneOf(origin) ?? 'America/New_York', lastDay, '24:00')
}
