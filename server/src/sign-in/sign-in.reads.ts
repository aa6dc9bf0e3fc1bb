import type { Db } from '../db/db.ts'

/** Selects a user at the sign-in providers. */
export const ownIdentities = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('identity').select(['issuer', 'subject', 'linkedAt']).where('userId', '=', userId)

/** Selects an address's requests to sign in, without their tokens and codes. */
export const ownSignInRequests = (db: Db, { email }: { email: string }) =>
  db
    .selectFrom('signInToken')
    .select(['id', 'email', 'createdAt', 'expiresAt', 'usedAt', 'codeTries'])
    .where('email', '=', email)

/** Selects when an address last signed in from each network. The networks themselves are not stored. */
export const ownNetworks = (db: Db, { email }: { email: string }) =>
  db.selectFrom('knownNetwork').select(['email', 'lastSignInAt']).where('email', '=', email)
