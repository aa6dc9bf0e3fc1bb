import { addDays, startOfNewYorkDay } from '@loadping/contract/rules/new-york-days'
import type { StoredFacts } from '@loadping/contract/saved-loads'
import { type Insertable, type Kysely, sql } from 'kysely'
import { holderOf } from '../context.ts'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { encodeMoment } from './contact-moments.ts'

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
  rateCents: number | null
  emailId: string | null
  loadId: string | null
  load: StoredFacts
}

export type DayRow = Insertable<Tables['contactDay']>
type DayKey = Pick<DayRow, 'userId' | 'day' | 'holder'>

/** Adds an event and its daily counts. */
export const eventWrites = (db: Db, event: ContactEvent) => [
  db.insertInto('contactEvent').values(eventRow(event)),
  db
    .insertInto('contactDay')
    .values(dayOf(event))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'day', 'holder']).doUpdateSet((eb) => ({
        emailSent: eb('contactDay.emailSent', '+', eb.ref('excluded.emailSent')),
        phoneCall: eb('contactDay.phoneCall', '+', eb.ref('excluded.phoneCall')),
        postToContactSum: eb('contactDay.postToContactSum', '+', eb.ref('excluded.postToContactSum')),
        postToContactCount: eb('contactDay.postToContactCount', '+', eb.ref('excluded.postToContactCount')),
        rateCentsSum: eb('contactDay.rateCentsSum', '+', eb.ref('excluded.rateCentsSum')),
        rateCount: eb('contactDay.rateCount', '+', eb.ref('excluded.rateCount')),
        moments: eb('contactDay.moments', '||', eb.ref('excluded.moments')),
      })),
    ),
]

/** Adds events of users who have none yet, and the counts of their days. */
export async function addPastEvents(db: Db, events: ContactEvent[]): Promise<void> {
  await db.insertInto('contactEvent').values(events.map(eventRow)).execute()
  const days = await countEvents(db, [...new Set(events.map(({ userId }) => userId))])
  await db.insertInto('contactDay').values(days).execute()
}

const eventRow = ({ hour: _, load, ...event }: ContactEvent) => ({ ...event, load: JSON.stringify(load) })

/** What one event adds to its day. */
const dayOf = ({ userId, day, organizationId, type, hour, postToContactSeconds, rateCents }: ContactEvent): DayRow => ({
  ...{ userId, day, holder: holderOf({ userId, organizationId }) },
  emailSent: type === 'EMAIL' ? 1 : 0,
  phoneCall: type === 'PHONE' ? 1 : 0,
  postToContactSum: postToContactSeconds ?? 0,
  postToContactCount: postToContactSeconds === null ? 0 : 1,
  rateCentsSum: rateCents ?? 0,
  rateCount: rateCents === null ? 0 : 1,
  moments: encodeMoment({ hour, postToContactSeconds }),
})

/** Removes the event of an email and counts its day again. Does nothing if it was removed before. */
export async function removeEventOfEmail(db: Db, userId: string, emailId: string): Promise<void> {
  const event = await db
    .deleteFrom('contactEvent')
    .where('userId', '=', userId)
    .where('emailId', '=', emailId)
    .returning(['day', 'organizationId'])
    .executeTakeFirst()
  if (event) await recountDay(db, { userId, day: event.day, holder: holderOf({ ...event, userId }) })
}

/** Sets a day's counts to those of its events. A day without events has no row. */
export async function recountDay(db: Db, { userId, day, holder }: DayKey): Promise<void> {
  await sql`select user_id from contact_day where user_id = ${userId} and day = ${day} and holder = ${holder}
    for update`.execute(db) // contacts made meanwhile wait, then add to what is counted here
  const days = await countEvents(db, [userId], {
    from: startOfNewYorkDay(day),
    before: startOfNewYorkDay(addDays(day, 1)),
  })
  const counted = days.find((row) => row.holder === holder)
  if (!counted) {
    await db.deleteFrom('contactDay').where(sameKey({ userId, day, holder })).execute()
    return
  }
  const { userId: _user, day: _day, holder: _holder, ...counts } = counted // a cluster refuses to set the user
  await db
    .insertInto('contactDay')
    .values(counted)
    .onConflict((conflict) => conflict.columns(['userId', 'day', 'holder']).doUpdateSet(counts))
    .execute()
}

const sameKey = ({ userId, day, holder }: DayKey) =>
  sql<boolean>`user_id = ${userId} and day = ${day} and holder = ${holder}`

/** Counts users' events by day and organization; equal to the stored rows, but for the order of moments. */
export async function countEvents(
  db: Db,
  userIds: string[],
  { from, before }: { from: Date | string; before: Date | string } = { from: '-infinity', before: 'infinity' },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select user_id, day, coalesce(organization_id, user_id) as holder,
      count(*) filter (where type = 'EMAIL') as email_sent, count(*) filter (where type = 'PHONE') as phone_call,
      coalesce(sum(post_to_contact_seconds), 0) as post_to_contact_sum,
      count(post_to_contact_seconds) as post_to_contact_count,
      coalesce(sum(rate_cents), 0) as rate_cents_sum, count(rate_cents) as rate_count,
      string_agg(substring(int4send(65536 * extract(hour from contact_time at time zone 'America/New_York')::int + case
        when post_to_contact_seconds is null then 65535
        when post_to_contact_seconds < 3600 then post_to_contact_seconds
        else least(3540 + post_to_contact_seconds / 60, 65534) end) from 2), '' order by contact_time, id) as moments
    from contact_event
    where user_id = any(${userIds}) and contact_time >= ${from} and contact_time < ${before}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** Lists users' stored days in the same order. */
export const listDays = (db: Db, userIds: string[]): Promise<DayRow[]> =>
  db
    .selectFrom('contactDay')
    .selectAll()
    .where('userId', '=', (eb) => eb.fn.any(eb.val(userIds)))
    .orderBy('userId')
    .orderBy('day')
    .orderBy('holder')
    .execute()

/** Returns users' stored days and those counted from their events, both as of one moment. */
export const readStoredAndCounted = (db: Kysely<Tables>, userIds: string[]) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({ stored: await listDays(tx, userIds), counted: await countEvents(tx, userIds) }))

/** Lists the next users of the product by id. */
export async function listUserIds(db: Db, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const rows = await db.selectFrom('account').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Lists a user's rows of one day. */
export const listDay = compileOnce((db, { userId, day }: { userId: string; day: string }) =>
  db
    .selectFrom('contactDay')
    .select(['emailSent', 'phoneCall', 'postToContactSum', 'postToContactCount'])
    .where('userId', '=', userId)
    .where('day', '=', day),
)

/** Lists a user's newest contacts with the state of their emails. */
export const listRecentEvents = compileOnce((db, { userId, limit }: { userId: string; limit: number }) =>
  db
    .selectFrom('contactEvent')
    .leftJoin('email', (join) =>
      join.onRef('email.userId', '=', 'contactEvent.userId').onRef('email.id', '=', 'contactEvent.emailId'),
    )
    .select([
      'contactEvent.id',
      'contactEvent.type',
      'contactEvent.contactTime',
      'contactEvent.postToContactSeconds',
      'contactEvent.rateCents',
      'contactEvent.load',
      'email.id as emailId',
      'email.state',
      'email.templateName',
      'email.failureReason as failure',
    ])
    .where('contactEvent.userId', '=', userId)
    .orderBy('contactEvent.contactTime', 'desc')
    .orderBy('contactEvent.id')
    .limit(limit),
)
