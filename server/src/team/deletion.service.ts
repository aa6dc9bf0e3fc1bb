import type { DeletionPreview } from '@loadping/contract/account-deletion/account-deletion'
import { formerTeammate } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { type DeletedUser, type DeletionStep, deletionBatch } from '../accounts/deletion-step.ts'
import { returnPlanToOwner } from '../billing/billing.service.ts'
import type { AccountContext, Context, DataDeps } from '../context.ts'
import * as ends from './deletion.store.ts'
import { revokeInvitation } from './invitations.service.ts'
import { endInvitationsOf, listManagerInvitationsBy, listOpenInvitations } from './invitations.store.ts'
import { lockOwnTeam } from './membership.service.ts'
import * as store from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'

/** Returns what becomes of the caller's team if the caller deletes the account; null without a team. */
export async function previewTeam({ db, caller }: Context): Promise<DeletionPreview['team']> {
  const { organizationId, userId } = caller
  const team = organizationId === null ? undefined : await store.findOrganization(db, organizationId)
  if (!team) return null
  if (team.ownerId !== userId) return { name: team.name, outcome: 'keeps' }
  const isAlone = (await store.countMembers(db, team.id)) === 1
  return { name: team.name, outcome: isAlone ? 'deleted' : 'transfer-first' }
}

/**
 * Prepares the caller's team for the caller's deletion: an owner with members has to transfer it first, and nobody can join
 * the team of one who is alone any more. Locks the account. Needs a transaction.
 */
export async function prepareTeamForDeletion(ctx: AccountContext): Promise<void> {
  const { team } = await lockOwnTeam(ctx)
  if (team?.ownerId !== ctx.caller.userId) return
  if ((await store.countMembers(ctx.db, team.id)) > 1)
    throw new Problem('not-allowed', 'You own this team. Transfer ownership before you delete your account.')
  for (const { id } of await listOpenInvitations(ctx.db, team.id)) await revokeInvitation(ctx, team, id)
}

/** Returns the team that goes with a deleted user, who is alone in it, and those that go on. */
export async function findTeamsOf(
  { db }: DataDeps,
  userId: string,
): Promise<Pick<DeletedUser, 'ownTeam' | 'keptTeams'>> {
  const team = await ends.findTeam(db, userId)
  const former = await ends.listFormerTeams(db, userId)
  const own = team?.isOwner ? team.id : undefined
  return { ownTeam: own, keptTeams: [...former, ...(team && !own ? [team.id] : [])].filter((id) => id !== own) }
}

/** Takes a deleted user out of the team, and closes the one that the user owns alone. */
export const leaveForGood: DeletionStep = async (ctx, { userId, ownTeam, keptTeams }) => {
  for (const id of ownTeam === undefined ? keptTeams : [ownTeam, ...keptTeams]) {
    const team = await store.lockOrganization(ctx.db, id)
    if (team?.ownerId === userId) await closeTeam(ctx, team)
    else if (team) await leave(ctx, team, userId)
  }
}

type Team = NonNullable<Awaited<ReturnType<typeof store.lockOrganization>>>

async function closeTeam(ctx: Parameters<DeletionStep>[0], { id, ownerId }: Team): Promise<void> {
  if ((await store.countMembers(ctx.db, id)) > 1) throw new Error('The owner of a team with members is deleted.')
  await returnPlanToOwner(ctx, id, ownerId)
  await store.removeOrganization(ctx.db, id)
}

async function leave(ctx: Parameters<DeletionStep>[0], team: Team, userId: string): Promise<void> {
  const left = await store.endMembership(ctx.db, { organizationId: team.id, userId, leftAt: ctx.now() })
  if (!left) return
  await endInvitationsOf(ctx.db, team.id, userId, ctx.now())
  const by = { ...ctx, caller: { email: formerTeammate } }
  for (const { id } of await listManagerInvitationsBy(ctx.db, team.id, userId)) await revokeInvitation(by, team, id)
  await recordActivity(ctx, team.id, { actor: formerTeammate, action: 'left' })
}

/** Puts a user's new address in the place of the old one in what their teams recorded, now and before. */
export async function renameInTeams(
  ctx: DataDeps,
  { userId, ...change }: { userId: string; from: string; to: string },
): Promise<void> {
  const { ownTeam, keptTeams } = await findTeamsOf(ctx, userId)
  const teams = [...keptTeams, ...(ownTeam === undefined ? [] : [ownTeam])]
  let hasMore = true
  while (hasMore) hasMore = await ends.renameInActivity(ctx.db, { ...change, teams }, deletionBatch)
}

/** Puts "A former teammate" in the place of the address in what teams recorded, and deletes the invitations to it. */
export const forgetInTeams: DeletionStep = async ({ db }, { userId, email }) => {
  await ends.deleteInvitationsTo(db, email)
  await ends.renameInNotices(db, { actorId: userId, to: formerTeammate })
  return ends.renameInActivity(db, { from: email, to: formerTeammate }, deletionBatch)
}
