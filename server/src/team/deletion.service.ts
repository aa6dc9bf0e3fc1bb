import type { DeletionPreview } from '@loadping/contract/account-deletion/account-deletion'
import { Problem } from '@loadping/contract/wire/problem'
import type { Context } from '../context.ts'
import { revokeInvitation } from './invitations.service.ts'
import { listOpenInvitations } from './invitations.store.ts'
import * as store from './team.store.ts'

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
 * the team of one who is alone any more. Needs a transaction.
 */
export async function prepareTeamForDeletion(ctx: Context): Promise<void> {
  const { organizationId, userId } = ctx.caller
  const team = organizationId === null ? undefined : await store.lockOrganization(ctx.db, organizationId)
  if (team?.ownerId !== userId) return
  if ((await store.countMembers(ctx.db, team.id)) > 1)
    throw new Problem('not-allowed', 'You own this team. Transfer ownership before you delete your account.')
  for (const { id } of await listOpenInvitations(ctx.db, team.id)) await revokeInvitation(ctx, team, id)
}
