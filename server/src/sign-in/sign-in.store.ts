import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type NewSignInToken = {
  id: string
  email: string
  tokenHash: string
  codeHash: string
  challenge: string | null
  createdAt: Date
  expiresAt: Date
}

/** Lets requests for one address go one after the other until the transaction ends, so that the newest alone counts. */
export const lockAddress = (db: Db, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${email}`}, 0))`.execute(db)

/** A newer request ends what older mails can do. */
export const endOlderTokens = (db: Db, email: string, now: Date) =>
  db.updateTable('signInToken').set({ usedAt: now }).where('email', '=', email).where('usedAt', 'is', null).execute()

export const addToken = (db: Db, token: NewSignInToken) => db.insertInto('signInToken').values(token).execute()

/** How many mails were asked for since then, for one address or in all. */
export async function countTokens(db: Db, { email, since }: { email?: string; since: Date }): Promise<number> {
  const { count } = await db
    .selectFrom('signInToken')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('createdAt', '>', since)
    .$if(email !== undefined, (query) => query.where('email', '=', email ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

/** Uses a link's token up and answers for whom it was made; one statement, so that of many at once one wins. */
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

/** Whether a link's token is still unused, whichever browser asked for it. */
export const findUnusedToken = (db: Db, { tokenHash, now }: { tokenHash: string; now: Date }) =>
  db
    .selectFrom('signInToken')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Takes one of the five tries of the newest code for an address, and of the 30 that all its codes since then have together. */
export const countCodeAttempt = (db: Db, email: string, { now, since }: { now: Date; since: Date }) =>
  db
    .updateTable('signInToken')
    .set((eb) => ({ codeTries: eb('codeTries', '+', 1) }))
    .where('email', '=', email)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('codeTries', '<', 5)
    .where((eb) => eb(triesOf(eb, email, since), '<', 30))
    .returning(['id', 'codeHash', 'email'])
    .executeTakeFirst()

/** How often codes for an address were tried since then, whichever request they belong to. */
const triesOf = (eb: ExpressionBuilder<Tables, 'signInToken'>, email: string, since: Date) =>
  eb
    .selectFrom('signInToken as recent')
    .select((sub) => sub.fn.coalesce(sub.fn.sum<number>('recent.codeTries'), sql<number>`0`).as('tries'))
    .where('recent.email', '=', email)
    .where('recent.createdAt', '>', since)

export const claimCode = (db: Db, id: string, now: Date) =>
  db
    .updateTable('signInToken')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('email')
    .executeTakeFirst()

/** Removes what was asked for before then. */
export const deleteTokens = (db: Db, before: Date) =>
  db.deleteFrom('signInToken').where('createdAt', '<', before).execute()
