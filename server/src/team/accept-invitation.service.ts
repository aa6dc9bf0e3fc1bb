import { Problem } from '@loadping/contract/problem'
import type { InvitationPreview, Organization } from '@loadping/contract/team'
import { type Context, inTransaction, type PublicContext } from '../context.ts'
import { readInvitationToken } from './invitation-token.ts'
import * as store from './invitations.store.ts'
import type { LockedTeam } from './managed-team.service.ts'
import { findSeats } from './seats.service.ts'
import { addMember, countMembers, findMember, lockAccount, lockOrganization } from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'

/** What an invitation is about, for whoever holds its link. */
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
    invitedBy: inviterName ?? inviterEmail ?? organizationName,
    organization: { name: organizationName, dotNumber },
    members: await countMembers(ctx.db, organizationId),
    limitUsers: await findSeats(ctx, organizationId),
    expiresAt: expiresAt.toISOString(),
    isAccepted: acceptedBy !== null,
  }
}

/**
 * Makes the caller a member of the team that invited their address; accepting twice changes nothing. Whoever is in another team, another
 * account, and one for whom no seat is left get the same answer as for a token that never was, and the invitation stays (D7.3, T09, T10).
 */
export const acceptInvitation = (ctx: Context, token: string): Promise<Organization> =>
  inTransaction(ctx, async (tx) => {
    const named = readInvitationToken(tx, token)
    const asked = named && (await store.findInvitation(tx.db, named.id))
    const team = asked && (await lockOrganization(tx.db, asked.organizationId))
    const invitation = team && (await store.findInvitation(tx.db, named.id)) // as it is now that nobody else changes it
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
  const { userId } = ctx.caller
  if (acceptedBy !== null || email !== ctx.caller.email || expiresAt <= ctx.now()) throw expired()
  const seats = (await findSeats(ctx, team.id)) ?? 0
  if ((await countMembers(ctx.db, team.id)) >= seats) throw expired()

  const { userType } = await lockAccount(ctx.db, userId)
  const given = userType === 'broker' ? 'USER' : role
  const isIn = await addMember(ctx.db, { userId, organizationId: team.id, role: given, joinedAt: ctx.now() })
  if (!isIn && !(await findMember(ctx.db, team.id, userId))) throw expired()
  await store.markAccepted(ctx.db, id, userId)
  await recordActivity(ctx, team.id, { actor: email, action: 'joined', detail: given })
}

const expired = () => new Problem('not-found', 'Invitation Expired')
