import { countOf } from '@loadping/contract/format/counts'
import { formatDuration } from '@loadping/contract/format/durations'
import type { DueCalls } from '@loadping/contract/truck-board/truck-board'
import { formatClock, formatSoon } from '../freight-text/load-times.ts'

/** Says that no call is due, and when the next one is: `No calls are due. The next one at 2:40 PM CST.` */
export function describeNoneDue(
  { dueMinutes, nextDueAt }: Pick<DueCalls, 'dueMinutes' | 'nextDueAt'>,
  zone: string,
  now: number,
): string {
  if (nextDueAt === null)
    return dueMinutes === null ? 'Asks do not get due for a call: you turned it off.' : 'No calls are due.'
  const at = Date.parse(nextDueAt)
  const isToday =
    formatSoon(at, zone, now).slice(0, 3) === formatSoon(now, zone, now).slice(0, 3) && at - now < 86_400_000
  return `No calls are due. The next one at ${isToday ? formatClock(at, zone) : formatSoon(at, zone, now)}.`
}

/** `6 asks without an answer for 20 min, 3 to call back later`. */
export function describeDue({ due, later, dueMinutes }: DueCalls): string {
  const waiting =
    dueMinutes === null
      ? countOf(due.length, 'call')
      : `${countOf(due.length, 'ask')} without an answer for ${formatDuration(dueMinutes)}`
  return later.length === 0 ? waiting : `${waiting}, ${later.length} to call back later`
}
