import { Problem } from '@loadping/contract/problem'
import type { Context } from '../context.ts'
import { findMember, lockOrganization } from './team.store.ts'

export type LockedTeam = NonNullable<Awaited<ReturnType<typeof lockOrganization>>>
/** With the manager who acts, by name and address. */
export type ManagedTeam = LockedTeam & { manager: string }

/**
 * The caller's team, held until the transaction ends, so that changes of its people go one after the other. Whoever is not its manager any
 * more by the time that their turn comes is refused.
 */
export async function lockManagedTeam(ctx: Context): Promise<ManagedTeam> {
  const { organizationId, userId } = ctx.caller
  const team = organizationId === null ? undefined : await lockOrganization(ctx.db, organizationId)
  const me = team && (await findMember(ctx.db, team.id, userId))
  if (!team || me?.role !== 'MANAGER') throw new Problem('not-allowed', 'You do not manage this team any more.')
  return { ...team, manager: me.name ? `${me.name} (${me.email})` : me.email }
}
