import type { Db } from '../db/db.ts'

/** Marks a code as used. Returns undefined if it was used before. */
export const claimCode = (db: Db, code: { id: string; expiresAt: Date }) =>
  db
    .insertInto('usedPairingCode')
    .values(code)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

export const deleteCodes = (db: Db, before: Date) =>
  db.deleteFrom('usedPairingCode').where('expiresAt', '<', before).execute()
