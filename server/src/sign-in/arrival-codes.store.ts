import type { Db } from '../db/db.ts'

export type NewArrivalCode = { codeHash: string; userId: string; challenge: string; expiresAt: Date }

/** Whether the code was new: of the same one at once, one is kept. */
export const addArrivalCode = async (db: Db, code: NewArrivalCode): Promise<boolean> => {
  const added = await db
    .insertInto('arrivalCode')
    .values(code)
    .onConflict((conflict) => conflict.column('codeHash').doNothing())
    .returning('codeHash')
    .executeTakeFirst()
  return added !== undefined
}

/** Uses a code up and answers whose it is; one statement, so that of many at once one wins, and a wrong challenge uses nothing up. */
export const claimArrivalCode = (db: Db, { codeHash, challenge, now }: { codeHash: string; challenge: string; now: Date }) =>
  db
    .updateTable('arrivalCode')
    .set({ usedAt: now })
    .where('codeHash', '=', codeHash)
    .where('challenge', '=', challenge)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst()

export const deleteArrivalCodes = (db: Db, before: Date) => db.deleteFrom('arrivalCode').where('expiresAt', '<', before).execute()
