import { type Context, type Deps, inTransaction } from '../context.ts'
import { announce } from '../live/live.service.ts'
import { listTeamOf } from '../team/membership.service.ts'
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

type Withdrawal = { userId: string; organizationId: string | null; truckId: string | null; loadId: string }

/**
 * Opens an ask again whose withdrawal was undone or failed, with those it ended too, also of teammates who had the truck;
 * `lockSends` first.
 */
export async function reopenAsk(ctx: Deps, { userId, organizationId, truckId, loadId }: Withdrawal): Promise<void> {
  const hasTeam = truckId !== null && organizationId !== null
  const [givers, team] = hasTeam
    ? await Promise.all([listGivers(ctx, { organizationId, truckId }), listTeamOf(ctx, organizationId)])
    : [[], []]
  const members = new Set(team.map((member) => member.userId))
  const askers = [...new Set([userId, ...(members.has(userId) ? givers.filter((giver) => members.has(giver)) : [])])]
  const found = await Promise.all(askers.map((asker) => store.findWithdrawn(ctx.db, asker, loadId)))
  const withdrawn = found.find((one) => one !== undefined)
  if (!withdrawn) return
  for (const asker of askers) {
    await store.reopenPosting(ctx.db, asker, withdrawn)
    await announce(ctx, asker)
  }
}
