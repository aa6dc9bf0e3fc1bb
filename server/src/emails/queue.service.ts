import type { MailboxKind } from '@loadping/contract/mailboxes'
import { type Deps, holderOf } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import * as jobs from '../jobs/job-queue.ts'
import { deleteIdleThrottles, mailboxName } from '../mailboxes/throttle.service.ts'
import { deleteKeys, type NewEmail } from './emails.store.ts'
import { deleteWindows } from './send-limits.store.ts'

/** Returns when an email accepted now is sent, unless the user undoes it first. */
export const initialDueAt = (ctx: Deps): Date => new Date(ctx.now().getTime() + ctx.sendSettings.undoSeconds * 1_000)

/** The kind of job that delivers from these mailboxes. */
export const emailJobKind = (mailboxKind: MailboxKind): string => `email ${mailboxKind}`

/** Queues a new email. */
export const queueEmail = (ctx: Deps, { mailboxKind, replyTo, ...email }: NewEmail): Write =>
  jobs.emailJobWrite(ctx.db, {
    id: email.id,
    userId: email.userId,
    mailboxKind,
    mailbox: mailboxName(mailboxKind, replyTo),
    limitScope: holderOf(email),
    dueAt: initialDueAt(ctx),
    createdAt: ctx.now(),
  })

/** Returns when waiting emails are due. */
export async function listDueTimes(ctx: Deps, emailIds: string[]): Promise<Map<string, Date>> {
  if (emailIds.length === 0) return new Map()
  return new Map((await jobs.listDueTimes(ctx.db, { ids: emailIds })).map(({ id, dueAt }) => [id, dueAt]))
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
