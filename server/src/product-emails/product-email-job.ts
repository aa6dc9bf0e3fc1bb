import type * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { encryptedJobKind, type JobKind } from '../jobs/job-kind.ts'
import { finishJob, type Job, rescheduleJob, withJitter } from '../jobs/job-queue.ts'
import { isSuppressed } from '../suppression/suppression.service.ts'

/**
 * One kind of email that the product itself sends through the relay: its text, and how long and how often it is
 * retried.
 */
export type ProductEmail<Payload> = {
  kind: 'sign-in-email' | 'invitation-email'
  concurrency: number
  payload: z.ZodMiniType<Payload>
  write: (payload: Payload, job: { id: string; date: Date }) => OutgoingMessage
  /** After that, the email is abandoned. */
  lifetimeMs: number
  retryDelaySeconds: (failedAttempts: number) => number
  /** Whether a second copy does no harm, so that an attempt with an unknown result is retried. */
  mayRepeat: boolean
  isPaused?: () => Promise<boolean>
  /** Records why an email was not delivered. */
  onAbandoned?: (id: string, reason: string) => Promise<unknown>
}

/** Defines the job that delivers one kind of product email. */
export const productEmailJob = <Payload>(ctx: Deps, email: ProductEmail<Payload>): JobKind =>
  encryptedJobKind(ctx, { ...email, run: (job, payload) => deliver(ctx, email, job, email.payload.parse(payload)) })

async function deliver<Payload>(
  ctx: Deps,
  { write, lifetimeMs, retryDelaySeconds, mayRepeat, onAbandoned }: ProductEmail<Payload>,
  job: Job,
  payload: Payload,
): Promise<void> {
  const abandon = async (reason: string) => {
    ctx.log.warn({ kind: job.kind, jobId: job.id }, 'product email not delivered')
    await finishJob(ctx.db, job)
    await onAbandoned?.(job.id, reason)
  }
  const isExpired = ctx.now().getTime() - job.createdAt.getTime() > lifetimeMs
  if (isExpired) return abandon("The mail server couldn't be reached.")

  const message = write(payload, { id: job.id, date: job.createdAt })
  if (message.unsubscribeUrl && (await isSuppressed(ctx, message.to, 'product')))
    return abandon('This person unsubscribed from our emails.')

  const result = await ctx.relay.send(message, async () => {})
  if (result.outcome === 'rejected') return abandon(result.reason)
  const isDone = result.outcome === 'accepted' || (result.outcome === 'unknown' && !mayRepeat)
  if (isDone) await finishJob(ctx.db, job)
  else await rescheduleJob(ctx.db, job, withJitter(ctx, retryDelaySeconds(job.failedAttempts + 1)))
}
