import { findPlan } from '../billing/billing.service.ts'
import type { DataDeps } from '../context.ts'
import { countOpenInvitations } from './invitations.store.ts'
import { countMembers } from './team.store.ts'

/** Returns a team's seats, or null without a Business plan, when no one can join. */
export const findSeats = async (ctx: DataDeps, organizationId: string): Promise<number | null> =>
  (await findPlan(ctx, organizationId))?.seats ?? null

/** Whether a team has more than one member, or an open invitation. */
export const hasTeammates = async (ctx: DataDeps, organizationId: string): Promise<boolean> =>
  (await countMembers(ctx.db, organizationId)) > 1 ||
  (await countOpenInvitations(ctx.db, organizationId, ctx.now())) > 0

/** Returns the open seats of a team; open invitations occupy seats. */
export async function countOpenSeats(ctx: DataDeps, organizationId: string): Promise<number> {
  const seats = (await findSeats(ctx, organizationId)) ?? 0
  return (
    seats -
    (await countMembers(ctx.db, organizationId)) -
    (await countOpenInvitations(ctx.db, organizationId, ctx.now()))
  )
}
