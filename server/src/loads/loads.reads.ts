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
