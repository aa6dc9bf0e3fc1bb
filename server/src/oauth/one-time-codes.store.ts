import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type Purpose = Tables['oneTimeCode']['purpose']

export type NewOneTimeCode = {
  codeHash: string
  purpose: Purpose
  userId: string
  challenge: string
  expiresAt: Date
  encryptedPayload: string | null
}

/** Adds a code. Returns false if it exists already. */
export const addOneTimeCode = async (db: Db, code: NewOneTimeCode): Promise<boolean> => {
  const added = await db
    .insertInto('oneTimeCode')
    .values(code)
    .onConflict((conflict) => conflict.column('codeHash').doNothing())
    .returning('codeHash')
    .executeTakeFirst()
  return added !== undefined
}

type Redemption = {
  codeHash: string
  purpose: Purpose
  challenge: string
  userId: string | undefined
  now: Date
}

/** Redeems a valid code and returns its row. One statement: of concurrent calls one succeeds. */
export const redeemOneTimeCode = (db: Db, { codeHash, purpose, challenge, userId, now }: Redemption) =>
  db
    .updateTable('oneTimeCode')
    .set({ usedAt: now })
    .where('codeHash', '=', codeHash)
    .where('purpose', '=', purpose)
    .where('challenge', '=', challenge)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['userId', 'encryptedPayload'])
    .executeTakeFirst()

export const deleteExpiredOneTimeCodes = (db: Db, before: Date) =>
  db.deleteFrom('oneTimeCode').where('expiresAt', '<', before).execute()
