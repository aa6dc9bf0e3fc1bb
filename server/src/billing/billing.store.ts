import type { Db } from '../db/db.ts'

export const findUsed = (db: Db, userId: string, month: string) =>
  db.selectFrom('allowance').select('used').where('userId', '=', userId).where('month', '=', month).executeTakeFirst()

/** Takes one unit unless the limit is reached; check and write are one statement. Without a limit the unit is counted only. */
export const takeUnit = (db: Db, userId: string, month: string, limit: number | null) =>
  db
    .insertInto('allowance')
    .values({ userId, month, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'month'])
        .doUpdateSet((eb) => ({ used: eb('allowance.used', '+', 1) }))
        .where((eb) => (limit === null ? eb.lit(true) : eb('allowance.used', '<', limit))),
    )
    .returning('used')
    .executeTakeFirst()

export const giveBackUnit = (db: Db, userId: string, month: string) =>
  db
    .updateTable('allowance')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('userId', '=', userId)
    .where('month', '=', month)
    .execute()
