import type { Context } from '../context.ts'
import { askDays, findHandedOver } from '../trucks/handovers.service.ts'
import { listByIds } from './load-changes.store.ts'
import { lockLoads } from './loads.store.ts'

/** A user's loads that the caller may change. */
export type Owned = { userId: string; ids: string[] }

/**
 * Locks the caller's own of these loads, and teammates' that are open or booked for a truck the caller took over. Needs a
 * transaction.
 */
export async function lockOwned(ctx: Context, ids: string[]): Promise<Owned[]> {
  const { userId } = ctx.caller
  const own = new Set((await listByIds(ctx.db, userId, ids)).map(({ id }) => id))
  const others = ids.filter((id) => !own.has(id))
  const owned: Owned[] = [{ userId, ids: [...own] }]
  if (others.length > 0) owned.push(...(await listTaken(ctx, others)))
  const sorted = owned.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)) // so that two never wait for each other
  for (const owner of sorted) await lockLoads(ctx.db, owner.userId)
  return sorted
}

async function listTaken(ctx: Context, ids: string[]): Promise<Owned[]> {
  const { askers } = await findHandedOver(ctx, ctx.caller.userId)
  const since = new Date(ctx.now().getTime() - askDays * 86_400_000)
  const taken: Owned[] = []
  for (const { userId, truckIds } of askers.values()) {
    const rows = await listByIds(ctx.db, userId, ids)
    const held = rows.filter(
      ({ contactedAt, truckIds: named, status }) =>
        (status === 'booked' || (contactedAt !== null && contactedAt >= since)) &&
        named?.some((id) => truckIds.has(id)),
    )
    if (held.length > 0) taken.push({ userId, ids: held.map(({ id }) => id) })
  }
  return taken
}
