import type { ClientBase } from 'pg'
import type { Db } from '../db/db.ts'
import { currentServer } from './copies.reads.ts'

type Fingerprint = { server: string; folder: string | null }

/** Returns the stored fingerprint with that of the server now. Writes nothing, which a full disk would not allow. */
export const findFingerprint = (db: Db) =>
  db
    .selectFrom('databaseFingerprint')
    .select(['server', 'folder', currentServer.as('current')])
    .executeTakeFirst()

/** Stores the first fingerprint, if there is none, and locks the one that is stored until the transaction ends. */
export async function lockFingerprint(db: Db, folder: string | null): Promise<{ stored: Fingerprint; server: string }> {
  await db
    .insertInto('databaseFingerprint')
    .values({ server: currentServer, folder })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { current, ...stored } = await db
    .selectFrom('databaseFingerprint')
    .select(['server', 'folder', currentServer.as('current')])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { stored, server: current }
}

/** What is stored in place of the fingerprint until the first start after a restore. */
export const restored = 'restored'

/** Marks a database as restored, in the transaction of the restore. */
export const markRestored = (client: ClientBase) =>
  client.query(
    'insert into database_fingerprint (server) values ($1) on conflict (is_only) do update set server = excluded.server',
    [restored],
  )

export const storeFingerprint = (db: Db, fingerprint: Fingerprint) =>
  db.updateTable('databaseFingerprint').set(fingerprint).execute()
