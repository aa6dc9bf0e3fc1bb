import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { lockName } from '../db/locks.ts'
import type { Tables } from '../db/tables.ts'
import type { Period } from '../period.ts'

export type NewSignInToken = {
  id: string
  email: string
  tokenHash: string
  codeHash: string
  challenge: string | null
  createdAt: Date
  expiresAt: Date
  networkHash: string | null
}

/** Serializes requests for one address until the transaction ends, so that only the newest token is valid. */
export const lockAddress = (db: Db, email: string) => lockName(db, `sign-in ${email}`)

export const endOlderTokens = (db: Db, email: string, now: Date) =>
  db.updateTable('signInToken').set({ usedAt: now }).where('email', '=', email).where('usedAt', 'is', null).execute()

export const addToken = (db: Db, token: NewSignInToken) => db.insertInto('signInToken').values(token).execute()

/** Finds a request of the period by the same browser, whose link and code still work. */
export const findUnusedRequest = (
  db: Db,
  {
    email,
    challenge,
    networkHash,
    since,
    until,
  }: { email: string; challenge: string | null; networkHash: string } & Period,
) =>
  db
    .selectFrom('signInToken')
    .select('id')
    .where('email', '=', email)
    .where('usedAt', 'is', null)
    .where('codeTries', '<', 5)
    .where('createdAt', '>', since)
    .where('createdAt', '<', until)
    .where('networkHash', '=', networkHash)
    .where('challenge', 'is not distinct from', challenge)
    .executeTakeFirst()

/** Counts all requests of the period. */
export async function countTokens(db: Db, { since, until }: Period): Promise<number> {
  const { count } = await db
    .selectFrom('signInToken')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('createdAt', '>', since)
    .where('createdAt', '<', until)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the requests for an address in the period, and those from networks that are not known. */
export const countAddressTokens = (
  db: Db,
  { email, since, until, knownNetworks }: { email: string; knownNetworks: string[] } & Period,
) =>
  db
    .selectFrom('signInToken')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .select((eb) =>
      eb.fn
        .countAll<number>()
        .filterWhere(sql<boolean>`network_hash is null or network_hash <> all (${knownNetworks}::text[])`)
        .as('unknown'),
    )
    .where('createdAt', '>', since)
    .where('createdAt', '<', until)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

/** Lists the networks from which an address signed in. */
export const listKnownNetworks = async (db: Db, email: string): Promise<string[]> =>
  (await db.selectFrom('knownNetwork').select('networkHash').where('email', '=', email).execute()).map(
    ({ networkHash }) => networkHash,
  )

export const saveKnownNetwork = (db: Db, network: { email: string; networkHash: string; lastSignInAt: Date }) =>
  db
    .insertInto('knownNetwork')
    .values(network)
    .onConflict((conflict) =>
      conflict.columns(['email', 'networkHash']).doUpdateSet({ lastSignInAt: network.lastSignInAt }),
    )
    .execute()

/** Deletes networks that were last used to sign in before then. */
export const deleteKnownNetworks = (db: Db, before: Date) =>
  db.deleteFrom('knownNetwork').where('lastSignInAt', '<', before).execute()

/** Claims a link token and returns its address. One statement: of concurrent calls one succeeds. */
export const claimToken = (
  db: Db,
  { email, tokenHash, challenge, now }: { email: string; tokenHash: string; challenge: string | undefined; now: Date },
) =>
  db
    .updateTable('signInToken')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('email', '=', email)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .$if(challenge !== undefined, (query) => query.where('challenge', '=', challenge ?? ''))
    .returning('email')
    .executeTakeFirst()

/** Finds a link token that is still unused, whichever browser requested it. */
export const findUnusedToken = (db: Db, { tokenHash, now }: { tokenHash: string; now: Date }) =>
  db
    .selectFrom('signInToken')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Counts one attempt at the newest code of an address: five per code, and 30 for all its codes of the period. */
export const countCodeAttempt = (db: Db, email: string, { now, ...period }: { now: Date } & Period) =>
  db
    .updateTable('signInToken')
    .set((eb) => ({ codeTries: eb('codeTries', '+', 1) }))
    .where('email', '=', email)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('codeTries', '<', 5)
    .where((eb) => eb(triesOf(eb, email, period), '<', 30))
    .returning(['id', 'codeHash', 'email'])
    .executeTakeFirst()

/** Sums the attempts at all codes of an address in the period. */
const triesOf = (eb: ExpressionBuilder<Tables, 'signInToken'>, email: string, { since, until }: Period) =>
  eb
    .selectFrom('signInToken as recent')
    .select((sub) => sub.fn.coalesce(sub.fn.sum<number>('recent.codeTries'), sql<number>`0`).as('tries'))
    .where('recent.email', '=', email)
    .where('recent.createdAt', '>', since)
    .where('recent.createdAt', '<', until)

export const claimCode = (db: Db, id: string, now: Date) =>
  db
    .updateTable('signInToken')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('email')
    .executeTakeFirst()

export const deleteTokens = (db: Db, before: Date) =>
  db.deleteFrom('signInToken').where('createdAt', '<', before).execute()

/** Deletes the links, codes, networks and invitation of an address. */
export async function deleteAddress(db: Db, email: string): Promise<void> {
  await db.deleteFrom('signInToken').where('email', '=', email).execute()
  await db.deleteFrom('knownNetwork').where('email', '=', email).execute()
  await db.deleteFrom('signUpInvitation').where('email', '=', email).execute()
}
