import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

type Row = Tables['suppressedRecipient']

/** Adds an address to those that a user sees. An existing one keeps its time. */
export const addRecipient = (db: Db, row: Omit<Row, 'allowedAt'>) =>
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

export const allowRecipient = (db: Db, userId: string, address: string, allowedAt: Date) =>
  db
    .updateTable('suppressedRecipient')
    .set({ allowedAt })
    .where('userId', '=', userId)
    .where('address', '=', address)
    .execute()

/** Lists which of these addresses these users' own mailboxes may email. */
export const listAllowed = (db: Db, userIds: string[], addresses: string[]) =>
  db
    .selectFrom('suppressedRecipient')
    .select(['userId', 'address'])
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .where('allowedAt', 'is not', null)
    .execute()

export const deleteRecipients = (db: Db, userId: string) =>
  db.deleteFrom('suppressedRecipient').where('userId', '=', userId).execute()
