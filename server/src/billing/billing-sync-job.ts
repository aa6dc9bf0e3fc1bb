import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import { encryptedJobKind, type JobKind } from '../jobs/job-kind.ts'
import { finishJob, type Job, queueEncrypted, rescheduleJob } from '../jobs/job-queue.ts'
import { withJitter } from '../jobs/lease.ts'
import { syncBilling } from './sync.service.ts'

const Sync = z.object({ customerId: z.string() })
type Sync = z.infer<typeof Sync>

const kind = 'billing-sync'
const maxAgeMs = 3 * 86_400_000

/** Queues a comparison with Stripe. It is retried for three days; then the daily one repairs. */
export const queueSync = (ctx: Deps, payload: Sync): Promise<void> =>
  queueEncrypted(ctx, { kind, id: randomUUIDv7(), payload })

export const billingSyncJob = (ctx: Deps): JobKind =>
  encryptedJobKind(ctx, { kind, concurrency: 4, run: (job, payload) => run(ctx, job, Sync.parse(payload)) })

async function run(ctx: Deps, job: Job, { customerId }: Sync): Promise<void> {
  try {
    await syncBilling(ctx, customerId)
    await finishJob(ctx.db, job)
  } catch (error) {
    ctx.log.warn(
      { reason: error instanceof Error ? error.name : 'unknown', jobId: job.id },
      'comparison with Stripe failed',
    )
    const isExpired = ctx.now().getTime() - job.createdAt.getTime() > maxAgeMs
    if (isExpired) await finishJob(ctx.db, job)
    else await rescheduleJob(ctx.db, job, withJitter(ctx, Math.min(10 * 2 ** job.failedAttempts, 3_600)))
  }
}
