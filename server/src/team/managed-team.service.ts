import { Problem } from '@loadping/contract/problem'
import type { Context } from '../context.ts'
import { findMember, lockOrganization } from './team.store.ts'

export type LockedTeam = NonNullable<Awaited<ReturnType<typeof lockOrganization>>>
/** A locked team, with the acting manager's name and address. */
export type ManagedTeam = LockedTeam & { manager: string }

/**
 * Locks the caller's team until commit, so that its changes run one at a time. Fails if the caller is no longer a
 * manager once the lock is acquired.
 */
export async function lockManagedTeam(ctx: Context): Promise<ManagedTeam> {
  const { organizationId, userId } = ctx.caller
  const team = organizationId === null ? undefined : await lockOrganization(ctx.db, organizationId)
  const me = team && (await findMember(ctx.db, team.id, userId))
  if (!team || me?.role !== 'MANAGER') throw new Problem('not-allowed', "You're no longer a manager of this team.")
  return { ...team, manager: me.name ? `${me.name} (${me.email})` : me.email }
}
