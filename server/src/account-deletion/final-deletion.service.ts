import { listDueDeletions, removeAccount } from '../accounts/deletion.service.ts'
import type { DeletedUser, DeletionStep } from '../accounts/deletion-step.ts'
import { deleteReviewerOf } from '../accounts/reviewers.service.ts'
import { deleteContacts } from '../analytics/analytics.service.ts'
import { recordDeletion } from '../backups/backup-files.ts'
import { claimBackupFolder } from '../backups/backup-folder.service.ts'
import { deleteAllowances } from '../billing/billing.service.ts'
import { queueEndOrRenewal } from '../billing/subscription-end-job.ts'
import { releaseTrial } from '../billing/trials.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import { deleteDeliveries } from '../delivery/queue.service.ts'
import { deleteEmails } from '../emails/email-states.service.ts'
import { deleteBoardHealth } from '../extension/board-health.service.ts'
import { deleteAnswers } from '../idempotency/idempotency.service.ts'
import { deleteRecipients } from '../inquiries/recipients.service.ts'
import { isOff } from '../kill-switches/kill-switches.service.ts'
import { deleteVersion } from '../live/live.service.ts'
import { deleteContactsAndMarks, deleteLoads } from '../loads/deletion.service.ts'
import { disconnectAll } from '../mailboxes/mailboxes.service.ts'
import { deleteOffers } from '../offers/offers.service.ts'
import { logSecurityEvent } from '../security-events.ts'
import { deleteSignInData } from '../sign-in/sign-in.service.ts'
import { deleteSnippetsOf } from '../snippets/snippets.service.ts'
import { deleteSuppressedRecipients } from '../suppression/suppressed-recipients.service.ts'
import { findTeamsOf, forgetInTeams, leaveForGood } from '../team/deletion.service.ts'
import { deleteUses } from '../templates/template-uses.service.ts'
import { deleteTemplatesOf } from '../templates/templates.service.ts'
import { deleteTruckBoard } from '../truck-board/truck-board.service.ts'
import { deleteTrucksAndCosts } from '../trucks/trucks.service.ts'

/**
 * What is done in this order, each step in transactions of its own. After a crash all are done again: none depends on what an
 * earlier one deleted, and the account, by which the deletion is known, goes last.
 */
export const deletionSteps: DeletionStep[] = [
  deleteDeliveries,
  disconnectAll,
  deleteAnswers,
  deleteContactsAndMarks,
  deleteRecipients,
  deleteLoads,
  deleteContacts,
  deleteEmails,
  deleteUses,
  deleteTemplatesOf,
  deleteSnippetsOf,
  deleteTrucksAndCosts,
  deleteOffers,
  deleteTruckBoard,
  deleteBoardHealth,
  deleteSuppressedRecipients,
  deleteAllowances,
  leaveForGood,
  forgetInTeams,
  deleteSignInData,
  deleteReviewerOf,
  deleteVersion,
  releaseTrial,
  (ctx, { userId }) => queueEndOrRenewal(ctx, userId),
  removeAccount,
]

/**
 * Deletes for good the accounts whose week is over, and waits while writes are off. One that fails is logged, and tried again
 * with the next call.
 */
export async function deleteDueAccounts(ctx: Deps): Promise<void> {
  const tried: string[] = []
  for (;;) {
    const due = await listDueDeletions(ctx, tried)
    if (due.length === 0 || (await isOff(ctx, 'writes'))) return
    for (const user of due) {
      tried.push(user.userId)
      await tryToDelete(ctx, user)
    }
  }
}

async function tryToDelete(ctx: Deps, user: Pick<DeletedUser, 'userId' | 'email'>): Promise<void> {
  try {
    await deleteForGood(ctx, { ...user, ...(await findTeamsOf(ctx, user.userId)) })
  } catch (error) {
    ctx.log.error({ err: error, userId: user.userId }, 'an account could not be deleted; trying again')
  }
}

async function deleteForGood(ctx: Deps, user: DeletedUser): Promise<void> {
  if (ctx.backupFolder !== null) {
    await claimBackupFolder(ctx, ctx.backupFolder) // where it is not mounted, the record would be lost
    recordDeletion(ctx.backupFolder, user.userId)
  }
  for (const step of deletionSteps) {
    let isMore: unknown = true
    while (isMore === true) {
      if (await isOff(ctx, 'writes')) return
      isMore = await inTransaction(ctx, (tx) => step(tx, user))
    }
  }
  logSecurityEvent(ctx, 'account-deleted', { userId: user.userId })
  ctx.wakeJobs('subscription-end')
}
