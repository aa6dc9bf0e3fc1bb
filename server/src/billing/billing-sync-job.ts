import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import { encryptedJobKind, type JobKind } from '../jobs/job-kind.ts'
import { finishJob, type Job, queueEncrypted, rescheduleJob } from '../jobs/job-queue.ts'
import { nextAttemptAt, withJitter } from '../jobs/lease.ts'
import { isOff } from '../kill-switches/kill-switches.service.ts'
import { endCheckouts } from './checkout.service.ts'
import { listCustomers } from './customers.store.ts'
import { syncBilling } from './sync.service.ts'

const Sync = z.object({
  customerId: z.string(),
  /** What Stripe is told first: the address of who pays now, and that checkouts end. */
  email: z.optional(z.string()),
  endsCheckouts: z.optional(z.boolean()),
})
type Sync = z.infer<typeof Sync>

const kind = 'billing-sync'
const maxAgeMs = 3 * 86_400_000

/** Queues a comparison with Stripe. It is retried for three days; then the daily one repairs. */
export const queueSync = (ctx: Deps, payload: Sync): Promise<void> =>
  queueEncrypted(ctx, { kind, id: randomUUIDv7(), payload })

/** Queues the end of all open checkouts of a user or organization, who may no longer buy that. */
export async function queueEndOfCheckouts(ctx: Deps, holderId: string): Promise<void> {
  if (!ctx.payments) return
  for (const { id } of await listCustomers(ctx.db, holderId))
    await queueSync(ctx, { customerId: id, endsCheckouts: true })
}

/** Queues that Stripe writes to another address about what an organization pays. */
export async function queueNewPayer(ctx: Deps, organizationId: string, email: string): Promise<void> {
  if (!ctx.payments) return
  for (const { id } of await listCustomers(ctx.db, organizationId)) await queueSync(ctx, { customerId: id, email })
}

export const billingSyncJob = (ctx: Deps): JobKind =>
  encryptedJobKind(ctx, { kind, concurrency: 4, run: (job, payload) => run(ctx, job, Sync.parse(payload)) })

const pauseSeconds = 60

async function run(ctx: Deps, job: Job, { customerId, email, endsCheckouts }: Sync): Promise<void> {
  if (await isOff(ctx, 'writes')) return void (await rescheduleJob(ctx.db, job, withJitter(ctx, pauseSeconds)))
  try {
    if (ctx.payments && email !== undefined) await ctx.payments.stripe.customers.update(customerId, { email })
    if (ctx.payments && endsCheckouts) await endCheckouts(ctx.payments, customerId)
    await syncBilling(ctx, customerId)
    await finishJob(ctx.db, job)
  } catch (error) {
    ctx.log.warn(
      { reason: error instanceof Error ? error.name : 'unknown', jobId: job.id },
      'comparison with Stripe failed',
    )
    const isExpired = ctx.now().getTime() - job.createdAt.getTime() > maxAgeMs
    if (isExpired) await finishJob(ctx.db, job)
    else await rescheduleJob(ctx.db, job, nextAttemptAt(ctx, job))
  }
}
