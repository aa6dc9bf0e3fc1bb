import { shownNameOf } from '@loadping/contract/mailboxes/sender-name'
import { Problem } from '@loadping/contract/wire/problem'
import type { Context } from '../context.ts'
import { findMember, lockOrganization } from './team.store.ts'

export type LockedTeam = NonNullable<Awaited<ReturnType<typeof lockOrganization>>>
/** A locked team, with the acting manager's name and address, and what teammates call them. */
export type ManagedTeam = LockedTeam & { manager: string; managerName: string }

/**
 * Locks the caller's team until commit, so that its changes run one at a time. Fails if the caller no longer manages
 * it, or deleted the account.
 */
export async function lockManagedTeam(ctx: Context): Promise<ManagedTeam> {
  const { organizationId, userId } = ctx.caller
  const team = organizationId === null ? undefined : await lockOrganization(ctx.db, organizationId)
  const me = team && (await findMember(ctx.db, team.id, userId))
  if (me?.deletesAt) throw new Problem('not-signed-in', 'Please sign in.')
  if (!team || me?.role !== 'MANAGER') throw new Problem('not-allowed', "You're no longer a manager of this team.")
  const name = shownNameOf(me.name)
  return { ...team, manager: name ? `${name} (${me.email})` : me.email, managerName: name || me.email }
}
