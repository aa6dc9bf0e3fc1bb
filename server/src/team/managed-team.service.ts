import { Problem } from '@loadping/contract/problem'
import { findPlan } from '../billing/billing.service.ts'
import type { Context, DataDeps } from '../context.ts'
import { countWaiting } from './invitations.store.ts'
import { countMembers, findMember, holdOrganization } from './team.store.ts'

export type HeldTeam = NonNullable<Awaited<ReturnType<typeof holdOrganization>>>
/** With the manager who acts, by name and address. */
export type ManagedTeam = HeldTeam & { manager: string }

/**
 * The caller's team, held until the transaction ends, so that changes of its people go one after the other. Whoever is not its manager any
 * more by the time that their turn comes is refused.
 */
export async function holdManagedTeam(ctx: Context): Promise<ManagedTeam> {
  const { organizationId, userId } = ctx.caller
  const team = organizationId === null ? undefined : await holdOrganization(ctx.db, organizationId)
  const me = team && (await findMember(ctx.db, team.id, userId))
  if (!team || me?.role !== 'MANAGER') throw new Problem('not-allowed', 'You do not manage this team any more.')
  return { ...team, manager: me.name ? `${me.name} (${me.email})` : me.email }
}

/** How many people a team may have; without a plan for it, none more than it has. */
export const findSeats = async (ctx: DataDeps, organizationId: string): Promise<number | null> => (await findPlan(ctx, organizationId))?.seats ?? null

/** How many more can be invited: open invitations take seats too (D7.5). */
export async function countFreeSeats(ctx: DataDeps, organizationId: string): Promise<number> {
  const seats = (await findSeats(ctx, organizationId)) ?? 0
  return seats - (await countMembers(ctx.db, organizationId)) - (await countWaiting(ctx.db, organizationId, ctx.now()))
}
