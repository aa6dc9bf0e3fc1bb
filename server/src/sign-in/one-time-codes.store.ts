import type { IdentityProviderId } from '@loadping/contract/sign-in'
import type { Db } from '../db/db.ts'

export type NewOneTimeCode = {
  codeHash: string
  userId: string
  challenge: string
  expiresAt: Date
  /** It connects a mailbox of this provider, instead of signing in. */
  connectKind: IdentityProviderId | null
  encryptedCredentials: string | null
}

/** Whether the code was new: of the same one at once, one is kept. */
export const addOneTimeCode = async (db: Db, code: NewOneTimeCode): Promise<boolean> => {
  const added = await db
    .insertInto('oneTimeCode')
    .values(code)
    .onConflict((conflict) => conflict.column('codeHash').doNothing())
    .returning('codeHash')
    .executeTakeFirst()
  return added !== undefined
}

type Claim = { codeHash: string; challenge: string; now: Date }

/** Uses a code up that signs in and answers whose it is; one statement, so that of many at once one wins, and a wrong challenge uses nothing up. */
export const redeemSignInCode = (db: Db, claim: Claim) =>
  claiming(db, claim).where('connectKind', 'is', null).returning('userId').executeTakeFirst()

/** Uses a code up that connects a mailbox, for the person who began. */
export const redeemConnectCode = (db: Db, { userId, ...claim }: Claim & { userId: string }) =>
  claiming(db, claim)
    .where('connectKind', 'is not', null)
    .where('userId', '=', userId)
    .returning(['connectKind', 'encryptedCredentials'])
    .executeTakeFirst()

const claiming = (db: Db, { codeHash, challenge, now }: Claim) =>
  db
    .updateTable('oneTimeCode')
    .set({ usedAt: now })
    .where('codeHash', '=', codeHash)
    .where('challenge', '=', challenge)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)

export const deleteExpiredOneTimeCodes = (db: Db, before: Date) =>
  db.deleteFrom('oneTimeCode').where('expiresAt', '<', before).execute()
