import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { openAsks } from '../loads/loads.reads.ts'

/** Selects what a user's trucks are booked with. */
export const ownTruckBookings = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('truckBooking')
    .select(['truckId', 'loadId', 'at', 'cents', 'city', 'state', 'emptyAt', 'undoneEmails', 'before'])
    .where('userId', '=', userId)

/** Selects when a user's trucks take no loads. */
export const ownTruckAbsences = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('truckAbsence')
    .select(['truckId', 'note'])
    .select([sql<string>`from_day::text`.as('fromDay'), sql<string>`until_day::text`.as('untilDay')])
    .where('userId', '=', userId)

/** Selects a user's notes on their trucks. */
export const ownTruckNotes = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('truckNote').select(['truckId', 'text', 'at', 'by']).where('userId', '=', userId)

/** Selects after how many minutes a user's asks are due for a call; no row before they chose. */
export const dueSettingOf = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('dueSetting').select('dueMinutes').where('userId', '=', userId)

type Due = { userId: string; since: Date; now: Date; limit: number; defaultDueMinutes: number }

/**
 * Selects a user's open asks since then that are due for a call, whatever the hour where they are picked up, as `dueFrom` has
 * it; the newest ones.
 */
export const dueAsks = (db: Db, { userId, since, now, limit, defaultDueMinutes }: Due) => {
  const touched = sql<Date>`greatest(contacted_at, outcome_at)`
  const minutes = sql`case when setting.user_id is null then ${defaultDueMinutes}::integer else setting.due_minutes end`
  return db
    .selectFrom(
      openAsks(db, { userId, since })
        .select(['loadKey', 'facts', 'pickupDay'])
        .select(sql<string>`user_id`.as('askedBy'))
        .as('ask'),
    )
    .leftJoin(dueSettingOf(db, { userId }).select('userId').as('setting'), 'setting.userId', 'ask.askedBy')
    .select(['ask.id', 'ask.loadKey', 'ask.contactedAt', 'ask.originLatitude', 'ask.originLongitude'])
    .select([
      sql<string>`ask.facts -> 'origin' ->> 'city'`.as('city'),
      sql<string>`ask.facts -> 'origin' ->> 'state'`.as('state'),
      sql<string | null>`coalesce(ask.facts ->> 'pickupUntilDay', ask.pickup_day::text)`.as('lastPickupDay'),
    ])
    .where(
      sql<boolean>`case when call_back_at > ${touched} then call_back_at <= ${now}
        else (outcome = 'no-answer' or outcome is null and status <> 'replied')
          and ${touched} + make_interval(mins => ${minutes}) <= ${now} end`,
    )
    .orderBy('ask.contactedAt', 'desc')
    .orderBy('ask.id')
    .limit(sql<number>`${limit}`)
}
