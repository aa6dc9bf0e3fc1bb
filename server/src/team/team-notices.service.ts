import type { UserType } from '@loadping/contract/account/user-type'
import { roleName } from '@loadping/contract/team/role-name'
import type { Role } from '@loadping/contract/team/team'
import type { Context, DataDeps } from '../context.ts'
import type { ManagedTeam } from './managed-team.service.ts'
import * as store from './team-notices.store.ts'

const noticeDays = 30

/** A role before and after a change; null outside the team. */
type RoleChange = { userId: string; from: Role | null; to: Role | 'OWNER' | null }

/** Records what a manager did to another member, for that member. Needs the transaction that locks the team. */
export const recordNotice = (ctx: Context, team: ManagedTeam, { userId, from, to }: RoleChange): Promise<void> =>
  store.saveNotice(ctx.db, {
    userId,
    organizationId: team.id,
    organizationName: team.name,
    actorId: ctx.caller.userId,
    actor: team.managerName,
    knownRole: from,
    role: to,
    changedAt: ctx.now(),
  })

/** Deletes the caller's notice of a team, because they have changed their own membership since. */
export const clearNotice = ({ db, caller: { userId } }: Context, organizationId: string): Promise<unknown> =>
  store.deleteNotice(db, { userId, organizationId })

/**
 * Deletes the caller's notices and returns them as sentences, oldest first. Only one device gets them, and a lost
 * response is not repeated.
 */
export async function claimNotices(ctx: Context): Promise<string[]> {
  const notices = await store.claimNotices(ctx.db, ctx.caller.userId)
  return notices
    .toSorted((one, other) => one.changedAt.getTime() - other.changedAt.getTime())
    .map((notice) => describeNotice(notice, ctx.caller.userType))
}

type Notice = Awaited<ReturnType<typeof store.claimNotices>>[number]

function describeNotice({ actor, organizationName, knownRole, role }: Notice, userType: UserType | null): string {
  if (role === null) return `${actor} removed you from ${organizationName}. Your templates and loads stay with you.`
  if (role === 'OWNER') return `${actor} made you the owner of ${organizationName}.`
  const name = roleName({ role, userType }).toLowerCase()
  if (knownRole === null) return `${actor} added you back to ${organizationName} as a ${name}.`
  return `${actor} made you a ${name} of ${organizationName}.`
}

/** Deletes notices that were not claimed in 30 days. */
export const deleteOldNotices = (ctx: DataDeps): Promise<unknown> =>
  store.deleteNotices(ctx.db, new Date(ctx.now().getTime() - noticeDays * 86_400_000))
