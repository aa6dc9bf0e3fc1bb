import type { Db } from '../db/db.ts'

/** Marks a code as used; answers nothing when it was used before. */
export const claimCode = (db: Db, code: { id: string; expiresAt: Date }) =>
  db
    .insertInto('usedPickUpCode')
    .values(code)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

export const deleteCodes = (db: Db, before: Date) => db.deleteFrom('usedPickUpCode').where('expiresAt', '<', before).execute()
