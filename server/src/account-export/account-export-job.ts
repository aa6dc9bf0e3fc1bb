import { exportDays } from '@loadping/contract/account-export/account-export.api'
import * as z from 'zod/mini'
import { getAccount } from '../accounts/accounts.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import { encryptedJobKind, type JobKind } from '../jobs/job-kind.ts'
import { finishJob, type Job, queueEncrypted, requireClaim, rescheduleJob } from '../jobs/job-queue.ts'
import { withJitter } from '../jobs/lease.ts'
import { isOff } from '../kill-switches/kill-switches.service.ts'
import * as store from './account-export.store.ts'
import { queueExportEmail } from './account-export-email.ts'
import { writeExport } from './write-export.ts'

const Export = z.object({ exportId: z.uuid(), userId: z.uuid() })
type Export = z.infer<typeof Export>

const kind = 'account-export'

/** Queues the making of an export, under its id. */
export const queueExport = (ctx: Pick<Deps, 'db' | 'keys' | 'now'>, payload: Export): Promise<void> =>
  queueEncrypted(ctx, { kind, id: payload.exportId, payload })

export const wakeExports = (ctx: Deps): void => ctx.wakeJobs(kind)

/** Makes exports. An attempt that ends early leaves nothing that counts, and the next one begins anew. */
export const accountExportJob = (ctx: Deps): JobKind =>
  encryptedJobKind(ctx, {
    kind,
    concurrency: 1,
    isPaused: () => isOff(ctx, 'writes'),
    run: (job, payload, stopping) => run(ctx, job, Export.parse(payload), stopping),
  })

/** An attempt that fails counts twice, one that was killed once. */
const maxClaims = 10

async function run(ctx: Deps, job: Job, payload: Export, stopping: AbortSignal): Promise<void> {
  const attempt = { exportId: payload.exportId, attempt: job.claims }
  if (job.claims > maxClaims) return giveUp(ctx, job)
  try {
    if (await store.beginAttempt(ctx.db, attempt)) await make(ctx, { job, payload, attempt }, stopping)
    else await finishJob(ctx.db, job)
  } catch (error) {
    await store.deleteParts(ctx.db, attempt)
    if (!stopping.aborted) ctx.log.warn({ err: error, jobId: job.id }, 'export of an account failed; retrying')
    const dueAt = stopping.aborted ? ctx.now() : withJitter(ctx, 5 * 2 ** job.failedAttempts)
    await rescheduleJob(ctx.db, job, dueAt)
  }
}

async function giveUp(ctx: Deps, job: Job): Promise<void> {
  ctx.log.error({ jobId: job.id }, 'export of an account was given up')
  await store.markFailed(ctx.db, job.id)
  await finishJob(ctx.db, job)
}

type Making = { job: Job; payload: Export; attempt: store.Attempt }

async function make(
  ctx: Deps,
  { job, payload: { exportId, userId }, attempt }: Making,
  stopping: AbortSignal,
): Promise<void> {
  const { email } = await getAccount(ctx, userId)
  let number = 0
  const size = await writeExport(ctx, {
    own: { userId, email },
    requestedAt: job.createdAt,
    stopping,
    onProgress: createReport(ctx, job),
    async savePart(bytes) {
      await store.savePart(ctx.db, attempt, { number, bytes })
      number++
    },
  })
  await inTransaction(ctx, async (tx) => {
    const expiresAt = new Date(tx.now().getTime() + exportDays * 86_400_000)
    if (await store.markReady(tx.db, attempt, { size, expiresAt })) await queueExportEmail(tx, { exportId, userId })
    await finishJob(tx.db, job)
  })
}

const reportEveryMs = 1_000

/** Returns a function that records the progress of a job; it throws once another worker has the job. */
function createReport(ctx: Deps, job: Job): (percent: number) => Promise<void> {
  let reportedAt = performance.now()
  return async (percent) => {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    await requireClaim(ctx.db, job)
    await store.savePercent(ctx.db, job.id, percent)
  }
}
