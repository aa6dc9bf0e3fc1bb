import type { Day } from '@loadping/contract/rules/new-york-days'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { Range } from './analytics-range.ts'

/** Whose contacts: of these users, in this organization or, if null, in any or none. */
export type People = { userIds: string[]; organizationId: string | null }

const madeBy = ({ userIds, organizationId }: People) =>
  organizationId === null
    ? sql<boolean>`user_id = any(${userIds})`
    : sql<boolean>`user_id = any(${userIds}) and holder = ${organizationId}`

/** The days of people in a range and the period before. */
const daysOf = (people: People, { oldStart, end }: Range) =>
  sql`contact_day where ${madeBy(people)} and day between ${oldStart} and ${end}`

/** Returns the sums of two counts, in the range and the period before. */
export async function sumCounts(
  db: Db,
  [first, second]:
    | ['emailSent', 'phoneCall']
    | ['postToContactSum', 'postToContactCount']
    | ['rateCentsSum', 'rateCount'],
  people: People,
  { start, oldStart, end }: Range,
) {
  type Column = typeof first | typeof second
  const sumOf = (column: Column, days: '>=' | '<') => (eb: ExpressionBuilder<Tables, 'contactDay'>) =>
    eb.fn.coalesce(eb.fn.sum<number>(column).filterWhere('day', days, start), sql<number>`0`)
  return db
    .selectFrom('contactDay')
    .select([
      (eb) => sumOf(first, '>=')(eb).as('first'),
      (eb) => sumOf(second, '>=')(eb).as('second'),
      (eb) => sumOf(first, '<')(eb).as('oldFirst'),
      (eb) => sumOf(second, '<')(eb).as('oldSecond'),
    ])
    .where(madeBy(people))
    .where('day', '>=', oldStart)
    .where('day', '<=', end)
    .executeTakeFirstOrThrow()
}

type UserSums = Record<'emailSent' | 'phoneCall' | 'oldEmailSent' | 'oldPhoneCall', number> & { userId: string }

/** Sums the contacts of each user, in the range and the period before. */
export async function sumByUser(db: Db, people: People, range: Range): Promise<UserSums[]> {
  const { rows } = await sql<UserSums>`
    select user_id,
      coalesce(sum(email_sent) filter (where day >= ${range.start}), 0) as email_sent,
      coalesce(sum(phone_call) filter (where day >= ${range.start}), 0) as phone_call,
      coalesce(sum(email_sent) filter (where day < ${range.start}), 0) as old_email_sent,
      coalesce(sum(phone_call) filter (where day < ${range.start}), 0) as old_phone_call
    from ${daysOf(people, range)} group by 1 order by 1`.execute(db)
  return rows
}

type Averages = { userId: string; postToContactSeconds: number | null; rateCents: number | null }

/** Averages the contacts of each user in the range. */
export async function averageByUser(db: Db, people: People, { start, end }: Range): Promise<Averages[]> {
  const { rows } = await sql<Averages>`
    select user_id, sum(post_to_contact_sum)::float8 / nullif(sum(post_to_contact_count), 0) as post_to_contact_seconds,
      sum(rate_cents_sum)::float8 / nullif(sum(rate_count), 0) as rate_cents
    from contact_day where ${madeBy(people)} and day between ${start} and ${end} group by user_id order by user_id`.execute(
    db,
  )
  return rows
}

type UserBuckets = { userId: string; buckets: number[]; emailsSent: number[]; phoneCalls: number[] }

/** Sums the contacts of each user from each of these days until the next; the last ends with the range. */
export async function sumByBucket(db: Db, starts: Day[], people: People, range: Range): Promise<UserBuckets[]> {
  const { rows } = await sql<UserBuckets>`
    select user_id, array_agg(bucket) as buckets, array_agg(email_sent) as emails_sent,
      array_agg(phone_call) as phone_calls
    from (
      select user_id, width_bucket(day, ${starts}::date[]) - 1 as bucket,
        sum(email_sent)::int as email_sent, sum(phone_call)::int as phone_call
      from ${daysOf(people, range)} group by 1, 2
    ) as sums group by user_id`.execute(db)
  return rows
}

/** Returns the moments of all contacts in the range and the period before, by weekday, 1 for Monday. */
export async function listMoments(db: Db, people: People, range: Range) {
  const { rows } = await sql<{ weekday: number; isOld: boolean; moments: Buffer }>`
    select extract(isodow from day)::int as weekday, day < ${range.start} as is_old, string_agg(moments, '') as moments
    from ${daysOf(people, range)} group by 1, 2`.execute(db)
  return rows
}

/** One user's contacts of one day. */
export type UserDay = {
  userId: string
  emailSent: number
  phoneCall: number
  day: string
  postToContactSum: number
  postToContactCount: number
  rateCentsSum: number
  rateCount: number
}

/** Lists each user's counts of each day from `start` to `end`. */
export async function listUserDays(
  db: Db,
  people: People,
  { start, end }: Pick<Range, 'start' | 'end'>,
): Promise<UserDay[]> {
  const { rows } = await sql<UserDay>`
    select day, user_id, sum(email_sent) as email_sent, sum(phone_call) as phone_call,
      sum(post_to_contact_sum) as post_to_contact_sum, sum(post_to_contact_count) as post_to_contact_count,
      sum(rate_cents_sum) as rate_cents_sum, sum(rate_count) as rate_count
    from contact_day where ${madeBy(people)} and day between ${start} and ${end}
    group by day, user_id order by day, user_id`.execute(db)
  return rows
}

type FunnelRow = {
  userId: string | null
  templateName: string | null
  company: string | null
  /** By what the row is grouped. */
  of: 'all' | 'user' | 'template' | 'broker'
  asked: number
  answered: number
  booked: number
}

/** Counts the loads contacted in this time, and those of them answered and booked, in all and by each group. */
export async function countFunnel(
  db: Db,
  { userIds, organizationId }: People,
  { from, before }: { from: Date; before: Date },
): Promise<FunnelRow[]> {
  const inTeam = organizationId === null ? sql`true` : sql`event.organization_id = ${organizationId}`
  const { rows } = await sql<FunnelRow>`
    with asks as materialized ( -- a cluster has no grouping() over many machines
      select event.user_id, event.load_id, email.template_name, load.status,
        event.load ->> 'company' as company, lower(event.load ->> 'company') as company_key
      from contact_event as event
        left join load on load.user_id = event.user_id and load.id = event.load_id
        left join email on email.user_id = event.user_id and email.id = event.email_id
      where event.user_id = any(${userIds}) and event.contact_time >= ${from} and event.contact_time < ${before}
        and event.load_id is not null and ${inTeam}
    )
    select user_id, template_name, max(company) as company,
      case grouping(user_id, template_name, company_key)
        when 3 then 'user' when 5 then 'template' when 6 then 'broker' else 'all' end as of,
      count(distinct load_id) as asked,
      count(distinct load_id) filter (where status not in ('saved', 'contacted')) as answered,
      count(distinct load_id) filter (where status = 'booked') as booked
    from asks
    group by grouping sets ((), (user_id), (template_name), (company_key)) order by asked desc`.execute(db)
  return rows
}
