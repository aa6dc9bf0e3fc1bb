import { Bucket } from '@loadping/contract/analytics/analytics'
import { addDays, daysBetween, startOfNewYorkDay } from '@loadping/contract/format/new-york-days'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import { accounts } from '../accounts/accounts.reads.ts'
import { holderOf } from '../context.ts'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { emails } from '../emails/emails.reads.ts'
import { loads } from '../loads/loads.reads.ts'
import { firstDayOf, lastDayOf } from './analytics-range.ts'
import { encodedMoment } from './contact-moments.ts'
import { findKeptFrom } from './kept-from.store.ts'

export type ContactEvent = {
  userId: string
  /** The user's organization at that time. */
  organizationId: string | null
  id: string
  type: 'EMAIL' | 'PHONE'
  contactTime: Date
  day: string
  /** In New York. */
  hour: number
  postToContactSeconds: number | null
  askCents: number | null
  postedCents: number | null
  emailId: string | null
  loadId: string | null
  load: StoredFacts
}

export type CountRow = Insertable<Tables['contactCount']>
type DayKey = Pick<CountRow, 'userId' | 'day' | 'holder'>

const key = ['userId', 'bucket', 'day', 'holder'] as const
const sums = [
  'emailSent',
  'phoneCall',
  'postToContactSum',
  'postToContactCount',
  'askedCentsSum',
  'askedCount',
  'postedCentsSum',
  'postedCount',
] as const

export const sumColumns: Record<(typeof sums)[number], RawBuilder<number>> = {
  emailSent: sql`email_sent`,
  phoneCall: sql`phone_call`,
  postToContactSum: sql`post_to_contact_sum`,
  postToContactCount: sql`post_to_contact_count`,
  askedCentsSum: sql`asked_cents_sum`,
  askedCount: sql`asked_count`,
  postedCentsSum: sql`posted_cents_sum`,
  postedCount: sql`posted_count`,
}
const noMoments = Buffer.alloc(0)
/** In the order in which rows are locked. */
const buckets = Bucket.options.toSorted()

/** Adds an event and what it counts. */
export const eventWrites = (db: Db, event: ContactEvent) => [
  db.insertInto('contactEvent').values(eventRow(event)),
  db
    .insertInto('contactCount')
    .values(countsOf(event))
    .onConflict((conflict) =>
      conflict.columns(key).doUpdateSet((eb) => ({
        ...Object.fromEntries(
          sums.map((column) => [column, eb(`contactCount.${column}`, '+', eb.ref(`excluded.${column}`))]),
        ),
        moments: eb('contactCount.moments', '||', eb.ref('excluded.moments')),
      })),
    ),
]

/** Adds events of users who have none yet, and their counts. */
export async function addPastEvents(db: Db, events: ContactEvent[]): Promise<void> {
  await db.insertInto('contactEvent').values(events.map(eventRow)).execute()
  const counts = await countEvents(db, [...new Set(events.map(({ userId }) => userId))])
  await db.insertInto('contactCount').values(counts).execute()
}

const eventRow = ({ hour: _, load, ...event }: ContactEvent) => ({ ...event, load: JSON.stringify(load) })

/** What one event adds to its day, week and month. */
function countsOf(event: ContactEvent): (Omit<CountRow, 'moments'> & { moments: Buffer | RawBuilder<Buffer> })[] {
  const { userId, day, organizationId, type, hour, postToContactSeconds, askCents, postedCents } = event
  const isPosted = askCents === null && postedCents !== null
  const counts = {
    holder: holderOf({ userId, organizationId }),
    emailSent: type === 'EMAIL' ? 1 : 0,
    phoneCall: type === 'PHONE' ? 1 : 0,
    postToContactSum: postToContactSeconds ?? 0,
    postToContactCount: postToContactSeconds === null ? 0 : 1,
    askedCentsSum: askCents ?? 0,
    askedCount: askCents === null ? 0 : 1,
    postedCentsSum: isPosted ? postedCents : 0,
    postedCount: isPosted ? 1 : 0,
  }
  const hourOfWeek = daysBetween(firstDayOf('week', day), day) * 24 + hour
  const moment = encodedMoment(sql`${hourOfWeek}::int`, sql`${postToContactSeconds}::int`)
  return buckets.map((bucket) => ({
    userId,
    bucket,
    day: firstDayOf(bucket, day),
    ...counts,
    moments: bucket === 'month' ? noMoments : moment,
  }))
}

/** Removes the event of an email from the counts, once. Counts stay where not all events are kept. */
export async function removeEventOfEmail(db: Db, userId: string, emailId: string): Promise<void> {
  const event = await db
    .deleteFrom('contactEvent')
    .where('userId', '=', userId)
    .where('emailId', '=', emailId)
    .returning(['day', 'organizationId'])
    .executeTakeFirst()
  if (!event || event.day < ((await findKeptFrom(db, ['contacts'])) ?? '')) return
  await recountDay(db, { userId, day: event.day, holder: holderOf({ ...event, userId }) })
}

/**
 * Sets a day's counts to those of its events, and those of its week and month to the sums of their days. Without events
 * there is no row.
 */
export async function recountDay(db: Db, { userId, day, holder }: DayKey): Promise<void> {
  const keyOf = (bucket: Bucket) => ({ userId, bucket, day: firstDayOf(bucket, day), holder })
  const keys = buckets.map((bucket) => sql`(${bucket}, ${firstDayOf(bucket, day)}::date)`)
  await sql`select user_id from contact_count where user_id = ${userId} and holder = ${holder}
    and (bucket, day) in (${sql.join(keys)}) order by bucket for update`.execute(db) // contacts made meanwhile wait
  const between = { from: startOfNewYorkDay(day), before: startOfNewYorkDay(addDays(day, 1)) }
  const counted = await countEvents(db, [userId], between)
  await setCounts(
    db,
    keyOf('day'),
    counted.find((row) => row.bucket === 'day' && row.holder === holder),
  )
  for (const bucket of ['month', 'week'] as const) await setCounts(db, keyOf(bucket), await sumDays(db, keyOf(bucket)))
}

async function setCounts(db: Db, { userId, bucket, day, holder }: DayKey & { bucket: Bucket }, counted?: CountRow) {
  if (counted) {
    const counts = Object.fromEntries([...sums, 'moments' as const].map((column) => [column, counted[column]]))
    const write = db.insertInto('contactCount').values(counted)
    await write.onConflict((conflict) => conflict.columns(key).doUpdateSet(counts)).execute() // a cluster refuses to set the key
    return
  }
  await db
    .deleteFrom('contactCount')
    .where('userId', '=', userId)
    .where('bucket', '=', bucket)
    .where('day', '=', day)
    .where('holder', '=', holder)
    .execute()
}

/** Sums the stored days of a week or month. */
async function sumDays(db: Db, { userId, bucket, day, holder }: DayKey & { bucket: Bucket }) {
  const { rows } = await sql<CountRow>`
    select ${userId}::uuid as user_id, ${bucket}::text as bucket, ${day}::date as day, ${holder}::uuid as holder,
      ${summed}, ${momentsOf(sql`${bucket}::text`)} as moments
    from contact_count
    where user_id = ${userId} and bucket = 'day' and day between ${day} and ${lastDayOf(bucket, day)}
      and holder = ${holder}
    having count(*) > 0`.execute(db)
  return rows[0]
}

/** Joins the moments of days into those of their week. Months store none, because no question reads them. */
const momentsOf = (bucket: RawBuilder<unknown>) =>
  sql`coalesce(string_agg(moments, '') filter (where ${bucket} = 'week'), '')`

const summed = sql`${sql.join(sums.map((sum) => sql`sum(${sumColumns[sum]}) as ${sumColumns[sum]}`))}`

const hourOfWeekOf = sql`(24 * (extract(isodow from contact_time at time zone 'America/New_York')::int - 1)
  + extract(hour from contact_time at time zone 'America/New_York')::int)`

/**
 * Selects what all events count, or those that a condition chooses, by user, bucket and organization: the stored rows,
 * but for the order of moments.
 */
export const countsOfEvents = (chosen: RawBuilder<unknown> = sql`true`) => sql<CountRow>`
  with counted as (
    select user_id, (contact_time at time zone 'America/New_York')::date as day,
      coalesce(organization_id, user_id) as holder,
      count(*) filter (where type = 'EMAIL') as email_sent, count(*) filter (where type = 'PHONE') as phone_call,
      coalesce(sum(post_to_contact_seconds), 0) as post_to_contact_sum,
      count(post_to_contact_seconds) as post_to_contact_count,
      coalesce(sum(ask_cents), 0) as asked_cents_sum, count(ask_cents) as asked_count,
      coalesce(sum(posted_cents) filter (where ask_cents is null), 0) as posted_cents_sum,
      count(posted_cents) filter (where ask_cents is null) as posted_count,
      string_agg(${encodedMoment(hourOfWeekOf, sql`post_to_contact_seconds`)}, '') as moments
    from contact_event where ${chosen} group by 1, 2, 3
  )
  select user_id, 'day' as bucket, day, holder, ${sql.join(sums.map((sum) => sumColumns[sum]))}, moments from counted
  union all
  select user_id, bucket, date_trunc(bucket, day::timestamp)::date as day, holder, ${summed}, ${momentsOf(sql`bucket`)}
  from counted, unnest(array['month', 'week']) as bucket group by 1, 2, 3, 4`

async function countEvents(
  db: Db,
  userIds: string[],
  { from, before }: { from: Date | string; before: Date | string } = { from: '-infinity', before: 'infinity' },
): Promise<CountRow[]> {
  const chosen = sql`user_id = any(${userIds}) and contact_time >= ${from} and contact_time < ${before}`
  return (await countsOfEvents(chosen).execute(db)).rows
}

export const listCounts = (db: Db, userIds: string[]): Promise<CountRow[]> =>
  db
    .selectFrom('contactCount')
    .selectAll()
    .where('userId', '=', (eb) => eb.fn.any(eb.val(userIds)))
    .execute()

/** Returns users' stored counts and those of their events, both as of one moment. */
export const readStoredAndCounted = (db: Kysely<Tables>, userIds: string[]) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({ stored: await listCounts(tx, userIds), counted: await countEvents(tx, userIds) }))

/** Lists the next users of the product by id. */
export async function listUserIds(db: Db, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const rows = await accounts(db).where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Lists a user's newest contacts with the state of their emails and what came of them. */
export const listRecentEvents = compileOnce((db, { userId, limit }: { userId: string; limit: number }) =>
  db
    .selectFrom('contactEvent')
    .leftJoin(emails(db).as('email'), (join) =>
      join.onRef('email.userId', '=', 'contactEvent.userId').onRef('email.id', '=', 'contactEvent.emailId'),
    )
    .leftJoin(loads(db).as('load'), (join) =>
      join.onRef('load.userId', '=', 'contactEvent.userId').onRef('load.id', '=', 'contactEvent.loadId'),
    )
    .select([
      'contactEvent.id',
      'contactEvent.type',
      'contactEvent.contactTime',
      'contactEvent.postToContactSeconds',
      'contactEvent.askCents',
      'contactEvent.postedCents',
      'contactEvent.load',
      'email.id as emailId',
      'email.state',
      'email.templateName',
      'email.failureReason as failure',
      'load.id as loadId',
      'load.outcome',
      'load.outcomeCents',
      'load.outcomeAt',
    ])
    .where('contactEvent.userId', '=', userId)
    .orderBy('contactEvent.contactTime', 'desc')
    .orderBy('contactEvent.id')
    .limit(limit),
)

/** Deletes some events of a user, but none of these teams. Returns whether there may be more. */
export async function deleteEvents(db: Db, userId: string, keptTeams: string[], limit: number): Promise<boolean> {
  const some = db
    .selectFrom('contactEvent')
    .select('id')
    .where('userId', '=', userId)
    .where(sql<boolean>`(organization_id is null or organization_id <> all(${keptTeams}::uuid[]))`)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('contactEvent')
    .where('userId', '=', userId)
    .where('id', 'in', some)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === limit
}

/** Deletes the counts of a user, but none of these teams. */
export const deleteCounts = (db: Db, userId: string, keptTeams: string[]) =>
  db
    .deleteFrom('contactCount')
    .where('userId', '=', userId)
    .where(sql<boolean>`holder <> all(${keptTeams}::uuid[])`)
    .execute()
