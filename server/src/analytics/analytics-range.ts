import { type AnalyticsQuery, type Bucket, maxAnalyticsDays, maxGraphDays } from '@loadping/contract/analytics'
import { Problem } from '@loadping/contract/problem'
import { addDays, type Day, daysBetween, newYorkDay } from '@loadping/contract/rules/new-york-days'

/** A range of whole New York days, and the same number of days right before. */
export type Range = { start: Day; end: Day; oldStart: Day; oldEnd: Day }

/** Returns the range of a query. Throws if it ends before it starts or is too long. */
export function rangeOf({ startDate, endDate }: AnalyticsQuery, now: Date): Range {
  const end = endDate ?? newYorkDay(now)
  const start = startDate ?? end
  const days = daysBetween(start, end) + 1
  if (days < 1) throw invalid('endDate', 'The range ends before it starts.')
  if (days > maxAnalyticsDays) throw invalid('startDate', `A range has up to ${maxAnalyticsDays} days.`)
  return { start, end, oldStart: addDays(start, -days), oldEnd: addDays(start, -1) }
}

/** Lists the first day in the range of each day, week or month. Throws if there are too many. */
export function bucketStarts({ start, end }: Pick<Range, 'start' | 'end'>, bucket: Bucket): Day[] {
  const count = daysBetween(start, end) + 1
  if (bucket === 'day' && count > maxGraphDays)
    throw invalid('bucket', `A graph shows up to ${maxGraphDays} days. Choose weeks or months.`)
  const days = Array.from({ length: count }, (_, index) => addDays(start, index))
  return days.filter((day) => day === start || isFirst[bucket](day))
}

const isFirst: Record<Bucket, (day: Day) => boolean> = {
  day: () => true,
  week: (day) => new Date(day).getUTCDay() === 1,
  month: (day) => day.endsWith('-01'),
}

const invalid = (field: string, message: string) => new Problem('invalid-input', message, { [field]: message })
