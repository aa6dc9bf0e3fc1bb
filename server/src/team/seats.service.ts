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

/** Returns the seats that members and open invitations take. */
export const countUsedSeats = async (ctx: DataDeps, organizationId: string): Promise<number> =>
  (await countMembers(ctx.db, organizationId)) + (await countOpenInvitations(ctx.db, organizationId, ctx.now()))

/** Returns the open seats of a team; below 0 with fewer seats than are taken. */
export const countOpenSeats = async (ctx: DataDeps, organizationId: string): Promise<number> =>
  ((await findSeats(ctx, organizationId)) ?? 0) - (await countUsedSeats(ctx, organizationId))
