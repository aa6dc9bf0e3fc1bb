import type { Db } from '../db/db.ts'

/** Selects who people are, for joins by id. */
export const accounts = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'userType', 'userTypeChangedAt', 'createdAt', 'trialDays', 'isDemo', 'deletesAt'])

/** Selects what emails say about their sender, and how long an inquiry is worth sending. */
export const senders = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'mc', 'dot', 'phone', 'company', 'signature', 'createdAt', 'trialDays', 'sellByMinutes'])
    .select(['userType', 'userTypeChangedAt'])

export const photos = (db: Db) => db.selectFrom('photo').select(['userId', 'webp'])

/** Selects all that is known of one account, and when its photo was fetched. */
export const ownAccount = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('account')
    .leftJoin('photo', 'photo.userId', 'account.id')
    .select(['id', 'email', 'createdAt', 'emailVerifiedAt', 'name', 'company', 'phone', 'mc', 'dot', 'signature'])
    .select(['userType', 'userTypeChangedAt', 'trucksAmount', 'loadboards', 'source', 'sellByMinutes', 'trialDays'])
    .select(['isDemo', 'photo.fetchedAt as photoFetchedAt'])
    .where('id', '=', userId)
