import { shownNameOf } from '@loadping/contract/mailboxes/sender-name'
import type { InvitationPreview, Organization } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { refuseReviewer } from '../accounts/reviewers.service.ts'
import { type Context, inTransaction, type PublicContext } from '../context.ts'
import { readInvitationToken } from './invitation-token.ts'
import * as store from './invitations.store.ts'
import type { LockedTeam } from './managed-team.service.ts'
import { lockCaller } from './membership.service.ts'
import { findSeats } from './seats.service.ts'
import { addMember, countMembers, findMember, lockOrganization } from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'
import { clearNotice } from './team-notices.service.ts'

/** Returns the invitation of a link, for anyone who has it. */
export async function previewInvitation(ctx: PublicContext, token: string): Promise<InvitationPreview> {
  const named = readInvitationToken(ctx, token)
  const invitation = named && (await store.findInvitation(ctx.db, named.id))
  if (!invitation || invitation.generation !== named.generation || invitation.endedAt) throw expired()
  if (invitation.expiresAt <= ctx.now()) throw expired()
  const { email, role, organizationId, organizationName, dotNumber, inviterName, inviterEmail, expiresAt, acceptedBy } =
    invitation
  return {
    email,
    role,
    invitedBy: shownNameOf(inviterName) || (inviterEmail ?? organizationName),
    organization: { name: organizationName, dotNumber },
    members: await countMembers(ctx.db, organizationId),
    limitUsers: await findSeats(ctx, organizationId),
    expiresAt: expiresAt.toISOString(),
    isAccepted: acceptedBy !== null,
  }
}

/**
 * Adds the caller to the team that invited them; accepting twice has no further effect. Anyone who cannot join gets the
 * same error as for an invalid token.
 */
export const acceptInvitation = (ctx: Context, token: string): Promise<Organization> =>
  inTransaction(ctx, async (tx) => {
    const named = readInvitationToken(tx, token)
    const unlocked = named && (await store.findInvitation(tx.db, named.id))
    const team = unlocked && (await lockOrganization(tx.db, unlocked.organizationId))
    const invitation = team && (await store.findInvitation(tx.db, named.id)) // read again under the lock
    if (!invitation || invitation.generation !== named.generation || invitation.endedAt) throw expired()
    if (invitation.acceptedBy === tx.caller.userId) return team
    await addToTeam(tx, team, invitation)
    return team
  })

type Invitation = NonNullable<Awaited<ReturnType<typeof store.findInvitation>>>

async function addToTeam(
  ctx: Context,
  team: LockedTeam,
  { id, email, role, acceptedBy, expiresAt }: Invitation,
): Promise<void> {
  await refuseReviewer(ctx)
  const { userId } = ctx.caller
  if (acceptedBy !== null || email !== ctx.caller.email || expiresAt <= ctx.now()) throw expired()
  const seats = (await findSeats(ctx, team.id)) ?? 0
  if ((await countMembers(ctx.db, team.id)) >= seats) throw expired()

  const { userType } = await lockCaller(ctx)
  const joinedRole = userType === 'broker' ? 'USER' : role
  const isAdded = await addMember(ctx.db, { userId, organizationId: team.id, role: joinedRole, joinedAt: ctx.now() })
  if (!isAdded && !(await findMember(ctx.db, team.id, userId))) throw expired()
  await store.markAccepted(ctx.db, id, userId)
  if (isAdded) await clearNotice(ctx, team.id)
  await recordActivity(ctx, team.id, { actor: email, action: 'joined', detail: joinedRole })
}

const expired = () => new Problem('not-found', 'Invitation Expired')
