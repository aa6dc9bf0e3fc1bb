import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type NotificationRow = Tables['notification']

export const findRow = (db: Db, userId: string): Promise<NotificationRow | undefined> =>
  db.selectFrom('notification').selectAll().where('userId', '=', userId).executeTakeFirst()

/** Makes changes of a user's row wait for each other until commit. */
export const lockRow = (db: Db, userId: string): Promise<NotificationRow | undefined> =>
  db.selectFrom('notification').selectAll().where('userId', '=', userId).forUpdate().executeTakeFirst()

export const saveRow = (db: Db, { userId, ...row }: NotificationRow) =>
  db
    .insertInto('notification')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()

type Due = { now: Date; butNot: string[]; limit: number }

/** Lists users, but none of these, for whom it is time to look for news, the longest due first. */
export const listDue = async (db: Db, { now, butNot, limit }: Due): Promise<string[]> =>
  (
    await db
      .selectFrom('notification')
      .select('userId')
      .where('dueAt', '<=', now)
      .$if(butNot.length > 0, (query) => query.where('userId', 'not in', butNot))
      .orderBy('dueAt')
      .limit(limit)
      .execute()
  ).map(({ userId }) => userId)

/** Locks the row of a user until commit, unless it is no longer due, or another process has it. */
export const lockDue = (db: Db, { userId, now }: { userId: string; now: Date }): Promise<NotificationRow | undefined> =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('userId', '=', userId)
    .where('dueAt', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const changeRow = (
  db: Db,
  userId: string,
  changes: Partial<Pick<NotificationRow, 'told' | 'lookedAt' | 'dueAt'>>,
) => db.updateTable('notification').set(changes).where('userId', '=', userId).execute()
