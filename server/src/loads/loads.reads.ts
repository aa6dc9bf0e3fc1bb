import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Selects saved loads that are not deleted, with what became of them. */
export const loads = (db: Db) =>
  db
    .selectFrom('load')
    .select([
      'userId',
      'id',
      'facts',
      'equipmentClass',
      'mc',
      'tripMiles',
      'askCents',
      'contactedAt',
      'status',
      'outcome',
      'outcomeCents',
      'outcomeAt',
    ])
    .where('deletedAt', 'is', null)

type Asked = { userId: string; since: Date }

/** Selects the loads that a user contacted since then, with what became of it. */
export const askedLoads = (db: Db, { userId, since }: Asked) =>
  db
    .selectFrom('load')
    .select(['id', 'equipmentClass', 'askCents', 'tripMiles', 'status', 'outcome', 'outcomeCents', 'outcomeAt', 'note'])
    .select(['truckIds', 'callBackAt', 'withdrawnAt', 'originLatitude', 'originLongitude', 'laneKey', 'joinKey'])
    .select(sql<Date>`contacted_at`.as('contactedAt'))
    .where('userId', '=', userId)
    .where('contactedAt', '>=', since)
    .where('deletedAt', 'is', null)

/**
 * Selects a user's open asks: those without an answer that ends them, and that were not taken back. Their facts alone tell
 * whether pickup is over.
 */
export const openAsks = (db: Db, asked: Asked) =>
  askedLoads(db, asked)
    .where('status', 'in', ['contacted', 'replied', 'negotiating'])
    .where(sql<boolean>`(withdrawn_at is null or withdrawn_at < contacted_at)`)

/** Selects the newest answer to a user's asks of each truck, of the loads contacted since then. */
export const truckAnswers = (db: Db, { userId, since }: Asked) => {
  const answered = db
    .selectFrom('load')
    .select(['id', 'status', 'outcome', 'outcomeCents', 'outcomeAt'])
    .select([sql<string>`unnest(truck_ids)`.as('truckId'), sql<string | null>`facts ->> 'company'`.as('company')])
    .select(sql<Date>`stated_at`.as('statedAt'))
    .where('userId', '=', userId)
    .where('contactedAt', '>=', since)
    .where('deletedAt', 'is', null)
    .where('statedAt', 'is not', null)
  return db
    .selectFrom(answered.as('answered'))
    .selectAll()
    .distinctOn('truckId')
    .orderBy('truckId')
    .orderBy('statedAt', 'desc')
}

/** Selects where loads are, also deleted ones. */
export const loadStatuses = (db: Db) => db.selectFrom('load').select(['userId', 'id', 'status'])

/** Selects when loads were answered: a reply, a counter, a booking, or that they are gone. */
export const loadAnswers = (db: Db) =>
  db
    .selectFrom('loadEvent')
    .select(['userId', 'loadId', 'at'])
    // As literals, so that the index of answers serves.
    .where(sql<boolean>`status in ('replied', 'negotiating', 'booked', 'refused', 'gone')`)

/** Selects the user's load of this key, deleted or not. */
export const knownLoad = (db: Db, { userId, loadKey }: { userId: string; loadKey: string }) =>
  db
    .selectFrom('load')
    .select(['id', 'loadKey', 'facts', 'firstSeenAt', 'deletedAt'])
    .where('userId', '=', userId)
    .where('loadKey', '=', loadKey)

/** Selects the contacts of a user or organization. */
export const contactsOf = (db: Db, holder: string) =>
  db
    .selectFrom('contact')
    .select(['id', 'userId', 'createdAt', 'askCents', 'type', 'toAddress', 'loadKey', 'laneKey'])
    .where('holder', '=', holder)

/** Selects a user's saved loads as they are stored, also those deleted within a day. */
export const ownLoads = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('load')
    .select(['userId', 'id', 'loadKey', 'facts', 'equipmentClass', 'status', 'outcome', 'outcomeCents', 'outcomeAt'])
    .select(['askCents', 'contactedAt', 'note', 'firstSeenAt', 'postedAt', 'updatedAt', 'statedAt', 'deletedAt'])
    .select(['truckIds', 'callBackAt', 'withdrawnAt'])
    .where('userId', '=', userId)

/** Selects what a user did to their own loads. */
export const ownLoadEvents = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('loadEvent')
    .select(['loadId', 'id', 'at', 'kind', 'cents', 'status', 'outcome', 'text'])
    .where('userId', '=', userId)
    .where('by', '=', userId)

/** Selects what a user did to loads of teammates, on all machines. */
export const ownEventsOfOthersLoads = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('loadEvent')
    .select(['loadId', 'id', 'at', 'kind', 'cents', 'status', 'outcome', 'text'])
    .where('by', '=', userId)
    .whereRef('by', '<>', 'userId')

export const ownLoadViews = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('loadView').select(['position', 'name', 'query']).where('userId', '=', userId)

/** Selects until when links to a user's loads work, without the links. */
export const ownLoadLinks = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('loadLink').select(['loadId', 'expiresAt']).where('userId', '=', userId)

type Priced = { userId: string; since: Date; limit: number }

/** Selects what a user asked for loads since then, and what came of it, the newest first. */
export const pricedAsks = (db: Db, { userId, since, limit }: Priced) =>
  db
    .selectFrom('load')
    .select([sql<number>`ask_cents`.as('askCents'), 'rateCents', 'tripMiles', 'outcome', 'outcomeCents'])
    .where('userId', '=', userId)
    .where('contactedAt', '>=', since)
    .where('askCents', 'is not', null)
    .where('deletedAt', 'is', null)
    .orderBy('contactedAt', 'desc')
    .limit(limit)
