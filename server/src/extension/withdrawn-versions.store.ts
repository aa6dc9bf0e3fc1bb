import type { Db } from '../db/db.ts'

export const listWithdrawn = (db: Db) =>
  db.selectFrom('withdrawnVersion').select(['version', 'message', 'withdrawnAt']).orderBy('version').execute()

/** Withdraws a version. Withdrawing it again changes its message. */
export const withdraw = (db: Db, row: { version: string; message: string; withdrawnAt: Date }) =>
  db
    .insertInto('withdrawnVersion')
    .values(row)
    .onConflict((conflict) => conflict.column('version').doUpdateSet({ message: row.message }))
    .execute()

export const allow = (db: Db, version: string) =>
  db.deleteFrom('withdrawnVersion').where('version', '=', version).execute()
