import type { Db } from '../db/db.ts'

type Row = { userId: string; address: string; since: Date }

/** Adds an address to those that a user sees. An existing one keeps its time. */
export const addRecipient = (db: Db, row: Row) =>
  db
    .insertInto('suppressedRecipient')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'address']).doNothing())
    .execute()

/** Lists a user's newest. */
export const listRecipients = (db: Db, userId: string, limit: number): Promise<Row[]> =>
  db
    .selectFrom('suppressedRecipient')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('since', 'desc')
    .limit(limit)
    .execute()

export const findRecipient = (db: Db, userId: string, address: string): Promise<Row | undefined> =>
  db
    .selectFrom('suppressedRecipient')
    .selectAll()
    .where('userId', '=', userId)
    .where('address', '=', address)
    .executeTakeFirst()

export const removeRecipient = (db: Db, userId: string, address: string) =>
  db.deleteFrom('suppressedRecipient').where('userId', '=', userId).where('address', '=', address).execute()
