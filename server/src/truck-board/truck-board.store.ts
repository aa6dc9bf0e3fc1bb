import type { Outcome } from '@loadping/contract/loads/outcomes'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { Absence, DueMinutes } from '@loadping/contract/truck-board/truck-board'
import { type Insertable, type Selectable, sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import { readTogether } from '../db/read-together.ts'
import type { Tables } from '../db/tables.ts'
import { emails, firstAsks, truckAsks, withdrawals } from '../emails/emails.reads.ts'
import { askedLoads, loadStatuses, loads, openAsks, truckAnswers } from '../loads/loads.reads.ts'
import { trucksOf } from '../trucks/trucks.reads.ts'

export type BookingRow = Selectable<Tables['truckBooking']>

const askTimes = ['contactedAt', 'outcomeAt', 'callBackAt', 'withdrawnAt'] as const

type Own = { userId: string; since: Date }

/** Reads what the board of a user shows, in one statement. */
export const readBoard = readTogether((db, { userId, since }: Own) => ({
  trucks: { select: trucksOf(db, userId), times: ['emptyAt'] },
  bookings: { select: bookingsOf(db, userId), times: ['at', 'emptyAt'] },
  absences: { select: absencesOf(db, userId) },
  settings: { select: db.selectFrom('dueSetting').select('dueMinutes').where('userId', '=', userId) },
  answers: { select: truckAnswers(db, { userId, since }), times: ['outcomeAt', 'statedAt'] },
}))

/** The bookings of a user's trucks whose load is still booked. */
const bookingsOf = (db: Db, userId: string) =>
  db
    .selectFrom('truckBooking')
    .innerJoin(
      loads(db).select(['laneKey', 'joinKey']).where('userId', '=', userId).where('status', '=', 'booked').as('booked'),
      (join) => join.onRef('booked.userId', '=', 'truckBooking.userId').onRef('booked.id', '=', 'truckBooking.loadId'),
    )
    .selectAll('truckBooking')
    .select(['booked.facts', 'booked.laneKey', 'booked.joinKey', 'booked.outcomeCents'])
    .where('truckBooking.userId', '=', userId)

const absencesOf = (db: Db, userId: string) =>
  db
    .selectFrom('truckAbsence')
    .select(['truckId', 'note'])
    .select([sql<string>`from_day::text`.as('from'), sql<string>`until_day::text`.as('until')])
    .where('userId', '=', userId)

/** What the board needs of an ask. Times are seconds since 1970. */
export type BriefAsk = [
  id: string,
  truckIds: string[] | null,
  askCents: number | null,
  tripMiles: number | null,
  askedAt: number,
  isReplied: boolean,
  outcome: Outcome['kind'] | null,
  outcomeAt: number | null,
  callBackAt: number | null,
  city: string,
  state: string,
  latitude: number | null,
  longitude: number | null,
  lastPickupDay: string | null,
  laneKey: string | null,
  joinKey: string,
]

/** Between two asks, and between two values of one: no text of a load has control characters. */
const recordEnd = '\u001e'
const valueEnd = '\u001f'

const briefValues = [
  sql`id`,
  sql`array_to_string(truck_ids, ' ')`,
  sql`ask_cents`,
  sql`trip_miles`,
  sql`extract(epoch from contacted_at)`,
  sql`status = 'replied'`,
  sql`outcome`,
  sql`extract(epoch from outcome_at)`,
  sql`extract(epoch from call_back_at)`,
  sql`facts -> 'origin' ->> 'city'`,
  sql`facts -> 'origin' ->> 'state'`,
  sql`origin_latitude`,
  sql`origin_longitude`,
  sql`coalesce(facts ->> 'pickupUntilDay', pickup_day::text)`,
  sql`lane_key`,
  sql`join_key`,
].map((value) => sql`coalesce((${value})::text, '')`)

/** One text instead of JSON or `concat`, which take the database longer for thousands of asks. */
const readBriefly = compileOnce((db, { userId, since }: Own) =>
  db
    .selectFrom(openAsks(db, { userId, since }).select(['facts', 'pickupDay']).as('ask'))
    .select(sql<string | null>`string_agg(${sql.join(briefValues, sql` || chr(31) || `)}, chr(30))`.as('asks')),
)

/** Lists a user's open asks without most of their facts. */
export async function listBriefly(db: Db, own: Own): Promise<BriefAsk[]> {
  const [found] = await readBriefly(db, own)
  return found?.asks ? found.asks.split(recordEnd).map(parseBriefAsk) : []
}

function parseBriefAsk(record: string): BriefAsk {
  const [id = '', truckIds, askCents, tripMiles, askedAt, isReplied, outcome, ...rest] = record.split(valueEnd)
  const [outcomeAt, callBackAt, city = '', state = '', latitude, longitude, lastPickupDay, laneKey, joinKey = ''] = rest
  return [
    id,
    truckIds ? truckIds.split(' ') : null,
    toNumber(askCents),
    toNumber(tripMiles),
    Number(askedAt),
    isReplied === 'true',
    (outcome as Outcome['kind']) || null,
    toNumber(outcomeAt),
    toNumber(callBackAt),
    city,
    state,
    toNumber(latitude),
    toNumber(longitude),
    lastPickupDay || null,
    laneKey || null,
    joinKey,
  ]
}

const toNumber = (text: string | undefined): number | null => (text ? Number(text) : null)

export type AskRow = Awaited<ReturnType<typeof listAsks>>[number]

/**
 * Reads a user's asks from when they are due, the longest first, as `dueFrom` has it, and those that the user wants to
 * call back about later.
 */
export const readDue = readTogether((db, { userId, since, dueMinutes, now, yesterday, limit }: Own & DueAt) => {
  const touched = sql<Date>`greatest(contacted_at, outcome_at)`
  const minutes = sql`make_interval(mins => ${dueMinutes}::integer)`
  return {
    asks: {
      select: openAsks(db, { userId, since })
        .select('facts')
        .where(sql<boolean>`coalesce(coalesce(facts ->> 'pickupUntilDay', pickup_day::text) >= ${yesterday}, true)`)
        .where(
          sql<boolean>`(call_back_at > ${touched} and call_back_at <= ${now}
            or ${dueMinutes}::integer is not null and (call_back_at is null or call_back_at <= ${touched})
              and (outcome = 'no-answer' or outcome is null and status <> 'replied'))`,
        )
        .orderBy(sql`case when call_back_at > ${touched} then call_back_at else ${touched} + ${minutes} end`)
        .limit(sql<number>`${limit}`),
      times: askTimes,
    },
    later: {
      select: openAsks(db, { userId, since }).select('facts').where('callBackAt', '>', now),
      times: askTimes,
    },
  }
})
type DueAt = { dueMinutes: number | null; now: Date; yesterday: string; limit: number }

/** Reads what taking back a truck's asks needs: all bookings, the first emails, withdrawals and what was undone. */
export const readTakeBack = readTogether((db, { userId, truckId, since }: Own & { truckId: string }) => ({
  trucks: { select: trucksOf(db, userId) },
  bookings: { select: bookingsOf(db, userId), times: ['at', 'emptyAt'] },
  asks: { select: asksOf(db, { userId, since, truckId }), times: askTimes },
  firsts: { select: firstAsks(db, { userId, truckId }), times: ['createdAt'] },
  withdrawals: { select: withdrawals(db, { userId, since }) },
  withdrawn: {
    select: askedLoads(db, { userId, since })
      .select('facts')
      .where('withdrawnAt', 'is not', null)
      .where(sql<boolean>`truck_ids @> array[${truckId}::uuid]`),
    times: askTimes,
  },
}))

/** Lists a user's open asks with their facts, the newest first. */
export const listAsks = compileOnce(asksOf)

/** Lists emails of a user that were undone. */
export const listUndone = compileOnce((db, { userId, ids }: { userId: string; ids: string[] }) =>
  db
    .selectFrom(emails(db).select('load').as('email'))
    .select(['id', 'loadId', 'load', 'toAddress', 'askCents', 'createdAt'])
    .where('userId', '=', userId)
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids))),
)

function asksOf(db: Db, { userId, since, truckId }: Own & { truckId: string | null }) {
  return openAsks(db, { userId, since })
    .select('facts')
    .where(sql<boolean>`(${truckId}::uuid is null or truck_ids @> array[${truckId}::uuid])`)
    .orderBy('contactedAt', 'desc')
    .orderBy('id', 'desc')
}

export type BookedRow = BookingRow & {
  facts: StoredFacts
  laneKey: string | null
  joinKey: string
  outcomeCents: number | null
}

/** Returns the booking of a truck; undefined without one, or once its load is no longer booked. */
export const findBooking = (db: Db, userId: string, truckId: string): Promise<BookedRow | undefined> =>
  bookingsOf(db, userId).where('truckBooking.truckId', '=', truckId).executeTakeFirst()

/** Returns the booking of a truck, also one whose load is no longer booked. */
export const findStoredBooking = (db: Db, userId: string, truckId: string): Promise<BookingRow | undefined> =>
  db
    .selectFrom('truckBooking')
    .selectAll()
    .where('userId', '=', userId)
    .where('truckId', '=', truckId)
    .executeTakeFirst()

/** Returns the booking of a load that is booked. */
export const findBookingOf = (db: Db, userId: string, loadId: string): Promise<BookedRow | undefined> =>
  bookingsOf(db, userId).where('truckBooking.loadId', '=', loadId).executeTakeFirst()

/** Lists a user's bookings whose load is among these, and is no longer booked. */
export const listFallen = (db: Db, userId: string, loadIds: string[]): Promise<BookingRow[]> =>
  db
    .selectFrom('truckBooking')
    .innerJoin(loadStatuses(db).where('userId', '=', userId).where('status', '<>', 'booked').as('fallen'), (join) =>
      join.onRef('fallen.userId', '=', 'truckBooking.userId').onRef('fallen.id', '=', 'truckBooking.loadId'),
    )
    .selectAll('truckBooking')
    .where('truckBooking.userId', '=', userId)
    .where('truckBooking.loadId', '=', (eb) => eb.fn.any(eb.val(loadIds)))
    .execute()

/** Lists when emails of a user named trucks for these loads last. */
export const listNamed = (db: Db, { userId, loadIds }: { userId: string; loadIds: string[] }) =>
  db
    .selectFrom(truckAsks(db, userId).as('ask'))
    .select((eb) => ['loadId', 'truckId', eb.fn.max('createdAt').as('at')])
    .where('loadId', '=', (eb) => eb.fn.any(eb.val(loadIds)))
    .groupBy(['loadId', 'truckId'])
    .execute()

/** Lists a user's load as an ask, also one that an answer ended. */
export const listAsk = (db: Db, { userId, since, loadId }: Own & { loadId: string }) =>
  askedLoads(db, { userId, since }).select('facts').where('id', '=', loadId).execute()

/** Deletes a user's bookings of other trucks than these. */
export const clearBookings = (db: Db, userId: string, truckIds: string[]) =>
  db.deleteFrom('truckBooking').where('userId', '=', userId).where(isOther(truckIds)).execute()

const isOther = (truckIds: string[]) => sql<boolean>`truck_id <> all(${truckIds}::uuid[])`

/** Deletes the bookings of a load. */
export const deleteBookingOf = (db: Db, userId: string, loadId: string) =>
  db.deleteFrom('truckBooking').where('userId', '=', userId).where('loadId', '=', loadId).execute()

export type NewBooking = Omit<Insertable<Tables['truckBooking']>, 'userId' | 'truckId'>

export const saveBooking = (db: Db, userId: string, truckId: string, booking: NewBooking) =>
  db
    .insertInto('truckBooking')
    .values({ userId, truckId, ...booking })
    .onConflict((conflict) => conflict.columns(['userId', 'truckId']).doUpdateSet(booking))
    .execute()

/** Sets where a booked truck was before. */
export const changeBefore = (
  db: Db,
  { userId, truckId, before }: { userId: string; truckId: string; before: string },
) =>
  db.updateTable('truckBooking').set({ before }).where('userId', '=', userId).where('truckId', '=', truckId).execute()

export const deleteBooking = (db: Db, userId: string, truckId: string) =>
  db.deleteFrom('truckBooking').where('userId', '=', userId).where('truckId', '=', truckId).execute()

export async function saveAbsence(db: Db, userId: string, truckId: string, absence: Absence | null): Promise<void> {
  if (absence === null) {
    await db.deleteFrom('truckAbsence').where('userId', '=', userId).where('truckId', '=', truckId).execute()
    return
  }
  const row = { fromDay: absence.from, untilDay: absence.until, note: absence.note ?? null }
  await db
    .insertInto('truckAbsence')
    .values({ userId, truckId, ...row })
    .onConflict((conflict) => conflict.columns(['userId', 'truckId']).doUpdateSet(row))
    .execute()
}

/** Returns after how many minutes a user's asks are due; undefined before they chose. */
export const findDueMinutes = (db: Db, userId: string): Promise<{ dueMinutes: DueMinutes } | undefined> =>
  db.selectFrom('dueSetting').select('dueMinutes').where('userId', '=', userId).executeTakeFirst()

export const saveDueMinutes = (db: Db, userId: string, dueMinutes: DueMinutes) =>
  db
    .insertInto('dueSetting')
    .values({ userId, dueMinutes })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ dueMinutes }))
    .execute()

/** Deletes what is known of trucks that a user no longer has. */
export async function deleteOfOtherTrucks(db: Db, userId: string, truckIds: string[]): Promise<void> {
  await clearBookings(db, userId, truckIds)
  await db.deleteFrom('truckAbsence').where('userId', '=', userId).where(isOther(truckIds)).execute()
  await db.deleteFrom('truckNote').where('userId', '=', userId).where(isOther(truckIds)).execute()
}

export const listNotes = (db: Db, userId: string) =>
  db.selectFrom('truckNote').select(['truckId', 'text', 'at', 'by']).where('userId', '=', userId).execute()

export async function saveNote(
  db: Db,
  { userId, truckId, note }: { userId: string; truckId: string; note: { text: string; at: Date; by: string } | null },
): Promise<void> {
  if (note === null) {
    await db.deleteFrom('truckNote').where('userId', '=', userId).where('truckId', '=', truckId).execute()
    return
  }
  await db
    .insertInto('truckNote')
    .values({ userId, truckId, ...note })
    .onConflict((conflict) => conflict.columns(['userId', 'truckId']).doUpdateSet(note))
    .execute()
}

/** Moves notes and absences of trucks to another user. Bookings stay with whose load they are of. */
export async function moveOfTrucks(
  db: Db,
  { from, to, truckIds }: { from: string; to: string; truckIds: string[] },
): Promise<void> {
  const isMoved = sql<boolean>`truck_id = any(${truckIds}::uuid[])`
  const notes = await db.deleteFrom('truckNote').where('userId', '=', from).where(isMoved).returningAll().execute()
  const absences = await db
    .deleteFrom('truckAbsence')
    .where('userId', '=', from)
    .where(isMoved)
    .returning(['truckId', 'note'])
    .returning([sql<string>`from_day::text`.as('fromDay'), sql<string>`until_day::text`.as('untilDay')])
    .execute()
  // Left from when the truck was theirs.
  await db.deleteFrom('truckNote').where('userId', '=', to).where(isMoved).execute()
  await db.deleteFrom('truckAbsence').where('userId', '=', to).where(isMoved).execute()
  if (notes.length > 0)
    await db
      .insertInto('truckNote')
      .values(notes.map((note) => ({ ...note, userId: to })))
      .execute()
  if (absences.length > 0)
    await db
      .insertInto('truckAbsence')
      .values(absences.map((absence) => ({ ...absence, userId: to })))
      .execute()
}

export type UnconfirmedRow = Awaited<ReturnType<typeof listUnconfirmed>>[number]

/** Lists a user's emails that may have left and name a truck. */
export const listUnconfirmed = (db: Db, userId: string) =>
  emails(db)
    .select(['id', 'truckId', 'loadId', 'load', 'askCents', 'createdAt'])
    .where('userId', '=', userId)
    .where('state', '=', 'unknown')
    .where('dismissedAt', 'is', null)
    .where('truckId', 'is not', null)
    .orderBy('createdAt')
    .execute()

export async function deleteAllOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('truckBooking').where('userId', '=', userId).execute()
  await db.deleteFrom('truckAbsence').where('userId', '=', userId).execute()
  await db.deleteFrom('truckNote').where('userId', '=', userId).execute()
  await db.deleteFrom('dueSetting').where('userId', '=', userId).execute()
}
