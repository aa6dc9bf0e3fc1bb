import type { AnalyticsPerson, AnalyticsQuery } from '@loadping/contract/analytics/analytics'
import { formatCsv } from '@loadping/contract/format/csv'
import { formatPlainDollars } from '@loadping/contract/format/money'
import { addDays } from '@loadping/contract/format/new-york-days'
import type { Context } from '../context.ts'
import { listPeople, peopleAmong } from './analytics-people.service.ts'
import { type Range, rangeOf } from './analytics-range.ts'
import { listUserDays, type People, type UserDay } from './questions.store.ts'

const daysPerPage = 14

const head = [
  'day (New York)',
  'name',
  'email',
  'emails sent',
  'phone calls',
  'total inquiries',
  'average seconds from posting to contact',
  'contacts with known posting time',
  'average rate',
  'contacts with rate',
]

/** Exports the contacts of each user and day as CSV, some days after the other. */
export async function exportAnalytics(ctx: Context, query: AnalyticsQuery): Promise<AsyncIterable<string>> {
  const range = rangeOf(query, ctx.now())
  const visible = await listPeople(ctx)
  return writeRows(ctx, { visible, people: peopleAmong(ctx, query, visible) }, range)
}

async function* writeRows(
  ctx: Context,
  { visible, people }: { visible: AnalyticsPerson[]; people: People },
  { start, end }: Range,
): AsyncGenerator<string> {
  const persons = new Map(visible.map((person) => [person.userId, person]))
  yield formatCsv([head])
  for (let from = start; from <= end; from = addDays(from, daysPerPage)) {
    const to = addDays(from, daysPerPage - 1)
    const rows = await listUserDays(ctx.db, people, { start: from, end: to < end ? to : end })
    yield formatCsv(rows.map((row) => csvRow(row, persons.get(row.userId))))
  }
}

const csvRow = ({ day, emailSent, phoneCall, ...sums }: UserDay, person: AnalyticsPerson | undefined) => [
  day,
  person?.name ?? '',
  person?.email ?? '',
  emailSent,
  phoneCall,
  emailSent + phoneCall,
  average(sums.postToContactSum, sums.postToContactCount)?.toFixed(0) ?? null,
  sums.postToContactCount,
  averageRate(sums),
  sums.askedCount + sums.postedCount,
]

type RateColumn = 'askedCentsSum' | 'askedCount' | 'postedCentsSum' | 'postedCount'

function averageRate({ askedCentsSum, askedCount, postedCentsSum, postedCount }: Pick<UserDay, RateColumn>) {
  const cents = average(askedCentsSum + postedCentsSum, askedCount + postedCount)
  return cents === undefined ? null : formatPlainDollars(cents)
}

const average = (sum: number, count: number): number | undefined => (count === 0 ? undefined : sum / count)
