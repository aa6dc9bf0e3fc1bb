import {
  type AnalyticsQuery,
  type Bucket,
  maxAnalyticsDays,
  maxGraphDays,
} from '@loadping/contract/analytics/analytics'
import { addDays, type Day, daysBetween, newYorkDay } from '@loadping/contract/format/new-york-days'
import { Problem } from '@loadping/contract/wire/problem'

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
  return days.filter((day) => day === start || isFirst(bucket, day))
}

const isFirst = (bucket: Bucket, day: Day): boolean => firstDayOf(bucket, day) === day

export function firstDayOf(bucket: Bucket, day: Day): Day {
  if (bucket === 'month') return `${day.slice(0, 7)}-01`
  return bucket === 'day' ? day : addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

export function lastDayOf(bucket: Bucket, day: Day): Day {
  if (bucket === 'day') return day
  const ofNext = addDays(firstDayOf(bucket, day), bucket === 'week' ? 7 : 31)
  return addDays(firstDayOf(bucket, ofNext), -1)
}

/** Buckets of one length that follow each other, from the day on which the first begins to the last day of the last. */
export type Part = { bucket: Bucket; first: Day; last: Day }

/** Splits days into whole weeks or months, and the days before and after these. */
export function partsOf({ start, end }: Pick<Range, 'start' | 'end'>, bucket: Bucket): Part[] {
  const first = addDays(lastDayOf(bucket, addDays(start, -1)), 1)
  const last = addDays(firstDayOf(bucket, addDays(end, 1)), -1)
  if (bucket === 'day' || first > last) return [{ bucket: 'day', first: start, last: end }]
  const parts: Part[] = [
    { bucket: 'day', first: start, last: addDays(first, -1) },
    { bucket, first, last },
    { bucket: 'day', first: addDays(last, 1), last: end },
  ]
  return parts.filter((part) => part.first <= part.last)
}

const invalid = (field: string, message: string) => new Problem('invalid-input', message, { [field]: message })
