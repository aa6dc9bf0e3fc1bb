import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'

export const suspend = async (db: Db, userId: string, now: Date): Promise<boolean> =>
  (await db
    .updateTable('account')
    .set({ suspendedAt: now })
    .where('id', '=', userId)
    .where('suspendedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const resume = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .updateTable('account')
    .set({ suspendedAt: null })
    .where('id', '=', userId)
    .where('suspendedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Lists which of these accounts are neither suspended nor deleted by their owners. */
export const listActive = compileOnce((db, { userIds }: { userIds: string[] }) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val(userIds)))
    .where('deletesAt', 'is', null)
    .where('suspendedAt', 'is', null),
)

export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const account = await db.selectFrom('account').select('suspendedAt').where('id', '=', userId).executeTakeFirst()
  return account !== undefined && account.suspendedAt !== null
}
