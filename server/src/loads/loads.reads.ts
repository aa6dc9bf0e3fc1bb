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
