import { formatMoney } from '@loadping/contract/format/money'
import { clockIn, timeZoneOf } from '@loadping/contract/format/time-zones'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { type SenderProfile, valuesOf } from '@loadping/contract/templates/placeholders'
import { truckValues, valuesWithoutTruck } from '@loadping/contract/templates/truck-values'
import { formatClock, formatSoon } from '../../freight-text/load-times.ts'
import type { Trip } from '../page/use-trip.ts'
import type { ReplyValues } from './reply-text.ts'

type Told = {
  facts: StoredFacts
  sender: SenderProfile
  trip: Pick<Trip, 'truck' | 'noTruck' | 'deadhead' | 'way' | 'plan' | 'zones'>
  askCents: number | undefined
  now: number
}

/** Returns what a reply can state about a load; of the truck nothing if none may be promised. */
export function replyValues({ facts, sender, trip, askCents, now }: Told): ReplyValues {
  const truck = trip.noTruck === undefined ? trip.truck : undefined
  const ofTruck = truck ? truckValues(truck, trip.deadhead?.miles ?? null) : valuesWithoutTruck
  const { formatted } = valuesOf(facts, { ...sender, ...ofTruck })
  const zone = trip.way?.origin ? timeZoneOf(trip.way.origin) : undefined
  const loadsAt = truck && trip.plan?.loadsAt
  return {
    ...formatted,
    ask: askCents === undefined ? undefined : formatMoney(askCents),
    emptyAt: truck?.emptyAt && zone ? formatEmpty(Date.parse(truck.emptyAt), zone, now) : undefined,
    loadBy: loadsAt && trip.zones.origin ? formatSoon(loadsAt, trip.zones.origin, now) : undefined,
  }
}

/** `now`, `at 6:30 PM CST`, or from the next day on `on Tue, 6:30 PM CST`. */
function formatEmpty(at: number, zone: string, now: number): string {
  if (at <= now) return 'now'
  const isToday = clockIn(zone, at).day === clockIn(zone, now).day
  return isToday ? `at ${formatClock(at, zone)}` : `on ${formatSoon(at, zone, now)}`
}
