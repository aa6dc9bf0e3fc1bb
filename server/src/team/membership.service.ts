import type { UserType } from '@loadping/contract/account'
import { Problem } from '@loadping/contract/problem'
import type { Context, DataDeps } from '../context.ts'
import { logSecurityEvent } from '../security-events.ts'
import * as store from './membership.store.ts'
import { lockAccount, lockOrganization, setRole } from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'

/** In whose name a person acts: their organization, in which they stay until the transaction ends, or null. */
export const lockOrganizationOf = async (ctx: DataDeps, userId: string): Promise<string | null> =>
  (await store.lockMembership(ctx.db, userId))?.organizationId ?? null

/** Who belongs to an organization, with the addresses by which its people know each other. */
export const listTeamOf = (ctx: DataDeps, organizationId: string) => store.listTeam(ctx.db, organizationId)

/**
 * Has the caller's place in their team follow a business type that is saved in the same transaction: a manager who becomes a broker is a
 * member from then on, and an owner is refused until the team is handed over (D8.10).
 */
export async function applyUserTypeToTeam(ctx: Context, userType: UserType): Promise<void> {
  if (userType !== 'broker') return
  const { userId, email, organizationId } = ctx.caller
  const team = organizationId === null ? undefined : await lockOrganization(ctx.db, organizationId)
  await lockAccount(ctx.db, userId)
  const mine = await store.lockMembership(ctx.db, userId)
  if (mine?.organizationId !== team?.id) throw new Problem('busy', 'Your team has just changed. Try again.')
  if (!team || mine?.role !== 'MANAGER') return

  if (team.ownerId === userId)
    throw new Problem('not-allowed', 'You own a team of carriers. Hand it over before you become a broker.')
  await setRole(ctx.db, team.id, userId, 'USER')
  await recordActivity(ctx, team.id, { actor: email, action: 'role-changed', subject: email, detail: 'USER' })
  logSecurityEvent(ctx, 'role-changed', { userId, organizationId: team.id, memberId: userId, role: 'USER' })
}
