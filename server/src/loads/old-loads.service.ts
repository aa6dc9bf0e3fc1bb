import { type Deps, inTransaction } from '../context.ts'
import { lockLoads } from './loads.store.ts'
import * as store from './old-loads.store.ts'

type Old = { userId: string; before: Date }

/** Removes some loads last changed or contacted before then, with their history and names. Returns how many. */
export async function removeOldLoads(ctx: Pick<Deps, 'db'>, old: Old, limit: number): Promise<number> {
  const ids = await store.listOldLoads(ctx.db, old, limit)
  if (ids.length === 0) return 0
  return inTransaction(ctx, async ({ db }) => {
    await lockLoads(db, old.userId)
    const removed = await store.removeLoads(db, old, ids)
    const left = await store.listOldLoads(db, old, 1)
    if (left.length === 0) await store.removeUnusedNames(db, old.userId)
    return removed
  })
}

/** Removes some contacts of a user before then, from those of the user or a team. Returns how many. */
export const removeOldContacts = (
  { db }: Pick<Deps, 'db'>,
  old: Old & { holder: string },
  limit: number,
): Promise<number> => store.deleteContactsBefore(db, old, limit)
