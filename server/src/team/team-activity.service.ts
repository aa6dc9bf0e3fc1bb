import { Problem } from '@loadping/contract/problem'
import type { ActivityEntry, LogAction } from '@loadping/contract/team'
import { type Context, type DataDeps, inTransaction } from '../context.ts'
import { formatCsv } from '../csv.ts'
import { logSecurityEvent } from '../security-events.ts'
import { lockManagedTeam } from './managed-team.service.ts'
import * as store from './team-activity.store.ts'

const pageSize = 50

type ActivityInput = { actor: string | null; action: LogAction; subject?: string; detail?: string }

/** Writes down a change of people, roles or plan, in the transaction that makes it and that holds the organization. */
export const recordActivity = (
  ctx: DataDeps,
  organizationId: string,
  { actor, action, subject, detail }: ActivityInput,
) =>
  store.addEntry(ctx.db, {
    organizationId,
    at: ctx.now(),
    actor,
    action,
    subject: subject ?? null,
    detail: detail ?? null,
  })

/** How often some things were done in a team, or to an address in all teams, since then. */
export const countLogged = (ctx: DataDeps, of: store.Counted, actions: LogAction[], since: Date): Promise<number> =>
  store.countEntries(ctx.db, of, actions, since)

export async function listLog(
  ctx: Context,
  before: string | undefined,
): Promise<{ entries: ActivityEntry[]; next: number | null }> {
  const rows = await store.listEntries(ctx.db, organizationOf(ctx), {
    before: before === undefined ? undefined : Number(before),
    limit: pageSize,
  })
  const oldest = rows.at(-1)?.number ?? 1
  return { entries: rows.map((row) => ({ ...row, at: row.at.toISOString() })), next: oldest > 1 ? oldest : null }
}

/** The whole log as CSV; that it was taken out stands in it too. */
export async function exportLog(ctx: Context): Promise<string> {
  await inTransaction(ctx, async (tx) => {
    const { id } = await lockManagedTeam(tx)
    await recordActivity(tx, id, { actor: tx.caller.email, action: 'log-exported' })
    logSecurityEvent(tx, 'exported', { userId: tx.caller.userId, organizationId: id })
  })
  const rows = await store.listEntries(ctx.db, organizationOf(ctx), {}) // nobody waits for this
  const cells = rows.map(({ number, at, actor, action, subject, detail }) => [
    number,
    at.toISOString(),
    actor ?? 'the operator',
    action,
    subject,
    detail,
  ])
  return formatCsv([['number', 'time', 'by', 'action', 'whom', 'detail'], ...cells])
}

/** The organization of a caller who was let in as its manager. */
function organizationOf({ caller }: Context): string {
  if (caller.organizationId === null) throw new Problem('not-allowed', 'You are in no team.')
  return caller.organizationId
}
