import type { Template } from '@loadping/contract/templates/templates'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, inTransaction } from '../context.ts'
import { keepReadable, listTeamOf, notFoundIn } from '../team/membership.service.ts'
import { sizeOf, templateNotFound, toTemplate } from './template-rows.ts'
import type { Sharing } from './templates.reads.ts'
import * as store from './templates.store.ts'

type Team = Sharing & { nameOf: (userId: string) => string }

/** Returns the caller's team as it is now; undefined without one, also if the caller has just left it. */
export async function findTeam(ctx: Context): Promise<Team | undefined> {
  const { userId, organizationId } = ctx.caller
  if (organizationId === null) return undefined
  const members = await listTeamOf(ctx, organizationId)
  const names = new Map(members.map(({ userId, email, name }) => [userId, name ?? email]))
  if (!names.has(userId)) return undefined
  const readable = await keepReadable(ctx, members)
  return {
    organizationId,
    userIds: readable.map(({ userId }) => userId),
    joinedAts: readable.map(({ joinedAt }) => joinedAt),
    nameOf: (userId) => names.get(userId) ?? '',
  }
}

export async function listSharedTemplates(ctx: Context, { nameOf, ...team }: Team) {
  const rows = await store.listShared(ctx.db, { ...team, callerId: ctx.caller.userId })
  return rows.map((row) => toTemplate(ctx, row, nameOf(row.userId)))
}

export async function getSharedTemplate(ctx: Context, id: string): Promise<Template> {
  const team = await findTeam(ctx)
  const row = team && (await store.findShared(ctx.db, team, id))
  if (!row) throw notFoundIn(ctx, templateNotFound())
  return toTemplate(ctx, row, team.nameOf(row.userId))
}

/** Lets the caller's team read the template and send with it. */
export const shareTemplate = (ctx: Context, id: string): Promise<Template> =>
  inTransaction(ctx, async (tx) => {
    const { organizationId, userId } = tx.caller
    const row = await store.setSharing(tx.db, userId, id, {
      sharedWith: organizationId,
      sharedAt: organizationId === null ? null : tx.now(),
    })
    if (!row) throw templateNotFound()
    if (organizationId === null) throw new Problem('not-allowed', 'Only members of a team can share templates.')
    await refuseLargeSharing(tx)
    return toTemplate(tx, row)
  })

export async function unshareTemplate(ctx: Context, id: string): Promise<Template> {
  const row = await store.setSharing(ctx.db, ctx.caller.userId, id, { sharedWith: null, sharedAt: null })
  if (!row) throw templateNotFound()
  return toTemplate(ctx, row)
}

/** In bytes, for all templates that a team shares, which each member's list holds. */
const maxSharedSize = 2_000_000

/** Rejects a change after which the team's shared templates are too large. */
export async function refuseLargeSharing(tx: Context): Promise<void> {
  const { organizationId } = tx.caller
  if (organizationId === null) return
  await store.lockSharing(tx.db, organizationId)
  const team = await findTeam(tx)
  if (team && sizeOf(await store.measureShared(tx.db, team)) > maxSharedSize)
    throw new Problem('too-large', "Your team's shared templates would take more than 2 MB. Stop sharing one first.")
}
