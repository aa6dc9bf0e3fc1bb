import type { Db } from '../db/db.ts'

export type IdentityKey = { issuer: string; subject: string }

export const findIdentity = (db: Db, { issuer, subject }: IdentityKey) =>
  db
    .selectFrom('identity')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const deleteIdentities = (db: Db, userId: string) =>
  db.deleteFrom('identity').where('userId', '=', userId).execute()

/** Links an identity to an account, unless it is linked already. */
export const addIdentity = (db: Db, identity: IdentityKey & { userId: string; linkedAt: Date }) =>
  db
    .insertInto('identity')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
