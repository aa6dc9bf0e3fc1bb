import { type GraphBucket, maxAnalyticsDays } from '@loadping/contract/analytics/analytics'
import { formatNear, type Period } from '@loadping/contract/analytics/analytics-figures'
import { addDays, Day, daysBetween, formatDayAs } from '@loadping/contract/format/new-york-days'
import * as z from 'zod/mini'
import { browserStorage } from '../session/browser-storage.ts'
import { formatHour } from '../ui/chart-axis.tsx'
import { choiceOf } from '../use-url-filter.ts'

export const presets = [
  { id: 'today', label: 'Today' },
  { id: 'yesterday', label: 'Yesterday' },
  { id: '7-days', label: 'Last 7 days' },
  { id: '14-days', label: 'Last 14 days' },
  { id: '30-days', label: 'Last 30 days' },
  { id: '90-days', label: 'Last 90 days' },
  { id: 'this-week', label: 'This week' },
  { id: 'this-month', label: 'This month' },
  { id: 'last-month', label: 'Last month' },
  { id: 'this-year', label: 'This year' },
] as const
export type PresetId = (typeof presets)[number]['id']

const presetIds: readonly string[] = presets.map(({ id }) => id)
const isPreset = (text: string): text is PresetId => presetIds.includes(text)

const lastRangeKey = 'loadping.analytics-range'

/** Returns the range that was last chosen on this device, and keeps another one. */
export const lastRange = {
  read: (): string | undefined => {
    const text = browserStorage.read(lastRangeKey)
    return text !== undefined && isRange(text) ? text : undefined
  },
  keep: (text: string): void => browserStorage.write(lastRangeKey, text),
}

const isRange = (text: string): boolean => isPreset(text) || readDays(text) !== undefined

/** What the page shows, from its URL: `period` is a preset or `2026-11-07_2026-11-20`, `users` are IDs and commas. */
export const AnalyticsFilter = z.object({
  search: z.catch(z.literal(''), ''),
  period: z.catch(z.string().check(z.refine(isRange)), 'today'),
  users: z.catch(z.string().check(z.regex(/^[\da-f-]{36}(,[\da-f-]{36}){0,299}$/i)), ''),
  compare: choiceOf(['off']),
  by: choiceOf(['type']),
})
export type AnalyticsFilter = z.infer<typeof AnalyticsFilter>

/** What the questions are about: the same for all parts of the page. */
export type View = {
  query: { startDate: Day; endDate: Day; userIds?: string }
  period: Period
  today: Day
  isCompared: boolean
}

export function viewOf({ period: text, users, compare }: AnalyticsFilter, today: Day): View {
  const period = periodOf(text, today)
  const query = { startDate: period.start, endDate: period.end, ...(users && { userIds: users }) }
  return { query, period, today, isCompared: compare !== 'off' }
}

/** Returns the first and last day of a range as the URL has it; undefined if it is none. */
function readDays(text: string): Period | undefined {
  const [first, last, ...more] = text.split('_').map((day) => Day.safeParse(day).data)
  if (!first || !last || more.length > 0) return undefined
  const [start, end] = first < last ? [first, last] : [last, first]
  return daysBetween(start, end) < maxAnalyticsDays ? { start, end } : undefined
}

/** Returns the days of a preset or range. Weeks start on Monday; those that contain today end today. */
export function periodOf(text: string, today: Day): Period {
  if (!isPreset(text)) return readDays(text) ?? { start: today, end: today }
  if (text === 'yesterday') return { start: addDays(today, -1), end: addDays(today, -1) }
  if (text === 'last-month') {
    const end = addDays(`${today.slice(0, 8)}01`, -1)
    return { start: `${end.slice(0, 8)}01`, end }
  }
  return { start: startOf(text, today), end: today }
}

function startOf(preset: Exclude<PresetId, 'yesterday' | 'last-month'>, today: Day): Day {
  if (preset === 'today') return today
  if (preset === 'this-week') return addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  if (preset === 'this-month') return `${today.slice(0, 8)}01`
  if (preset === 'this-year') return `${today.slice(0, 5)}01-01`
  return addDays(today, 1 - Number.parseInt(preset, 10))
}

/** Bars of the hours of one day, else of days, of weeks beyond 92 days, and of months beyond 400. */
export function bucketOf({ start, end }: Period): GraphBucket {
  const days = daysBetween(start, end) + 1
  if (days === 1) return 'hour'
  if (days > 400) return 'month'
  return days > 92 ? 'week' : 'day'
}

/** `Wed, Nov 18, 9 AM`, `Wed, Nov 18`, `Week of Nov 16`, `November 2026`. */
export function formatBucket(
  { date: day, hour = 0 }: { date: Day; hour?: number | undefined },
  bucket: GraphBucket,
): string {
  if (bucket === 'hour') return `${formatBucket({ date: day }, 'day')}, ${formatHour(hour)}`
  if (bucket === 'month') return formatDayAs(day, { month: 'long', year: 'numeric' })
  if (bucket === 'week') return `Week of ${formatDayAs(day, { month: 'short', day: 'numeric' })}`
  return formatDayAs(day, { weekday: 'short', month: 'short', day: 'numeric' })
}

/** Says which days of a period have 23 or 25 hours, as `Nov 1 has 25 hours`; undefined if none has. */
export function describeOddDays({ start, end }: Period): string | undefined {
  const odd = changesOf(Number(start.slice(0, 4)), Number(end.slice(0, 4))).filter(
    ({ day }) => day >= start && day <= end,
  )
  return odd.length === 0
    ? undefined
    : odd.map(({ day, hours }) => `${formatNear(day, start)} has ${hours} hours`).join(', ')
}

/** The days on which New York's clocks change: the second Sunday of March and the first of November. */
function changesOf(firstYear: number, lastYear: number): { day: Day; hours: 23 | 25 }[] {
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index)
  return years.flatMap((year) => [
    { day: sundayFrom(`${year}-03-08`), hours: 23 as const },
    { day: sundayFrom(`${year}-11-01`), hours: 25 as const },
  ])
}

const sundayFrom = (day: Day): Day => addDays(day, (7 - new Date(day).getUTCDay()) % 7)
