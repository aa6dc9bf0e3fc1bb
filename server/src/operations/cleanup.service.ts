import { deleteOldExports } from '../account-export/account-export.service.ts'
import { deleteOldEvents } from '../billing/sync.service.ts'
import { forgetOldTrials } from '../billing/trials.service.ts'
import type { Deps } from '../context.ts'
import { deleteOldWindows, hastenFarDeliveries } from '../delivery/queue.service.ts'
import { deleteOldReports } from '../extension/board-health.service.ts'
import { deleteExpiredPairingCodes } from '../extension/extension.service.ts'
import { deleteOldKeys } from '../idempotency/idempotency.service.ts'
import { hastenFarJobs } from '../jobs/job-queue.ts'
import { removeDeletedLoads } from '../loads/load-changes.service.ts'
import { removeExpiredLinks } from '../loads/load-links.service.ts'
import { deleteOldMarks } from '../loads/marks.service.ts'
import { deleteExpiredAddressCodes } from '../mailboxes/address-codes.service.ts'
import { deleteOldCounts } from '../mailboxes/daily-limits.service.ts'
import { deleteIdleThrottles } from '../mailboxes/throttle.service.ts'
import { deleteExpiredOneTimeCodes } from '../oauth/one-time-codes.service.ts'
import { removeEndedOffers } from '../offers/offers.service.ts'
import { forgetOldReceivers } from '../relay/relay.service.ts'
import { deleteExpiredSessions } from '../sessions/sessions.service.ts'
import { deleteExpiredLinks } from '../sign-in/sign-in.service.ts'
import { deleteClosedActivity } from '../team/team-activity.service.ts'
import { deleteOldNotices } from '../team/team-notices.service.ts'
import { removeDeletedTemplates } from '../templates/templates.service.ts'
import { hourMs, startPeriodic } from './periodic.ts'

/** Deletes expired links, codes and sessions that no limit counts any longer. */
export async function deleteExpiredSignInData(ctx: Deps): Promise<void> {
  const tasks = [
    deleteExpiredLinks,
    deleteExpiredOneTimeCodes,
    deleteExpiredAddressCodes,
    deleteExpiredPairingCodes,
    deleteExpiredSessions,
  ]
  for (const deleteExpired of tasks) await deleteExpired(ctx)
}

/**
 * Deletes idempotency keys after two days (they are valid for one), and throttles, send-limit windows, counts of daily
 * limits and refusals of the relay that are over.
 */
export async function deleteExpiredSendData(ctx: Deps): Promise<void> {
  const tasks = [deleteOldKeys, deleteOldWindows, deleteIdleThrottles, deleteOldCounts, forgetOldReceivers]
  for (const deleteExpired of tasks) await deleteExpired(ctx)
}

const tasks = [
  deleteExpiredSignInData,
  deleteExpiredSendData,
  deleteClosedActivity,
  deleteOldNotices,
  removeDeletedTemplates,
  removeDeletedLoads,
  removeEndedOffers,
  deleteOldMarks,
  removeExpiredLinks,
  deleteOldReports,
  deleteOldEvents,
  forgetOldTrials,
  deleteOldExports,
  hastenFarJobs,
  hastenFarDeliveries,
]

/** Runs the cleanup now and every hour. Returns a function that stops it and waits for a run in flight. */
export const startCleanup = (ctx: Deps): (() => Promise<void>) =>
  startPeriodic(ctx, 'cleanup', {
    everyMs: hourMs,
    work: () => Promise.all(tasks.map((deleteExpired) => deleteExpired(ctx))),
  })
