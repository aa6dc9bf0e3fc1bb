import type * as z from 'zod/mini'
import { isReviewer } from '../accounts/reviewers.service.ts'
import type { Deps } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { encryptedJobKind, type JobKind } from '../jobs/job-kind.ts'
import { finishJob, type Job, markStarted, rescheduleJob } from '../jobs/job-queue.ts'
import { withJitter } from '../jobs/lease.ts'
import { countAttempt } from '../observed.ts'
import { bounceAddressOfProduct } from '../relay/bounce-address.service.ts'
import { isSuppressed } from '../suppression/suppression.service.ts'

/**
 * One kind of email that the product itself sends through the relay: its text, and how long and how often it is
 * retried.
 */
export type ProductEmail<Payload> = {
  kind:
    | 'sign-in-email'
    | 'invitation-email'
    | 'weekly-summary-email'
    | 'password-login-email'
    | 'account-export-email'
    | 'deletion-email'
    | 'notification-email'
    | 'security-email'
  concurrency: number
  payload: z.ZodMiniType<Payload>
  /** Returns undefined if there is no longer a reason to send it. */
  write: (payload: Payload, job: { id: string; date: Date }) => Written | Promise<Written>
  /** After that, the email is abandoned. */
  lifetimeMs: number
  /** By default 10 seconds, then three times as long each time, up to an hour. */
  retryDelaySeconds?: (failedAttempts: number) => number
  /** Whether a second copy does no harm, so that an attempt is retried whose result is unknown or was lost. */
  mayRepeat: boolean
  isPaused?: () => Promise<boolean>
  /** Records why an email was not delivered. */
  onAbandoned?: (id: string, reason: string) => Promise<unknown>
}

type Written = OutgoingMessage | undefined

/** Defines the job that delivers one kind of product email. */
export const productEmailJob = <Payload>(ctx: Deps, email: ProductEmail<Payload>): JobKind =>
  encryptedJobKind(ctx, { ...email, run: (job, payload) => deliver(ctx, email, job, email.payload.parse(payload)) })

const usualDelaySeconds = (failedAttempts: number): number => Math.min(10 * 3 ** (failedAttempts - 1), 3_600)

async function deliver<Payload>(
  ctx: Deps,
  { write, lifetimeMs, retryDelaySeconds = usualDelaySeconds, mayRepeat, onAbandoned }: ProductEmail<Payload>,
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
  const isLost = job.hasStarted // by a process that ended during the attempt
  const message = isLost ? undefined : await write(payload, { id: job.id, date: job.createdAt })
  if (!message) {
    await finishJob(ctx.db, job)
    if (isLost) countAttempt(ctx.observed, ctx.now(), { mailbox: 'product', outcome: 'unknown' })
    return
  }
  if (await isReviewer(ctx, message.to)) {
    await finishJob(ctx.db, job)
    return void (await onAbandoned?.(job.id, 'This address is for trying the product: it gets no email.'))
  }
  if (message.unsubscribeUrl && (await isSuppressed(ctx, message.to, 'product')))
    return abandon('This person unsubscribed from our emails.')

  const bounceAddress = bounceAddressOfProduct(ctx, message.to)
  const result = await ctx.relay.send(bounceAddress ? { ...message, bounceAddress } : message, async () => {
    if (!mayRepeat) await markStarted(ctx.db, job)
  })
  countAttempt(ctx.observed, ctx.now(), { mailbox: 'product', outcome: result.outcome })
  if (result.outcome === 'rejected') return abandon(result.reason)
  const isDone = result.outcome === 'accepted' || (result.outcome === 'unknown' && !mayRepeat)
  if (isDone) await finishJob(ctx.db, job)
  else await rescheduleJob(ctx.db, job, withJitter(ctx, retryDelaySeconds(job.failedAttempts + 1)))
}
