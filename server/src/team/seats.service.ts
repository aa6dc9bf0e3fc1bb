import { findPlan } from '../billing/billing.service.ts'
import type { DataDeps } from '../context.ts'
import { countOpenInvitations } from './invitations.store.ts'
import { countMembers } from './team.store.ts'

/** How many people a team may have; null when it has lost its plan, and nobody new may come. */
export const findSeats = async (ctx: DataDeps, organizationId: string): Promise<number | null> =>
  (await findPlan(ctx, organizationId))?.seats ?? null

/** How many more can be invited: open invitations take seats too (D7.5). */
export async function countFreeSeats(ctx: DataDeps, organizationId: string): Promise<number> {
  const seats = (await findSeats(ctx, organizationId)) ?? 0
  return (
    seats -
    (await countMembers(ctx.db, organizationId)) -
    (await countOpenInvitations(ctx.db, organizationId, ctx.now()))
  )
}
