import { type Role, undoMinutes } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { returnPlanToOwner } from '../billing/billing.service.ts'
import { queueNewPayer } from '../billing/billing-sync-job.ts'
import { type Context, inTransaction } from '../context.ts'
import { logSecurityEvent } from '../security-events.ts'
import { restoreInvitation, revokeInvitation, revokeInvitationsOf } from './invitations.service.ts'
import { endInvitationsOf, listOpenInvitations, reopenInvitationsOf } from './invitations.store.ts'
import { type LockedTeam, lockManagedTeam, type ManagedTeam } from './managed-team.service.ts'
import { countOpenSeats } from './seats.service.ts'
import * as store from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'
import { clearNotice, recordNotice } from './team-notices.service.ts'

type MemberOrInvite = { userId?: string | undefined; inviteId?: string | undefined }

/** Changes a teammate's role. The owner is always a manager, and brokers can't be one. */
export const updateRole = (ctx: Context, { userId, role }: { userId: string; role: Role }): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    const member = await getTeammate(tx, team, userId)
    if (team.ownerId === userId)
      throw new Problem('not-allowed', 'The owner is always a manager. Transfer ownership first.')
    if (role === 'MANAGER' && member.userType === 'broker')
      throw new Problem('not-allowed', "A broker can't manage a team.")
    if (member.role === role) return null
    await store.setRole(tx.db, team.id, userId, role)
    await recordNotice(tx, team, { userId, from: member.role, to: role })
    await recordActivity(tx, team.id, {
      actor: tx.caller.email,
      action: 'role-changed',
      subject: member.email,
      detail: role,
    })
    logSecurityEvent(tx, 'role-changed', { userId: tx.caller.userId, organizationId: team.id, memberId: userId, role })
    return null
  })

/** Removes a member or revokes an invitation. The member's emails and loads in the team's name stay with the team. */
export const removeMember = (ctx: Context, { userId, inviteId }: MemberOrInvite): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    if (inviteId !== undefined) await revokeInvitation(tx, team, inviteId)
    if (userId !== undefined) await endMembership(tx, team, userId)
    return null
  })

async function endMembership(ctx: Context, team: ManagedTeam, userId: string): Promise<void> {
  const { email } = await getTeammate(ctx, team, userId)
  if (team.ownerId === userId) throw new Problem('not-allowed', "The owner can't be removed.")
  const removedAt = ctx.now()
  const ended = await store.endMembership(ctx.db, { organizationId: team.id, userId, leftAt: removedAt })
  if (ended) {
    await store.recordRemoval(ctx.db, { ...ended, removedAt }, undoableSince(ctx))
    await recordNotice(ctx, team, { userId, from: ended.role, to: null })
  }
  await endInvitationsOf(ctx.db, team.id, userId, removedAt)
  await revokeInvitationsOf(ctx, team, { userId, email })
  await recordActivity(ctx, team.id, { actor: ctx.caller.email, action: 'removed', subject: email })
  logSecurityEvent(ctx, 'removed', { userId: ctx.caller.userId, organizationId: team.id, memberId: userId })
}

/** Undoes a recent removal or revocation and restores role, join date and invitation. */
export const restoreMember = (ctx: Context, { userId, inviteId }: MemberOrInvite): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    const since = undoableSince(tx)
    if (inviteId !== undefined) await restoreInvitation(tx, team, { inviteId, since })
    if (userId !== undefined) await restoreMembership(tx, team, { userId, since })
    return null
  })

async function restoreMembership(
  ctx: Context,
  team: ManagedTeam,
  { userId, since }: { userId: string; since: Date },
): Promise<void> {
  const removed = await store.restoreRemovedMember(ctx.db, team.id, userId, since)
  if (!removed) throw new Problem('not-found', "It's too late to undo this.")
  const { email, userType } = await store.lockAccount(ctx.db, userId)
  await revokeInvitationsOf(ctx, team, { userId, email })
  if ((await countOpenSeats(ctx, team.id)) < 1) throw new Problem('plan-limit', 'No open seats.')
  const role = userType === 'broker' ? 'USER' : removed.role
  const isBack = await store.addMember(ctx.db, { userId, organizationId: team.id, role, joinedAt: removed.joinedAt })
  if (!isBack) throw new Problem('not-found', "It's too late to undo this.")

  await recordNotice(ctx, team, { userId, from: null, to: role })
  await reopenInvitationsOf(ctx.db, team.id, userId, removed.removedAt)
  await recordActivity(ctx, team.id, { actor: ctx.caller.email, action: 'restored', subject: email, detail: role })
}

/** Makes another member the owner and a manager. The previous owner stays a manager. */
export const transferOwnership = (ctx: Context, userId: string): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    if (team.ownerId !== tx.caller.userId) throw new Problem('not-allowed', 'You no longer own this team.')
    const newOwner = await getTeammate(tx, team, userId)
    if (newOwner.userType === 'broker') throw new Problem('not-allowed', "A broker can't own a team.")
    if (newOwner.deletesAt) throw new Problem('not-allowed', 'This member has deleted their account.')
    await store.setRole(tx.db, team.id, userId, 'MANAGER')
    await store.saveOrganization(tx.db, team.id, { ownerId: userId }, tx.now())
    await queueNewPayer(tx, team.id, newOwner.email)
    await clearNotice(tx, team.id)
    await recordNotice(tx, team, { userId, from: newOwner.role, to: 'OWNER' })
    await recordActivity(tx, team.id, {
      actor: tx.caller.email,
      action: 'ownership-transferred',
      subject: newOwner.email,
    })
    logSecurityEvent(tx, 'role-changed', {
      userId: tx.caller.userId,
      organizationId: team.id,
      memberId: userId,
      reason: 'ownership transferred',
    })
    return null
  })

/**
 * Ends the caller's membership. An owner must be alone, closes the team and gets its plan back. Repeating it changes
 * nothing.
 */
export const leaveTeam = (ctx: Context): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const { userId, email, organizationId } = tx.caller
    const team = organizationId === null ? undefined : await store.lockOrganization(tx.db, organizationId)
    if (!team) throw new Problem('not-found', "You're not on a team.")
    if (team.ownerId === userId) return closeTeam(tx, team)
    if (!(await store.endMembership(tx.db, { organizationId: team.id, userId, leftAt: tx.now() }))) return null
    await clearNotice(tx, team.id)
    await endInvitationsOf(tx.db, team.id, userId, tx.now())
    await revokeInvitationsOf(tx, team, { userId, email })
    await recordActivity(tx, team.id, { actor: email, action: 'left' })
    return null
  })

async function closeTeam(ctx: Context, team: LockedTeam): Promise<null> {
  if ((await store.countMembers(ctx.db, team.id)) > 1)
    throw new Problem('not-allowed', 'You own this team. Transfer ownership before you leave.')
  for (const { id } of await listOpenInvitations(ctx.db, team.id)) await revokeInvitation(ctx, team, id)
  await clearNotice(ctx, team.id)
  await returnPlanToOwner(ctx, team.id, team.ownerId)
  await store.removeOrganization(ctx.db, team.id)
  logSecurityEvent(ctx, 'team-closed', { userId: ctx.caller.userId, organizationId: team.id })
  return null
}

/** Returns another member of the team; any other user is not found. */
async function getTeammate(ctx: Context, team: LockedTeam, userId: string) {
  if (userId === ctx.caller.userId) throw new Problem('not-allowed', "You can't do this to your own account.")
  const member = await store.findMember(ctx.db, team.id, userId)
  if (!member) throw new Problem('not-found', 'Member not found.')
  return member
}

const undoableSince = (ctx: Context): Date => new Date(ctx.now().getTime() - undoMinutes * 60_000)
