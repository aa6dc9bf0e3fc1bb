import type { IdentityProviderId } from '@loadping/contract/sign-in'
import type { Db } from '../db/db.ts'

export type NewArrivalCode = {
  codeHash: string
  userId: string
  challenge: string
  expiresAt: Date
  /** It connects a mailbox of this provider, instead of signing in. */
  connects: IdentityProviderId | null
  sealedGrant: string | null
}

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

type Claim = { codeHash: string; challenge: string; now: Date }

/** Uses a code up that signs in and answers whose it is; one statement, so that of many at once one wins, and a wrong challenge uses nothing up. */
export const claimArrivalCode = (db: Db, claim: Claim) => claiming(db, claim).where('connects', 'is', null).returning('userId').executeTakeFirst()

/** Uses a code up that connects a mailbox, for the person who began. */
export const claimGrant = (db: Db, { userId, ...claim }: Claim & { userId: string }) =>
  claiming(db, claim).where('connects', 'is not', null).where('userId', '=', userId).returning(['connects', 'sealedGrant']).executeTakeFirst()

const claiming = (db: Db, { codeHash, challenge, now }: Claim) =>
  db
    .updateTable('arrivalCode')
    .set({ usedAt: now })
    .where('codeHash', '=', codeHash)
    .where('challenge', '=', challenge)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)

export const deleteArrivalCodes = (db: Db, before: Date) => db.deleteFrom('arrivalCode').where('expiresAt', '<', before).execute()
