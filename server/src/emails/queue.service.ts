import type { MailboxKind } from '@loadping/contract/mailboxes'
import type { Deps } from '../context.ts'
import * as jobs from '../jobs/job-queue.ts'
import { deleteIdleThrottles } from '../mailboxes/throttle.service.ts'
import { deleteKeys } from './emails.store.ts'
import { deleteWindows } from './send-limits.store.ts'

/** Returns when an email accepted now is sent, unless the user undoes it first. */
export const initialDueAt = (ctx: Deps): Date => new Date(ctx.now().getTime() + ctx.sendSettings.undoSeconds * 1_000)

/** Queues an email that was just stored, in the caller's transaction. */
export const queueEmail = (
  ctx: Deps,
  { userId, id, mailboxKind }: { userId: string; id: string; mailboxKind: MailboxKind },
) =>
  jobs.addJob(ctx.db, {
    id,
    kind: 'email',
    mailboxKind,
    userId,
    encryptedPayload: null,
    dueAt: initialDueAt(ctx),
    createdAt: ctx.now(),
  })

/** Returns when waiting emails are due. */
export async function listDueTimes(ctx: Deps, emailIds: string[]): Promise<Map<string, Date>> {
  if (emailIds.length === 0) return new Map()
  return new Map((await jobs.listDueTimes(ctx.db, emailIds)).map(({ id, dueAt }) => [id, dueAt]))
}

/**
 * Deletes idempotency keys after two days (they are valid for one), and throttles and send-limit windows that are over.
 */
export async function deleteExpiredSendData(ctx: Deps): Promise<void> {
  await deleteKeys(ctx.db, daysAgo(ctx, 2))
  await deleteWindows(ctx.db, daysAgo(ctx, 1))
  await deleteIdleThrottles(ctx, daysAgo(ctx, 1))
}

const daysAgo = (ctx: Deps, days: number): Date => new Date(ctx.now().getTime() - days * 86_400_000)
