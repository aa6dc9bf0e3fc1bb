import { MailboxKind } from '@loadping/contract/mailboxes'
import type { Deps } from '../context.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { isSendingPaused } from '../kill-switches/kill-switches.service.ts'
import { claimSendable } from './claim.service.ts'
import { createStatusWriter, deliverEmail, loadDeliveryInputs } from './delivery.service.ts'
import { emailJobKind } from './queue.service.ts'

const concurrency: Record<MailboxKind, number> = { relay: 64, google: 48, outlook: 48, smtp: 48 }

/** Delivers inquiries: one kind of job per kind of mailbox. While a kill switch is set, only ends those that are late. */
export function emailJobs(ctx: Deps): JobKind[] {
  const statusWriter = createStatusWriter(ctx)
  return MailboxKind.options.map((mailboxKind) => ({
    kind: emailJobKind(mailboxKind),
    concurrency: concurrency[mailboxKind],
    async claim(limit, inFlight) {
      const isPaused = await isSendingPaused(ctx)
      const { jobs, examined } = await claimSendable(ctx, { mailboxKind, limit, inFlight, isPaused })
      const inputs = await loadDeliveryInputs(ctx, jobs)
      return {
        jobs: jobs.map((job) => ({
          id: job.id,
          group: job.mailbox,
          run: () => deliverEmail(ctx, statusWriter, job, inputs.get(job.id)),
        })),
        examined,
      }
    },
  }))
}
