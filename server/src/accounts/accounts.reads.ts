import type { Expression } from 'kysely'
import type { Db } from '../db/db.ts'

/** Selects who people are, for joins by id. */
export const accounts = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'userType', 'userTypeChangedAt', 'createdAt', 'trialDays', 'isDemo', 'deletesAt'])
    .select('suspendedAt')

/** Selects what emails say about their sender, and how long an inquiry is worth sending. */
export const senders = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'mc', 'dot', 'phone', 'company', 'signature', 'createdAt', 'trialDays', 'sellByMinutes'])
    .select(['userType', 'userTypeChangedAt'])

/** Selects since when an account is suspended: nothing of it is sent. */
export const suspensionOf = (db: Db, userId: Expression<string>) =>
  db.selectFrom('account').select('suspendedAt').where('account.id', '=', userId)

/** Selects those of these users who are suspended. */
export const suspendedAmong = (db: Db, userIds: string[]) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val(userIds)))
    .where('suspendedAt', 'is not', null)

export const photos = (db: Db) => db.selectFrom('photo').select(['userId', 'webp'])

/** Selects all that is known of one account, and when its photo was fetched. */
export const ownAccount = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('account')
    .leftJoin('photo', 'photo.userId', 'account.id')
    .select(['id', 'email', 'createdAt', 'emailVerifiedAt', 'name', 'company', 'phone', 'mc', 'dot', 'signature'])
    .select(['userType', 'userTypeChangedAt', 'trucksAmount', 'loadboards', 'source', 'sellByMinutes', 'trialDays'])
    .select([
      'registeredEmail',
      'replyWording',
      'chosenType',
      'isDemo',
      'suspendedAt',
      'photo.fetchedAt as photoFetchedAt',
    ])
    .where('id', '=', userId)

/** The ids of all accounts. */
export const everyAccount = (db: Db) => db.selectFrom('account').select('id')
