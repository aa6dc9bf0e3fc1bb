import type { Place } from '@loadping/contract/boards/posted-load'
import { pickupEndOf } from '@loadping/contract/emails/sell-by'
import { timeZoneOf } from '@loadping/contract/format/time-zones'
import type { AskSummary, OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { toOutcome } from '../loads/load-row.ts'
import { dueFrom, isCallTime, nextCallTime } from './due.ts'
import type { HeldAsk } from './fleet.service.ts'
import type { BriefAsk } from './truck-board.store.ts'

/** When it is, and after how many minutes asks are due. */
export type Clock = { now: number; dueMinutes: number | null }

/** How long an ask without a pickup day is open. */
const openDaysWithoutPickup = 3

const dayMs = 86_400_000
const defaultZone = 'America/New_York'

/** Returns what the clocks of zones say, each asked once: whether calls are due now, and when a pickup day ends. */
function zoneClocks(now: number) {
  const open = new Map<string, boolean>()
  const ends = new Map<string, number>()
  return {
    isOpen(zone: string): boolean {
      const known = open.get(zone) ?? isCallTime(zone, now)
      open.set(zone, known)
      return known
    },
    endOf(origin: Place, lastDay: string | undefined, askedAt: number): number {
      if (lastDay === undefined) return askedAt + openDaysWithoutPickup * dayMs
      const key = `${origin.city}, ${origin.state} ${lastDay}`
      const known = ends.get(key) ?? pickupEndOf({ origin, pickupDay: lastDay })
      ends.set(key, known)
      return known
    },
  }
}

const zoneOf = ({ city, state }: Place, latitude: number | null, longitude: number | null): string =>
  timeZoneOf({ city, state, latitude: latitude ?? undefined, longitude: longitude ?? undefined }) ?? defaultZone

type Callable = {
  city: string
  state: string
  originLatitude: number | null
  originLongitude: number | null
  lastPickupDay: string | null
  contactedAt: Date
}

/** Returns those of due asks about which one can call now: by the clock where they are picked up, before that is over. */
export function listCallable<Ask extends Callable>(asks: readonly Ask[], now: number): Ask[] {
  const clocks = zoneClocks(now)
  return asks.filter(({ city, state, originLatitude, originLongitude, lastPickupDay, contactedAt }) => {
    const origin = { city, state }
    const end = clocks.endOf(origin, lastPickupDay ?? undefined, contactedAt.getTime())
    return end > now && clocks.isOpen(zoneOf(origin, originLatitude, originLongitude))
  })
}

/** An open ask as the board counts it. */
export type CountedAsk = {
  id: string
  truckIds: string[] | null
  askCents: number | null
  tripMiles: number | null
  /** The same for the same load on another board. */
  laneKey: string | null
  /** The same for the rows of a team about one posting. */
  joinKey: string
  contactedAt: Date
  isDue: boolean
}

/** Leaves out asks whose pickup is over, and tells which are due. */
export function countAsks(rows: readonly BriefAsk[], { now, dueMinutes }: Clock): CountedAsk[] {
  const clocks = zoneClocks(now)
  return rows.flatMap((row) => {
    const [id, truckIds, askCents, tripMiles, asked, isReplied, outcome, outcomeAt, callBackAt, city, state] = row
    const [, , , , , , , , , , , latitude, longitude, lastPickupDay, laneKey, joinKey] = row
    const askedAt = asked * 1_000
    if (clocks.endOf({ city, state }, lastPickupDay ?? undefined, askedAt) <= now) return []
    const times = { outcomeAt: outcomeAt && outcomeAt * 1_000, callBackAt: callBackAt && callBackAt * 1_000 }
    const due = dueFrom({ askedAt, isReplied, outcome, ...times }, dueMinutes)
    const isDue = due !== undefined && due <= now && clocks.isOpen(zoneOf({ city, state }, latitude, longitude))
    return [{ id, truckIds, askCents, tripMiles, laneKey, joinKey, contactedAt: new Date(askedAt), isDue }]
  })
}

/** Returns the figures of some asks. */
export function summarize(asks: readonly CountedAsk[]): AskSummary {
  const cents = asks.flatMap(({ askCents }) => askCents ?? [])
  const perMile = asks.flatMap(({ askCents, tripMiles }) =>
    askCents !== null && tripMiles ? Math.round(askCents / tripMiles) : [],
  )
  const oldest = asks.reduce<Date | undefined>(
    (found, { contactedAt }) => (found && found <= contactedAt ? found : contactedAt),
    undefined,
  )
  return {
    count: asks.length,
    sumCents: cents.reduce((sum, one) => sum + one, 0),
    bestCents: highestOf(cents),
    bestPerMileCents: highestOf(perMile),
    oldestAt: oldest?.toISOString() ?? null,
    due: asks.filter(({ isDue }) => isDue).length,
  }
}

const highestOf = (values: number[]): number | null =>
  values.reduce<number | null>((best, one) => Math.max(best ?? one, one), null)

/** An ask as clients get it, with whether a call is due now, and whether the user chose when to call. */
type TimedAsk = { ask: OpenAsk; isDue: boolean; isCallBack: boolean }

/** Returns asks without those whose pickup is over. */
export function toOpenAsks(rows: readonly HeldAsk[], { now, dueMinutes }: Clock): TimedAsk[] {
  const clocks = zoneClocks(now)
  return rows.flatMap((row) => {
    const { facts, contactedAt, status, outcome } = row
    const { origin, pickupUntilDay, pickupDay } = facts
    const askedAt = contactedAt.getTime()
    const end = clocks.endOf(origin, pickupUntilDay ?? pickupDay, askedAt)
    if (end <= now) return []
    const times = { outcomeAt: row.outcomeAt?.getTime() ?? null, callBackAt: row.callBackAt?.getTime() ?? null }
    const due = dueFrom({ askedAt, isReplied: status === 'replied', outcome, ...times }, dueMinutes)
    const zone = zoneOf(origin, row.originLatitude, row.originLongitude)
    const isDue = due !== undefined && due <= now && clocks.isOpen(zone)
    const dueAt = due === undefined || isDue ? due : nextCallTime(zone, Math.max(due, now))
    const ask = {
      loadId: row.id,
      facts,
      equipmentClass: row.equipmentClass,
      askCents: row.askCents,
      askedAt: contactedAt.toISOString(),
      truckIds: row.truckIds ?? [],
      status,
      outcome: toOutcome(row),
      note: row.note,
      dueAt: dueAt !== undefined && dueAt < end ? new Date(dueAt).toISOString() : null,
      callBackAt: row.callBackAt?.toISOString() ?? null,
      askedBy: row.askedBy,
    }
    return [{ ask, isDue, isCallBack: due !== undefined && due === times.callBackAt }]
  })
}
