import { type Context, type Deps, inTransaction } from '../context.ts'
import { announce } from '../live/live.service.ts'
import { listGivers } from '../trucks/handovers.service.ts'
import * as store from './asks.store.ts'
import { loadNotFound } from './load-row.ts'
import { lockOwned } from './owned-loads.service.ts'

/** Sets when the caller wants to call about an ask of theirs or of a truck that they took over; null: by its age. */
export const setCallBack = (ctx: Context, loadId: string, at: Date | null): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const owner = (await lockOwned(tx, [loadId])).find(({ ids }) => ids.length > 0)
    if (!owner || !(await store.saveCallBack(tx.db, { userId: owner.userId, loadId, at }))) throw loadNotFound()
    for (const userId of new Set([owner.userId, tx.caller.userId])) await announce(tx, userId)
    return null
  })

/** Ends the asks about a user's loads that were taken back now; `lockSends` first. */
export const closeAsks = (ctx: Deps, userId: string, loadIds: string[]): Promise<void> =>
  store.markWithdrawn(ctx.db, { userId, loadIds, at: ctx.now() })

/** Opens an ask again whose withdrawal was undone or failed, also one of who had the truck before; `lockSends` first. */
export async function reopenAsk(
  ctx: Deps,
  { userId, truckId, loadId }: { userId: string; truckId: string | null; loadId: string },
): Promise<void> {
  const givers = truckId === null ? [] : await listGivers(ctx, truckId)
  for (const asker of new Set([userId, ...givers])) {
    await store.markWithdrawn(ctx.db, { userId: asker, loadIds: [loadId], at: null })
    await announce(ctx, asker)
  }
}
