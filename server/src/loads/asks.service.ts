import { type Context, type Deps, inTransaction } from '../context.ts'
import { announce } from '../live/live.service.ts'
import * as store from './asks.store.ts'
import { loadNotFound } from './load-row.ts'
import { lockLoads } from './loads.store.ts'

/** Sets when the caller wants to call about one of their loads that they asked about; null: by its age. */
export const setCallBack = (ctx: Context, loadId: string, at: Date | null): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    await lockLoads(tx.db, userId)
    if (!(await store.saveCallBack(tx.db, { userId, loadId, at }))) throw loadNotFound()
    await announce(tx, userId)
    return null
  })

/** Ends the asks about a user's loads that were taken back now; `lockSends` first. */
export const closeAsks = (ctx: Deps, userId: string, loadIds: string[]): Promise<void> =>
  store.markWithdrawn(ctx.db, { userId, loadIds, at: ctx.now() })

/** Opens an ask again whose withdrawal was undone or failed; `lockSends` first. */
export const reopenAsk = (ctx: Deps, userId: string, loadId: string): Promise<void> =>
  store.markWithdrawn(ctx.db, { userId, loadIds: [loadId], at: null })
