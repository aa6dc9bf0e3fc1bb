import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import { encryptedJobKind, type JobKind } from '../jobs/job-kind.ts'
import { finishJob, type Job, queueEncrypted, rescheduleJob } from '../jobs/job-queue.ts'
import { nextAttemptAt, withJitter } from '../jobs/lease.ts'
import { endOrRenewSubscriptions } from './subscription-end.service.ts'

const End = z.object({ userId: z.uuid() })
type End = z.infer<typeof End>

const kind = 'subscription-end'

/**
 * Queues the end of what a user pays for who deleted the account, and its renewal if the account is kept meanwhile. It is
 * retried until Stripe has confirmed it.
 */
export const queueEndOrRenewal = (ctx: Pick<Deps, 'db' | 'keys' | 'now'>, userId: string): Promise<void> =>
  queueEncrypted(ctx, { kind, id: userId, payload: { userId } })

export const subscriptionEndJob = (ctx: Deps): JobKind =>
  encryptedJobKind(ctx, { kind, concurrency: 2, run: (job, payload) => run(ctx, job, End.parse(payload)) })

async function run(ctx: Deps, job: Job, { userId }: End): Promise<void> {
  try {
    if (await endOrRenewSubscriptions(ctx, userId)) await finishJob(ctx.db, job)
    else await rescheduleJob(ctx.db, job, withJitter(ctx, 3_600))
  } catch (error) {
    ctx.log.warn(
      { reason: error instanceof Error ? error.name : 'unknown', jobId: job.id },
      'the subscriptions of a deleted or kept account could not be changed; trying again',
    )
    await rescheduleJob(ctx.db, job, nextAttemptAt(ctx, job))
  }
}
