import { formatAgo } from './ages.ts'
import { inNewYork } from './new-york-days.ts'

/** `2:41 PM`, in New York. */
export const formatTime = inNewYork('en-US', { hour: 'numeric', minute: '2-digit' })

/** `Fri, Nov 20, 2026`, in New York. */
export const formatDate = inNewYork('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })

/** `Nov 24`, in New York. */
export const formatShortDate = inNewYork('en-US', { month: 'short', day: 'numeric' })

/** `Mar 2, 2026`, in New York. */
export const formatFullDate = inNewYork('en-US', { month: 'short', day: 'numeric', year: 'numeric' })

const formatWeekday = inNewYork('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

/** `Fri, Nov 20, 2026, 2:41 PM New York time`. */
export const formatInstant = (instant: Date): string => `${formatDate(instant)}, ${formatTime(instant)} New York time`

/** `2:41 PM` for today, `Nov 19, 2:41 PM` for other days, in New York. */
export const formatWhen = (instant: Date, now: Date): string =>
  formatDate(instant) === formatDate(now) ? formatTime(instant) : `${formatShortDate(instant)}, ${formatTime(instant)}`

/** `2:41 PM` for today, `Thu, Nov 19` within a week, and `Nov 9` or `Nov 9, 2025` before that, in New York. */
export const formatDayOrTime = (instant: Date, now: Date): string =>
  formatDate(instant) === formatDate(now) ? formatTime(instant) : formatNearDay(instant, now)

/** `now`, `12 min ago`, `2 h ago`, `Thu, Nov 19` within a week, and `Nov 9` or `Nov 9, 2025` before that. */
export function formatAgoOrDay(instant: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / 60_000)
  if (minutes < 1) return 'now'
  return minutes < 1440 ? formatAgo(instant, now) : formatNearDay(instant, now)
}

/** `just now`, `12 min ago`, `2 h ago`, then `on Thu, Nov 19`, for a sentence. */
export function formatAgoOrOnDay(instant: Date, now: Date): string {
  const text = formatAgoOrDay(instant, now)
  if (text === 'now') return 'just now'
  return text.endsWith(' ago') ? text : `on ${text}`
}

function formatNearDay(instant: Date, now: Date): string {
  const days = (now.getTime() - instant.getTime()) / 86_400_000
  if (days < 7) return formatWeekday(instant)
  return days < 330 ? formatShortDate(instant) : formatFullDate(instant)
}
