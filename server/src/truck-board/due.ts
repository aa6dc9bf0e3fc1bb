import { addDays } from '@loadping/contract/format/new-york-days'
import { clockIn, instantOf } from '@loadping/contract/format/time-zones'
import type { Outcome } from '@loadping/contract/loads/outcomes'

/** What decides when an ask is due for a call. Times are milliseconds since 1970. */
export type Asked = {
  askedAt: number
  /** Whether the broker replied, so that no call is due but one that the user set. */
  isReplied: boolean
  outcome: Outcome['kind'] | null
  outcomeAt: number | null
  callBackAt: number | null
}

/** After how many minutes asks are due, of who chose none. */
export const defaultDueMinutes = 20

/** Calls are due between these hours where the load is picked up. */
const opens = '06:00'
const closes = '19:00'

/**
 * Returns from when an ask is due, whatever the hour: at the user's own time, or some minutes after the ask or the last
 * call without an answer. Undefined if it is answered or the minutes are null.
 */
export function dueFrom({ askedAt, isReplied, outcome, outcomeAt, callBackAt }: Asked, dueMinutes: number | null) {
  const touchedAt = Math.max(askedAt, outcomeAt ?? 0)
  if (callBackAt !== null && callBackAt > touchedAt) return callBackAt
  const isOpen = outcome === 'no-answer' || (outcome === null && !isReplied)
  return isOpen && dueMinutes !== null ? touchedAt + dueMinutes * 60_000 : undefined
}

/** Whether calls are due in a zone at that time. */
export function isCallTime(zone: string, at: number): boolean {
  const { time } = clockIn(zone, at)
  return time >= opens && time < closes
}

/** Returns the first moment from then on at which calls are due in a zone. */
export function nextCallTime(zone: string, at: number): number {
  const { day, time } = clockIn(zone, at)
  if (time < opens) return instantOf(zone, day, opens)
  return time < closes ? at : instantOf(zone, addDays(day, 1), opens)
}
