import type { Db } from '../db/db.ts'

type LinkOf = { userId: string; loadId: string }

export async function replaceLink(
  db: Db,
  { userId, loadId }: LinkOf,
  link: { keyHash: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('loadLink')
    .values({ userId, loadId, ...link })
    .onConflict((conflict) => conflict.columns(['userId', 'loadId']).doUpdateSet(link))
    .execute()
}

export const removeLink = (db: Db, { userId, loadId }: LinkOf) =>
  db.deleteFrom('loadLink').where('userId', '=', userId).where('loadId', '=', loadId).execute()

export const findLinkOf = (db: Db, { userId, loadId }: LinkOf, now: Date) =>
  db
    .selectFrom('loadLink')
    .select('expiresAt')
    .where('userId', '=', userId)
    .where('loadId', '=', loadId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export const findLink = (db: Db, keyHash: string, now: Date) =>
  db
    .selectFrom('loadLink')
    .select(['userId', 'loadId', 'expiresAt'])
    .where('keyHash', '=', keyHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export const removeExpired = (db: Db, now: Date) => db.deleteFrom('loadLink').where('expiresAt', '<', now).execute()
