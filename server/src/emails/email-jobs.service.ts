import { MailboxKind } from '@loadping/contract/mailboxes'
import type { Deps } from '../context.ts'
import type { ClaimedJob, JobKind } from '../jobs/job-kind.ts'
import { deleteJob, type Job } from '../jobs/job-queue.ts'
import { isSendingPaused } from '../kill-switches/kill-switches.service.ts'
import { claimSendable, type SendCandidate } from './claim.service.ts'
import {
  createStatusWriter,
  type DeliveryInput,
  deliverEmail,
  type EmailJob,
  loadDeliveryInputs,
  type StatusWriter,
} from './delivery.service.ts'

const concurrency: Record<MailboxKind, number> = { relay: 64, google: 48, outlook: 48, smtp: 48 }

/** Delivers inquiries: one kind of job per kind of mailbox. Paused while a kill switch is set. */
export function emailJobs(ctx: Deps): JobKind[] {
  const statusWriter = createStatusWriter(ctx)
  return MailboxKind.options.map((mailboxKind) => ({
    kind: `email ${mailboxKind}`,
    concurrency: concurrency[mailboxKind],
    async claim(limit, inFlight) {
      if (await isSendingPaused(ctx)) return { jobs: [], examined: 0 }
      const { candidates, examined } = await claimSendable(ctx, { mailboxKind, limit, inFlight })
      const inputs = await loadDeliveryInputs(
        ctx,
        candidates.flatMap(({ email }) => email ?? []),
      )
      return {
        jobs: candidates.map((candidate) => toClaimedJob(ctx, statusWriter, candidate, inputs.get(candidate.job.id))),
        examined,
      }
    },
  }))
}

const toClaimedJob = (
  ctx: Deps,
  statusWriter: StatusWriter,
  { job, mailbox }: SendCandidate,
  input: DeliveryInput | undefined,
): ClaimedJob => ({
  id: job.id,
  group: mailbox,
  run: async () =>
    isEmailJob(job) ? deliverEmail(ctx, statusWriter, job, input) : void (await deleteJob(ctx.db, job.id)),
})

const isEmailJob = (job: Job): job is EmailJob => job.userId !== null
