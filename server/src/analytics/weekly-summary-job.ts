import type { AnalyticsQuery } from '@loadping/contract/analytics/analytics'
import { addDays, Day } from '@loadping/contract/format/new-york-days'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { queueEncrypted } from '../jobs/job-queue.ts'
import { isSendingPaused } from '../kill-switches/kill-switches.service.ts'
import { productEmailJob } from '../product-emails/product-email-job.ts'
import { unsubscribeUrl } from '../suppression/unsubscribe.service.ts'
import { listPeople } from './analytics-people.service.ts'
import * as questions from './questions.service.ts'
import { findRecipient } from './weekly-summary.store.ts'
import { writeWeeklySummary } from './weekly-summary-email.ts'

const WeeklySummaryEmail = z.object({ userId: z.uuid(), week: Day })
type WeeklySummaryEmail = z.infer<typeof WeeklySummaryEmail>

export const queueWeeklySummaryEmail = (ctx: Deps, id: string, payload: WeeklySummaryEmail): Promise<void> =>
  queueEncrypted(ctx, { kind: 'weekly-summary-email', id, payload })

/** Delivers weekly summaries, at most once each. */
export const weeklySummaryJob = (ctx: Deps): JobKind =>
  productEmailJob(ctx, {
    kind: 'weekly-summary-email',
    concurrency: 2,
    payload: WeeklySummaryEmail,
    write: (payload, job) => write(ctx, payload, job),
    lifetimeMs: 24 * 3_600_000,
    mayRepeat: false,
    isPaused: () => isSendingPaused(ctx),
  })

/** Returns nothing for who turned it off or no longer manages a team, and for a week without contacts. */
async function write(
  ctx: Deps,
  { userId, week }: WeeklySummaryEmail,
  job: { id: string; date: Date },
): Promise<OutgoingMessage | undefined> {
  const recipient = await findRecipient(ctx.db, userId)
  if (!recipient) return undefined
  const { email, organizationName } = recipient
  const viewing = { ...ctx, caller: { ...recipient, userId } }
  const query: AnalyticsQuery = { startDate: week, endDate: addDays(week, 6) }
  const totals = await questions.getTotals(viewing, query)
  if (totals.totalInquiries === 0) return undefined

  return writeWeeklySummary(
    {
      to: email,
      organization: organizationName,
      week,
      totals,
      baseUrl: ctx.baseUrl,
      unsubscribeUrl: unsubscribeUrl(ctx, email),
      people: await listPeople(viewing),
      list: await questions.getList(viewing, query),
      averages: await questions.getUserAverages(viewing, query),
      time: await questions.getAverageTime(viewing, query),
      rate: await questions.getAverageRate(viewing, query),
      funnel: (await questions.getFunnel(viewing, query)).total,
    },
    job,
  )
}
