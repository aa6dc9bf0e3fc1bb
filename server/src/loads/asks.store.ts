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
  { userId, loadIds, at }: { userId: string; loadIds: string[]; at: Date | null },
): Promise<void> =>
  void (await db
    .updateTable('load')
    .set({ withdrawnAt: at })
    .where('userId', '=', userId)
    .where('id', '=', sql<string>`any(${loadIds}::uuid[])`)
    .execute())
