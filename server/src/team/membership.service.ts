import type { UserType } from '@loadping/contract/account/user-type'
import { Problem } from '@loadping/contract/wire/problem'
import type { AccountContext, Context, DataDeps, Deps } from '../context.ts'
import { logSecurityEvent } from '../security-events.ts'
import * as store from './membership.store.ts'
import { lockAccount, lockOrganization, setRole } from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'
import { clearNotice } from './team-notices.service.ts'

/** Lists an organization's members with their email addresses, names and when they joined. */
export const listTeamOf = (ctx: DataDeps, organizationId: string) => store.listTeam(ctx.db, organizationId)

/** Throws at once if what is read of all these people can't be read now, because the machine of one does not answer. */
export async function requirePresent(
  { machines }: Pick<Deps, 'machines'>,
  people: { userId: string }[],
): Promise<void> {
  const away = await machines.listAway(people.map(({ userId }) => userId))
  if (away.size === 0) return
  const whose = away.size === 1 ? "A teammate's data" : `The data of ${away.size} teammates`
  throw new Problem('unavailable', `${whose} can't be read right now. Nothing is lost; try again in a minute.`)
}

/** Lists an organization's former members, who are in it no longer. */
export const listFormerTeamOf = (ctx: DataDeps, organizationId: string) => store.listFormer(ctx.db, organizationId)

/**
 * Locks the caller's account until commit, so that it joins no team, changes its type or is deleted only after. Fails if it
 * is deleted.
 */
export async function lockCaller(ctx: Pick<AccountContext, 'db' | 'caller'>): Promise<{ userType: UserType | null }> {
  const { deletesAt, userType } = await lockAccount(ctx.db, ctx.caller.userId)
  if (deletesAt) throw new Problem('not-signed-in', 'Please sign in.')
  return { userType }
}

/** Locks the caller's team, if there is one, and account. Fails if the caller has joined or left a team since the call began. */
export async function lockOwnTeam(ctx: Pick<AccountContext, 'db' | 'caller'>) {
  const { userId, organizationId } = ctx.caller
  const team = organizationId === null ? undefined : await lockOrganization(ctx.db, organizationId)
  await lockCaller(ctx)
  const membership = await store.lockMembership(ctx.db, userId)
  if (membership?.organizationId !== team?.id) throw new Problem('busy', 'Your team has just changed. Try again.')
  return { team, role: membership?.role }
}

/**
 * Adjusts the caller's role to a new business type: a broker is no manager, and an owner must transfer ownership first.
 * Needs a transaction.
 */
export async function applyUserTypeToTeam(ctx: Context, userType: UserType): Promise<void> {
  if (userType !== 'broker') return
  const { userId, email } = ctx.caller
  const { team, role } = await lockOwnTeam(ctx)
  if (!team || role !== 'MANAGER') return

  if (team.ownerId === userId)
    throw new Problem('not-allowed', 'You own a carrier team. Transfer ownership before you switch to broker.')
  await setRole(ctx.db, team.id, userId, 'USER')
  await clearNotice(ctx, team.id)
  await recordActivity(ctx, team.id, { actor: email, action: 'role-changed', subject: email, detail: 'USER' })
  logSecurityEvent(ctx, 'role-changed', { userId, organizationId: team.id, memberId: userId, role: 'USER' })
}
