import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Returns undefined unless the user asked about such a load. */
export const saveCallBack = (db: Db, { userId, loadId, at }: { userId: string; loadId: string; at: Date | null }) =>
  db
    .updateTable('load')
    .set({ callBackAt: at })
    .where('userId', '=', userId)
    .where('id', '=', loadId)
    .where('deletedAt', 'is', null)
    .where('contactedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()

export const markWithdrawn = async (
  db: Db,
  { userId, loadIds, at }: { userId: string; loadIds: string[]; at: Date },
): Promise<void> =>
  void (await db
    .updateTable('load')
    .set({ withdrawnAt: at })
    .where('userId', '=', userId)
    .where('id', '=', sql<string>`any(${loadIds}::uuid[])`)
    .execute())

/** Returns what a withdrawal ended: which posting, and when. Undefined if the user has no such load that was taken back. */
export const findWithdrawn = (db: Db, userId: string, loadId: string) =>
  db
    .selectFrom('load')
    .select(['joinKey', 'withdrawnAt'])
    .where('userId', '=', userId)
    .where('id', '=', loadId)
    .where('withdrawnAt', 'is not', null)
    .executeTakeFirst()

type Withdrawn = NonNullable<Awaited<ReturnType<typeof findWithdrawn>>>

/** Opens a user's asks about a posting again that were taken back then or later. */
export const reopenPosting = async (db: Db, userId: string, { joinKey, withdrawnAt }: Withdrawn): Promise<void> =>
  void (await db
    .updateTable('load')
    .set({ withdrawnAt: null })
    .where('userId', '=', userId)
    .where('joinKey', '=', joinKey)
    .where('withdrawnAt', '>=', withdrawnAt)
    .execute())
