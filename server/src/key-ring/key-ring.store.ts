import type { ClientBase } from 'pg'
import type { Db } from '../db/db.ts'

export const findHashKey = (db: Db) => db.selectFrom('hashKey').select('encrypted').executeTakeFirst()

/** Stores the first one; another process may have been faster. */
export const addHashKey = (db: Db, encrypted: string) =>
  db
    .insertInto('hashKey')
    .values({ encrypted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function replaceHashKey(db: Db, { from, to }: { from: string; to: string }): Promise<boolean> {
  const replaced = await db
    .updateTable('hashKey')
    .set({ encrypted: to })
    .where('encrypted', '=', from)
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** Reads it on a connection to a database that may have no tables yet. */
export async function readHashKey(client: ClientBase): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ name: string | null }>("select to_regclass('hash_key')::text as name")
  if (!tables[0]?.name) return undefined
  const { rows } = await client.query<{ encrypted: string }>('select encrypted from hash_key')
  return rows[0]?.encrypted
}
