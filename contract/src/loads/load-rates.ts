import type { LoadFacts } from '../boards/posted-load.ts'
import { postedTotalCents } from '../templates/rate-formula.ts'

/** Returns the posted rate in cents for the trip, per loaded mile and per mile with deadhead; null where unknown. */
export function ratesOf({ rate, tripMiles, deadheadMiles }: Pick<LoadFacts, 'rate' | 'tripMiles' | 'deadheadMiles'>) {
  const totalCents = postedTotalCents({ rate, tripMiles }) ?? null
  const perMile = (miles: number) => (totalCents === null || miles <= 0 ? null : totalCents / miles)
  return {
    totalCents,
    rpmCents: rate?.basis === 'per-mile' ? rate.cents : perMile(tripMiles ?? 0),
    allInRpmCents: tripMiles === undefined || deadheadMiles === undefined ? null : perMile(tripMiles + deadheadMiles),
  }
}
