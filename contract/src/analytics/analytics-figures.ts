import { formatCount } from '../format/counts.ts'
import { addDays, type Day, daysBetween, formatDayAs } from '../format/new-york-days.ts'

/** Whole New York days, both included. */
export type Period = { start: Day; end: Day }

/** Returns the same number of days right before. */
export function previousPeriod({ start, end }: Period): Period {
  const days = daysBetween(start, end) + 1
  return { start: addDays(start, -days), end: addDays(start, -1) }
}

/** `Today, Fri, Nov 20`, `Oct 24 – Nov 6`, and with the year if it is not that of today. */
export function formatPeriod({ start, end }: Period, today: Day): string {
  if (start === end) {
    const day = formatNear(start, today, { weekday: 'short' })
    return start === today ? `Today, ${day}` : day
  }
  return `${formatNear(start, end)} – ${formatNear(end, today)}`
}

/** Names a period after a preposition: `on Sat, Nov 21`, `in Oct 24 – Nov 6`. */
export const formatInPeriod = (period: Period, today: Day): string =>
  `${period.start === period.end ? 'on' : 'in'} ${formatPeriod(period, today)}`

/** `Nov 6`, and with the year if it is not that of the other day. */
export const formatNear = (day: Day, near: Day, more: Intl.DateTimeFormatOptions = {}): string =>
  formatDayAs(day, {
    month: 'short',
    day: 'numeric',
    ...(day.slice(0, 4) !== near.slice(0, 4) && { year: 'numeric' }),
    ...more,
  })

/** A change against the period before: a percentage, or nothing where there was nothing to compare with. */
export function changeOf(now: number | null, before: number | null): string | undefined {
  if (now === null || before === null || before === 0) return undefined
  const percent = Number((((now - before) / before) * 100).toFixed(1))
  if (percent === 0) return 'No change'
  return `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))}%`
}
