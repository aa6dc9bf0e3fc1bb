import { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import type { Deps } from '../context.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { claimSendable, type EmailJob, isTooLate, slotGraceMs } from './claim.service.ts'
import {
  createStatusWriter,
  type Delivering,
  deliverEmail,
  loadDeliveryInputs,
  withdrawDelivery,
} from './delivery.service.ts'
import { emailJobKind } from './queue.service.ts'
import { createSemaphore } from './semaphore.ts'

const deliveriesAtOnce: Record<MailboxKind, number> = { relay: 64, google: 48, outlook: 48, smtp: 48 }

/** Delivers inquiries: one kind of job per kind of mailbox. While a kill switch is set, only ends those that are late. */
export function emailJobs(ctx: Deps, { reverse }: Pick<Delivering, 'reverse'>): JobKind[] {
  const delivering = { statusWriter: createStatusWriter(ctx), reverse }
  return MailboxKind.options.map((mailboxKind) => {
    const runLimited = createSemaphore(deliveriesAtOnce[mailboxKind])
    return {
      kind: emailJobKind(mailboxKind),
      // As many again wait for the semaphore, so that no delivery waits for a claim.
      concurrency: 2 * deliveriesAtOnce[mailboxKind],
      async claim(limit, inFlight) {
        const { jobs, examined } = await claimSendable(ctx, { mailboxKind, limit, inFlight })
        const sendable = new Set(jobs.filter((job) => !isTooLate(ctx, job)))
        const inputs = await loadDeliveryInputs(ctx, jobs)
        // Counts from here, not from the claim: while a machine of the database is away, reads are slow, and the emails
        // that could be read are still sent.
        const readAt = performance.now()
        const deliver = (job: EmailJob) => {
          const isDelayed = isTooLate(ctx, job) || performance.now() - readAt > slotGraceMs
          return sendable.has(job) && inputs.has(job.id) && isDelayed
            ? withdrawDelivery(ctx, job)
            : deliverEmail(ctx, delivering, job, inputs.get(job.id))
        }
        return {
          jobs: jobs.map((job) => ({ id: job.id, group: job.mailbox, run: () => runLimited(() => deliver(job)) })),
          examined,
        }
      },
    }
  })
}
