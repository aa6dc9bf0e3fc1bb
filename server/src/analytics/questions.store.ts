import { type Bucket, maxFunnelRows } from '@loadping/contract/analytics/analytics'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { emails } from '../emails/emails.reads.ts'
import { loadStatuses } from '../loads/loads.reads.ts'
import { sumColumns } from './analytics.store.ts'
import { type Part, partsOf, type Range } from './analytics-range.ts'

/** Whose contacts: of these users, in this organization or, if null, in any or none. */
export type People = { userIds: string[]; organizationId: string | null }

const madeBy = ({ userIds, organizationId }: People) =>
  organizationId === null
    ? sql<boolean>`user_id = any(${userIds})`
    : sql<boolean>`user_id = any(${userIds}) and holder = ${organizationId}`

type Counts = { people: People; range: Range; bucket?: Bucket }

/** Selects the fewest stored counts that make up a range and the period before. */
function countsIn({ people, range, bucket = 'week' }: Counts) {
  const { oldStart, oldEnd } = range
  const parts = [...partsOf({ start: oldStart, end: oldEnd }, bucket), ...partsOf(range, bucket)]
  return union(people, parts)
}

/** One select for each part, so that each reads only its rows of the key. */
const union = (people: People, parts: Part[]) => {
  const selects = parts.map(
    (part) => sql`
      select user_id, day, email_sent, phone_call, post_to_contact_sum, post_to_contact_count, asked_cents_sum, asked_count,
        posted_cents_sum, posted_count, moments
      from contact_count
      where ${madeBy(people)} and bucket = ${part.bucket} and day between ${part.first} and ${part.last}`,
  )
  return sql`(${sql.join(selects, sql` union all `)}) as counts`
}

type Column = keyof typeof sumColumns
type Sums<Counted extends Column> = Record<'now' | 'old', Record<Counted, number>>

/** Returns the sums of counts, in the range and the period before. */
export async function sumCounts<Counted extends Column>(
  db: Db,
  columns: readonly Counted[],
  { people, range }: { people: People; range: Range },
): Promise<Sums<Counted>> {
  const sumsOf = (isIn: RawBuilder<boolean>) =>
    sql.join(columns.map((column) => sql`coalesce(sum(${sumColumns[column]}) filter (where ${isIn}), 0)`))
  const { rows } = await sql<Record<'now' | 'old', number[]>>`
    select array[${sumsOf(sql`day >= ${range.start}`)}] as now, array[${sumsOf(sql`day < ${range.start}`)}] as old
    from ${countsIn({ people, range })}`.execute(db)
  const named = (sums: number[] = []) =>
    Object.fromEntries(columns.map((column, index) => [column, Number(sums[index] ?? 0)])) as Record<Counted, number> // one entry a column
  return { now: named(rows[0]?.now), old: named(rows[0]?.old) }
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
    from ${countsIn({ people, range })} group by 1 order by 1`.execute(db)
  return rows
}

/** Says whether any contact was counted from `start` to `end`. */
export async function hasContacts(db: Db, people: People, days: Pick<Range, 'start' | 'end'>): Promise<boolean> {
  const { rows } = await sql`select 1 from ${union(people, partsOf(days, 'week'))} limit 1`.execute(db)
  return rows.length > 0
}

type Averages = { userId: string; postToContactSeconds: number | null; rateCents: number | null }

export async function averageByUser(db: Db, people: People, range: Range): Promise<Averages[]> {
  const { rows } = await sql<Averages>`
    select user_id, sum(post_to_contact_sum)::float8 / nullif(sum(post_to_contact_count), 0) as post_to_contact_seconds,
      sum(asked_cents_sum + posted_cents_sum)::float8 / nullif(sum(asked_count + posted_count), 0) as rate_cents
    from ${union(people, partsOf(range, 'week'))} group by user_id order by user_id`.execute(db)
  return rows
}

type UserCounts = { userId: string; days: number[]; emailsSent: number[]; phoneCalls: number[] }

/** Lists the stored counts that make up each user's graph, by the number of days after the first day of both periods. */
export async function listByUser(db: Db, counts: Required<Counts>): Promise<UserCounts[]> {
  const { rows } = await sql<UserCounts>`
    select user_id, array_agg(day - ${counts.range.oldStart}::date) as days, array_agg(email_sent) as emails_sent,
      array_agg(phone_call) as phone_calls
    from ${countsIn(counts)} group by user_id`.execute(db)
  return rows
}

type HourCounts = { userId: string; day: string; hour: number; emailSent: number; phoneCall: number }

/** Counts the contacts of each user in each hour of New York's clock, from the events, which are few in two days. */
export async function countByHour(
  db: Db,
  { userIds, organizationId }: People,
  { from, before }: { from: Date; before: Date },
): Promise<HourCounts[]> {
  const inTeam = organizationId === null ? sql`true` : sql`organization_id = ${organizationId}`
  const { rows } = await sql<HourCounts>`
    select user_id, day, extract(hour from contact_time at time zone 'America/New_York')::int as hour,
      count(*) filter (where type = 'EMAIL') as email_sent, count(*) filter (where type = 'PHONE') as phone_call
    from contact_event
    where user_id = any(${userIds}) and contact_time >= ${from} and contact_time < ${before} and ${inTeam}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Returns the moments of all contacts in the range, and of those in the period before. */
export async function listMoments(db: Db, people: People, range: Range) {
  const { rows } = await sql<{ isOld: boolean; moments: Buffer }>`
    select day < ${range.start} as is_old, string_agg(moments, '') as moments
    from ${countsIn({ people, range })} group by 1`.execute(db)
  return rows
}

export type UserDay = Record<Column, number> & { userId: string; day: string }

/** Lists each user's counts of each day from `start` to `end`. */
export async function listUserDays(
  db: Db,
  people: People,
  { start, end }: Pick<Range, 'start' | 'end'>,
): Promise<UserDay[]> {
  const { rows } = await sql<UserDay>`
    select day, user_id, sum(email_sent) as email_sent, sum(phone_call) as phone_call,
      sum(post_to_contact_sum) as post_to_contact_sum, sum(post_to_contact_count) as post_to_contact_count,
      sum(asked_cents_sum) as asked_cents_sum, sum(asked_count) as asked_count,
      sum(posted_cents_sum) as posted_cents_sum, sum(posted_count) as posted_count
    from ${union(people, partsOf({ start, end }, 'day'))}
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

/**
 * Counts the loads contacted in this time, and those of them answered and booked, in all and by each group, the largest
 * first.
 */
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
        left join (${loadStatuses(db)}) as load on load.user_id = event.user_id and load.id = event.load_id
        left join (${emails(db)}) as email on email.user_id = event.user_id and email.id = event.email_id
      where event.user_id = any(${userIds}) and event.contact_time >= ${from} and event.contact_time < ${before}
        and event.load_id is not null and ${inTeam}
    )
    select * from (
      select user_id, template_name, max(company) as company,
        case grouping(user_id, template_name, company_key)
          when 3 then 'user' when 5 then 'template' when 6 then 'broker' else 'all' end as of,
        count(distinct load_id) as asked,
        count(distinct load_id) filter (where status not in ('saved', 'contacted')) as answered,
        count(distinct load_id) filter (where status = 'booked') as booked,
        row_number() over (
          partition by grouping(user_id, template_name, company_key) order by count(distinct load_id) desc
        ) as place
      from asks group by grouping sets ((), (user_id), (template_name), (company_key))
    ) as counts
    where of in ('all', 'user') or place <= ${maxFunnelRows} order by place`.execute(db)
  return rows
}
