import { brand } from '@loadping/contract/brand'
import { formatCsv } from '@loadping/contract/format/csv'
import type { ActivityEntry, LogAction } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { type AccountContext, type Context, type DataDeps, inTransaction } from '../context.ts'
import { readCursor, writeCursor } from '../page-cursor.ts'
import { logSecurityEvent } from '../security-events.ts'
import { lockManagedTeam } from './managed-team.service.ts'
import { lockOrganization } from './team.store.ts'
import * as store from './team-activity.store.ts'

const pageSize = 50

type ActivityInput = { actor: string | null; action: LogAction; subject?: string; detail?: string }

/** Adds an activity log entry. Call it in the transaction that makes the change and locks the organization. */
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

/** Adds an entry about the caller themselves to the log of their team, if they are in one. Needs a transaction. */
export async function recordOwnActivity(ctx: AccountContext, action: LogAction): Promise<void> {
  const { organizationId, email } = ctx.caller
  const team = organizationId === null ? undefined : await lockOrganization(ctx.db, organizationId)
  if (team) await recordActivity(ctx, team.id, { actor: email, action })
}

/** Deletes the activity of closed teams once no limit counts it. */
export const deleteClosedActivity = (ctx: DataDeps): Promise<unknown> =>
  store.deleteClosedEntries(ctx.db, new Date(ctx.now().getTime() - 86_400_000))

export async function listActivity(
  ctx: Context,
  before: string | undefined,
): Promise<{ entries: ActivityEntry[]; next: string | null }> {
  const [number] = before === undefined ? [] : readCursor(before, 'before', z.tuple([z.int32()]))
  const rows = await store.listEntries(ctx.db, organizationOf(ctx), { before: number, limit: pageSize })
  const oldest = rows.at(-1)?.number ?? 1
  return {
    entries: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    next: oldest > 1 ? writeCursor(oldest) : null,
  }
}

/** Exports the whole activity log as CSV, one page at a time, and logs the export. */
export async function exportActivity(ctx: Context): Promise<AsyncIterable<string>> {
  const { id } = await inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    await recordActivity(tx, team.id, { actor: tx.caller.email, action: 'log-exported' })
    logSecurityEvent(tx, 'exported', { userId: tx.caller.userId, organizationId: team.id })
    return team
  })
  return csvPages(ctx, id)
}

/** Few enough that formatting a page takes a few milliseconds. */
const exportPageSize = 250

/** Reads the log newest first, so that entries added meanwhile are left out. */
async function* csvPages(ctx: Context, organizationId: string): AsyncGenerator<string> {
  yield formatCsv([['number', 'time', 'by', 'action', 'member', 'detail']])
  let before: number | undefined
  do {
    const rows = await store.listEntries(ctx.db, organizationId, { before, limit: exportPageSize })
    yield formatCsv(
      rows.map(({ number, at, actor, action, subject, detail }) => [
        number,
        at.toISOString(),
        actor ?? brand.name,
        action,
        subject,
        detail,
      ]),
    )
    before = rows.at(-1)?.number
  } while (before !== undefined && before > 1)
}

/** Returns the organization of a caller already authorized as a manager. */
function organizationOf({ caller }: Context): string {
  if (caller.organizationId === null) throw new Problem('not-allowed', "You're not on a team.")
  return caller.organizationId
}
