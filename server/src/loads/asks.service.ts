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

/**
 * Opens an ask again whose withdrawal was undone or failed, and those about the posting that it ended too, also of who had the
 * truck before; `lockSends` first.
 */
export async function reopenAsk(
  ctx: Deps,
  { userId, truckId, loadId }: { userId: string; truckId: string | null; loadId: string },
): Promise<void> {
  const givers = truckId === null ? [] : await listGivers(ctx, truckId)
  const askers = [...new Set([userId, ...givers])]
  const found = await Promise.all(askers.map((asker) => store.findWithdrawn(ctx.db, asker, loadId)))
  const withdrawn = found.find((one) => one !== undefined)
  if (!withdrawn) return
  for (const asker of askers) {
    await store.reopenPosting(ctx.db, asker, withdrawn)
    await announce(ctx, asker)
  }
}
