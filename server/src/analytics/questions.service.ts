import type {
  AnalyticsQuery,
  Bucket,
  ContactAverage,
  ContactTimes,
  ContactTotals,
  DispatchGraph,
  DispatchList,
  Funnel,
  GraphBucket,
  RateAverage,
  UserAverages,
} from '@loadping/contract/analytics/analytics'
import { addDays, type Day, daysBetween, startOfNewYorkDay } from '@loadping/contract/format/new-york-days'
import { Problem } from '@loadping/contract/wire/problem'
import { peopleOf, type Viewing } from './analytics-people.service.ts'
import { bucketStarts, type Range, rangeOf } from './analytics-range.ts'
import { countMoments, distributionOf, noMoments, speedsWithin } from './contact-moments.ts'
import { findKeptFrom } from './kept-from.store.ts'
import * as store from './questions.store.ts'

export async function getTotals(ctx: Viewing, query: AnalyticsQuery): Promise<ContactTotals> {
  const range = rangeOf(query, ctx.now())
  const people = await peopleOf(ctx, query)
  const { now, old } = await store.sumCounts(ctx.db, ['emailSent', 'phoneCall'], { people, range })
  return { ...countsOf(now.emailSent, now.phoneCall), old: countsOf(old.emailSent, old.phoneCall) }
}

const countsOf = (emailSent: number, phoneCall: number) => ({
  emailSent,
  phoneCall,
  totalInquiries: emailSent + phoneCall,
})

/** Averages the seconds between posting and contact. */
export async function getAverageTime(ctx: Viewing, query: AnalyticsQuery): Promise<ContactAverage> {
  const range = rangeOf(query, ctx.now())
  const people = await peopleOf(ctx, query)
  const columns = ['postToContactSum', 'postToContactCount'] as const
  const { now, old } = await store.sumCounts(ctx.db, columns, { people, range })
  const average = (sums: typeof now) => averageOf(sums.postToContactSum, sums.postToContactCount)
  return { ...average(now), old: average(old) }
}

/** Averages the rates in cents: what was asked, or what was posted where nothing was asked. */
export async function getAverageRate(ctx: Viewing, query: AnalyticsQuery): Promise<RateAverage> {
  const range = rangeOf(query, ctx.now())
  const people = await peopleOf(ctx, query)
  const columns = ['askedCentsSum', 'askedCount', 'postedCentsSum', 'postedCount'] as const
  const { now, old } = await store.sumCounts(ctx.db, columns, { people, range })
  const average = ({ askedCentsSum, askedCount, postedCentsSum, postedCount }: typeof now) => ({
    ...averageOf(askedCentsSum + postedCentsSum, askedCount + postedCount),
    asked: averageOf(askedCentsSum, askedCount),
    posted: averageOf(postedCentsSum, postedCount),
  })
  return { ...average(now), old: average(old) }
}

const averageOf = (sum: number, count: number) => ({ value: count === 0 ? null : sum / count, count })

export async function getList(ctx: Viewing, query: AnalyticsQuery): Promise<DispatchList> {
  const range = rangeOf(query, ctx.now())
  const people = await peopleOf(ctx, query)
  const sums = await store.sumByUser(ctx.db, people, range)
  return {
    rows: rankRows(sums.map((sum) => ({ userId: sum.userId, ...countsOf(sum.emailSent, sum.phoneCall) }))),
    old: {
      rows: rankRows(sums.map((sum) => ({ userId: sum.userId, ...countsOf(sum.oldEmailSent, sum.oldPhoneCall) }))),
    },
  }
}

/** Returns the rows with contacts, the most first. */
const rankRows = (rows: DispatchList['rows']): DispatchList['rows'] =>
  rows
    .filter(({ totalInquiries }) => totalInquiries > 0)
    .sort((one, other) => other.totalInquiries - one.totalInquiries)

export async function getUserAverages(ctx: Viewing, query: AnalyticsQuery): Promise<UserAverages> {
  const range = rangeOf(query, ctx.now())
  return store.averageByUser(ctx.db, await peopleOf(ctx, query), range)
}

export async function getGraph(
  ctx: Viewing,
  { bucket = 'day', ...query }: AnalyticsQuery & { bucket?: GraphBucket | undefined },
): Promise<DispatchGraph> {
  const range = rangeOf(query, ctx.now())
  return bucket === 'hour' ? getHours(ctx, query, range) : getBuckets(ctx, query, { range, bucket })
}

async function getBuckets(
  ctx: Viewing,
  query: AnalyticsQuery,
  { range, bucket }: { range: Range; bucket: Bucket },
): Promise<DispatchGraph> {
  const oldStarts = bucketStarts({ start: range.oldStart, end: range.oldEnd }, bucket)
  const starts = [...oldStarts, ...bucketStarts(range, bucket)]
  const people = await peopleOf(ctx, query)
  const days = starts.map((date): DispatchGraph['days'][number] => ({ date, users: {} }))
  const entryOf = days.flatMap((day, index) => {
    const next = starts[index + 1] ?? addDays(range.end, 1)
    return Array.from({ length: daysBetween(day.date, next) }, () => day)
  })
  for (const { userId, days: offsets, ...counts } of await store.listByUser(ctx.db, { people, range, bucket })) {
    for (const [index, offset] of offsets.entries()) {
      const users = entryOf[offset]?.users ?? {}
      const { emailSent = 0, phoneCall = 0 } = users[userId] ?? {}
      users[userId] = countsOf(emailSent + (counts.emailsSent[index] ?? 0), phoneCall + (counts.phoneCalls[index] ?? 0))
    }
  }
  return { days: days.slice(oldStarts.length), old: { days: days.slice(0, oldStarts.length) } }
}

/** Counts the contacts of one day, and of the day before, by the hour, or as wholes if events of them were removed. */
async function getHours(ctx: Viewing, query: AnalyticsQuery, range: Range): Promise<DispatchGraph> {
  const { start, end, oldStart } = range
  const message = 'A graph by the hour shows one day.'
  if (start !== end) throw new Problem('invalid-input', message, { bucket: message })
  const keptFrom = await findKeptFrom(ctx.db, ['contacts'])
  if (keptFrom !== null && oldStart < keptFrom) return getBuckets(ctx, query, { range, bucket: 'day' })
  const hoursOf = (date: Day) =>
    Array.from({ length: 24 }, (_, hour): DispatchGraph['days'][number] => ({ date, hour, users: {} }))
  const days = hoursOf(start)
  const oldDays = hoursOf(oldStart)
  const between = { from: startOfNewYorkDay(oldStart), before: startOfNewYorkDay(addDays(end, 1)) }
  for (const row of await store.countByHour(ctx.db, await peopleOf(ctx, query), between)) {
    const entry = (row.day === start ? days : oldDays)[row.hour]
    if (entry) entry.users[row.userId] = countsOf(row.emailSent, row.phoneCall)
  }
  return { days, old: { days: oldDays } }
}

const minute = 60
/** Where the entries of a distribution begin. */
const distributionSeconds = [0, 1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1_440].map((minutes) => minutes * minute)

export async function getContactTimes(ctx: Viewing, query: AnalyticsQuery): Promise<ContactTimes> {
  const range = rangeOf(query, ctx.now())
  const people = await peopleOf(ctx, query)
  const current = noMoments()
  const old = noMoments()
  for (const { isOld, moments } of await store.listMoments(ctx.db, people, range))
    countMoments(isOld ? old : current, moments)
  const speedOf = (counts: typeof current) => {
    const { count, seconds } = speedsWithin(counts, [0.5, 0.9])
    return { count, medianSeconds: seconds[0] ?? null, p90Seconds: seconds[1] ?? null }
  }
  return {
    ...speedOf(current),
    old: speedOf(old),
    distribution: distributionOf(current, distributionSeconds),
    hours: Array.from({ length: 7 }, (_, weekday) => current.hours.slice(weekday * 24, weekday * 24 + 24)),
  }
}

/** Finds from which day on a range has all contacts and loads, if there were contacts in it before that day. */
async function findBegin({ db }: Viewing, people: store.People, { start, end }: Range): Promise<Day | null> {
  const keptFrom = await findKeptFrom(db, ['contacts', 'loads'])
  if (keptFrom === null || keptFrom <= start) return null
  const lastRemoved = addDays(keptFrom, -1)
  const removed = { start, end: end < lastRemoved ? end : lastRemoved }
  return (await store.hasContacts(db, people, removed)) ? keptFrom : null
}

/** Counts the loads asked about in the range, or in what of it has all its contacts and loads. */
export async function getFunnel(ctx: Viewing, query: AnalyticsQuery): Promise<Funnel> {
  const range = rangeOf(query, ctx.now())
  const { start, end } = range
  const people = await peopleOf(ctx, query)
  const beginsOn = await findBegin(ctx, people, range)
  const between = { from: startOfNewYorkDay(beginsOn ?? start), before: startOfNewYorkDay(addDays(end, 1)) }
  const rows = await store.countFunnel(ctx.db, people, between)
  const rowsOf = (of: (typeof rows)[number]['of']) => rows.filter((row) => row.of === of)
  const countsOf = ({ asked, answered, booked }: (typeof rows)[number]) => ({ asked, answered, booked })
  return {
    beginsOn,
    total: rowsOf('all').map(countsOf)[0] ?? { asked: 0, answered: 0, booked: 0 },
    people: rowsOf('user').flatMap((row) => (row.userId === null ? [] : [{ userId: row.userId, ...countsOf(row) }])),
    templates: rowsOf('template').map((row) => ({ name: row.templateName, ...countsOf(row) })),
    brokers: rowsOf('broker').map((row) => ({ company: row.company, ...countsOf(row) })),
  }
}
