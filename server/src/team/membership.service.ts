import type { UserType } from '@loadping/contract/account/user-type'
import { Problem } from '@loadping/contract/wire/problem'
import type { AccountContext, Context, DataDeps } from '../context.ts'
import { logSecurityEvent } from '../security-events.ts'
import * as store from './membership.store.ts'
import { lockAccount, lockOrganization, setRole } from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'
import { clearNotice } from './team-notices.service.ts'

/** Lists an organization's members with their email addresses, names and when they joined. */
export const listTeamOf = (ctx: DataDeps, organizationId: string) => store.listTeam(ctx.db, organizationId)

/** Returns those of these people whose data can be read now. Throws if some can't be, unless the answer can say so. */
export async function keepReadable<Person extends { userId: string }>(
  { machines, leftOut }: Pick<Context, 'machines' | 'leftOut'>,
  people: Person[],
): Promise<Person[]> {
  const away = await machines.listAway(people.map(({ userId }) => userId))
  if (away.size === 0) return people
  if (!leftOut) throw notReadable
  for (const userId of away) leftOut.add(userId)
  return people.filter(({ userId }) => !away.has(userId))
}

const notReadable = new Problem(
  'unavailable',
  "A teammate's data can't be read right now. Nothing is lost; try again in a minute.",
)

/** Returns the problem of what was not found: it may be in what the answer had to leave out. */
export const notFoundIn = ({ leftOut }: Pick<Context, 'leftOut'>, notFound: Problem): Problem =>
  leftOut && leftOut.size > 0 ? notReadable : notFound

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
