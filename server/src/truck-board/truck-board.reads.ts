import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

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
