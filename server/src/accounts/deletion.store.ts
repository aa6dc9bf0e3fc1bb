import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db } from '../db/db.ts'

/**
 * Sets that accounts are deleted for good with the next look, by the SHA-256 of their ids, on a connection whose transaction
 * restores a backup. Returns how many it found.
 */
export const repeatDeletions = async (client: ClientBase, hashes: string[]): Promise<number> =>
  (
    await client.query(
      `update account set deletes_at = now() - interval '1 day' where encode(sha256(id::text::bytea), 'hex') = any($1)`,
      [hashes],
    )
  ).rowCount ?? 0

/** Sets when an account is deleted, unless that is set already. Returns whether it was not. */
export const setDeletion = async (db: Db, userId: string, deletesAt: Date): Promise<boolean> =>
  (await db
    .updateTable('account')
    .set({ deletesAt })
    .where('id', '=', userId)
    .where('deletesAt', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Takes a deletion back that is set for this time. Returns the address; undefined without one, or of a suspended user. */
export const clearDeletion = (db: Db, { userId, deletesAt }: { userId: string; deletesAt: Date }) =>
  db
    .updateTable('account')
    .set({ deletesAt: null })
    .where('id', '=', userId)
    .where('deletesAt', '=', deletesAt)
    .where('suspendedAt', 'is', null)
    .returning('email')
    .executeTakeFirst()

export const findDeletion = (db: Db, userId: string) =>
  db.selectFrom('account').select('deletesAt').where('id', '=', userId).executeTakeFirst()

type Due = { until: Date; butNot: string[]; limit: number }

/** Lists accounts that are to be deleted by then, the first due first. */
export const listDeletions = (db: Db, { until, butNot, limit }: Due) =>
  db
    .selectFrom('account')
    .select(['id as userId', 'email'])
    .where('deletesAt', '<=', until)
    .where(sql<boolean>`id <> all (${butNot}::uuid[])`)
    .orderBy('deletesAt')
    .limit(limit)
    .execute()

/** Deletes an account, with what names it as its account: sessions, identities, mailboxes and the like. */
export const removeAccount = (db: Db, userId: string) =>
  db.deleteFrom('account').where('id', '=', userId).where('deletesAt', 'is not', null).execute()
