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

const findState = (db: Db, userId: string) =>
  db.selectFrom('account').select(['deletesAt', 'suspendedAt']).where('id', '=', userId).executeTakeFirst()

export async function isActive(db: Db, userId: string): Promise<boolean> {
  const account = await findState(db, userId)
  return account?.deletesAt === null && account.suspendedAt === null
}

export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const account = await findState(db, userId)
  return account !== undefined && account.suspendedAt !== null
}
