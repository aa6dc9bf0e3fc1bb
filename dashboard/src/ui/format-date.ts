import { useEffect, useState } from 'react'

const timeZone = 'America/New_York'

/** `2:41 PM`, in New York. */
export const formatTime = (instant: Date): string =>
  instant.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })

/** `Fri, Nov 20, 2026`, in New York. */
export const formatDate = (instant: Date): string =>
  instant.toLocaleDateString('en-US', { timeZone, weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })

/** `Fri, Nov 20, 2026, 2:41 PM New York time`. */
export const formatInstant = (instant: Date): string => `${formatDate(instant)}, ${formatTime(instant)} New York time`

/** `Nov 24`, in New York. */
export const formatShortDate = (instant: Date): string =>
  instant.toLocaleDateString('en-US', { timeZone, month: 'short', day: 'numeric' })

/** `Mar 2, 2026`, in New York. */
export const formatFullDate = (instant: Date): string =>
  instant.toLocaleDateString('en-US', { timeZone, month: 'short', day: 'numeric', year: 'numeric' })

/** `now`, `12 min ago`, `2 h ago`, `Thu, Nov 19` within a week, and `Nov 9` or `Nov 9, 2025` before that. */
export function formatAgo(instant: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min ago`
  return minutes < 1440 ? `${Math.floor(minutes / 60)} h ago` : formatDay(instant, now)
}

function formatDay(instant: Date, now: Date): string {
  const days = (now.getTime() - instant.getTime()) / 86_400_000
  if (days < 7)
    return instant.toLocaleDateString('en-US', { timeZone, weekday: 'short', month: 'short', day: 'numeric' })
  return days < 330 ? formatShortDate(instant) : formatFullDate(instant)
}

/** `2:41 PM` for today, `Nov 19, 2:41 PM` for other days, in New York. */
export const formatWhen = (instant: Date, now: Date): string =>
  formatDate(instant) === formatDate(now) ? formatTime(instant) : `${formatShortDate(instant)}, ${formatTime(instant)}`

/** `2:41 PM` for today, `Thu, Nov 19` within a week, and `Nov 9` or `Nov 9, 2025` before that, in New York. */
export function formatDayOrTime(instant: Date, now: Date): string {
  if (formatDate(instant) === formatDate(now)) return formatTime(instant)
  return formatDay(instant, now)
}

/** Returns the current time, and renders again as it passes. */
export function useNow(everyMilliseconds = 10_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMilliseconds)
    return () => clearInterval(timer)
  }, [everyMilliseconds])
  return now
}
