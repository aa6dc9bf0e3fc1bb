import { randomUUIDv7 } from 'node:crypto'
import { type AccountExport, exportDays, exportsPerDay } from '@loadping/contract/account-export/account-export.api'
import { formatWhen } from '@loadping/contract/format/instants'
import { Problem } from '@loadping/contract/wire/problem'
import { type AccountContext, type Context, type DataDeps, inTransaction } from '../context.ts'
import { around } from '../period.ts'
import { logSecurityEvent } from '../security-events.ts'
import { recordOwnActivity } from '../team/team-activity.service.ts'
import * as store from './account-export.store.ts'
import { queueExport, wakeExports } from './account-export-job.ts'
import { exportNameOf } from './write-export.ts'

const dayMs = 86_400_000

/** Returns the caller's export that is being made, ready or failed; null without one, and once it has expired. */
export async function getExport(ctx: Pick<AccountContext, 'db' | 'now' | 'caller'>): Promise<AccountExport | null> {
  const current = await store.findCurrent(ctx.db, ctx.caller.userId)
  return current && !isExpired(ctx, current) ? toExport(current) : null
}

/** Begins an export in place of a finished one, or returns the one that is being made. */
export async function requestExport(ctx: Context): Promise<AccountExport> {
  const requested = await beginExport(ctx)
  wakeExports(ctx)
  return requested
}

/** Queues an export for whoever has the right to it. See `requestExport`. */
export async function beginExport(ctx: AccountContext): Promise<AccountExport> {
  const { userId, organizationId } = ctx.caller
  const row = await inTransaction(ctx, async (tx) => {
    await store.lockExports(tx.db, userId)
    const current = await store.findCurrent(tx.db, userId)
    if (current?.state === 'making') return current
    await refuseTooMany(tx)
    if (current) await store.replaceExport(tx.db, current)
    const added = await store.addExport(tx.db, { id: randomUUIDv7(), userId, requestedAt: tx.now() })
    await queueExport(tx, { exportId: added.id, userId })
    await recordOwnActivity(tx, 'data-exported')
    logSecurityEvent(tx, 'data-requested', { userId, organizationId })
    return added
  })
  return toExport(row)
}

async function refuseTooMany(ctx: AccountContext): Promise<void> {
  const now = ctx.now()
  const requests = await store.listRequests(ctx.db, ctx.caller.userId, around(now, dayMs))
  const oldest = requests.at(-exportsPerDay)
  if (!oldest) return
  const from = formatWhen(new Date(oldest.getTime() + dayMs), now)
  throw new Problem(
    'too-many',
    `You can export your data ${exportsPerDay} times a day, again from ${from} New York time.`,
  )
}

/** Returns the file of the caller's finished export. Throws not-found for any other. */
export async function downloadExport(ctx: AccountContext, exportId: string) {
  const { userId, organizationId } = ctx.caller
  const current = await store.findCurrent(ctx.db, userId)
  if (current?.id !== exportId || isExpired(ctx, current) || current.attempt === null || current.size === null)
    throw new Problem('not-found', 'This export is no longer there. Export your data again.')
  logSecurityEvent(ctx, 'data-downloaded', { userId, organizationId })
  return {
    name: `${exportNameOf(current.requestedAt)}.zip`,
    type: 'application/zip',
    size: current.size,
    pieces: readFile(ctx, { exportId, attempt: current.attempt }, current.size),
  }
}

/** Reads one part after the other, so that a slow download keeps neither a connection nor much memory. */
async function* readFile(ctx: DataDeps, attempt: store.Attempt, size: number): AsyncGenerator<Uint8Array> {
  let left = size
  for (let number = 0; left > 0; number++) {
    const part = await store.findPart(ctx.db, attempt, number)
    if (!part) throw new Error('This export was replaced during its download.') // else the browser waits for the rest
    left -= part.bytes.length
    yield part.bytes
  }
}

/** Deletes exports that can no longer be downloaded. */
export const deleteOldExports = (ctx: DataDeps): Promise<unknown> => {
  const now = ctx.now()
  return store.deleteExports(ctx.db, { until: new Date(now.getTime() - exportDays * dayMs), now })
}

const isExpired = (ctx: DataDeps, { expiresAt }: store.CurrentExport): boolean =>
  expiresAt !== null && expiresAt <= ctx.now()

const toExport = ({ id, state, percent, size, requestedAt, expiresAt }: store.CurrentExport): AccountExport => ({
  id,
  state,
  percent,
  size,
  requestedAt: requestedAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
})
