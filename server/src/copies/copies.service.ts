import type { DataDeps } from '../context.ts'
import * as store from './copies.store.ts'

/** Marks a database as restored in the transaction of the restore: the first start holds what is queued. */
export const markRestored = store.markRestored

/**
 * Returns whether the database was restored or copied since emails were last sent from it; then it counts as the original from
 * now on. Needs a transaction that holds what was queued.
 */
export async function noticeCopy(
  { db }: Pick<DataDeps, 'db'>,
  folder: string | null,
): Promise<'restored' | 'copied' | undefined> {
  const found = await store.findFingerprint(db)
  if (found && found.server === found.current && found.folder === folder) return undefined
  const { stored, server } = await store.lockFingerprint(db, folder)
  if (stored.server === server && stored.folder === folder) return undefined
  await store.storeFingerprint(db, { server, folder })
  return stored.server === store.restored ? 'restored' : 'copied'
}
