import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { type Deps, holderOf } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import * as jobs from '../jobs/job-queue.ts'
import { deleteOldCounts } from '../mailboxes/daily-limits.service.ts'
import { deleteIdleThrottles, formatMailboxName } from '../mailboxes/throttle.service.ts'
import { deleteKeys, type NewEmail } from './emails.store.ts'
import { deleteWindows } from './send-limits.store.ts'

/** Returns when an email accepted now is sent, unless the user undoes it first. */
export const initialDueAt = (ctx: Deps): Date => new Date(ctx.now().getTime() + ctx.sendSettings.undoSeconds * 1_000)

/** The kind of job that delivers from these mailboxes. */
export const emailJobKind = (mailboxKind: MailboxKind): string => `email ${mailboxKind}`

/** Queues a new email. */
export const queueEmail = (
  ctx: Deps,
  { mailboxKind, replyTo, ...email }: NewEmail,
  { sellBy, toNewRecipient }: { sellBy: Date; toNewRecipient: boolean },
): Write =>
  jobs.emailJobWrite(ctx.db, {
    id: email.id,
    userId: email.userId,
    mailboxKind,
    mailbox: formatMailboxName({ kind: mailboxKind, address: replyTo }),
    limitScope: holderOf(email),
    dueAt: initialDueAt(ctx),
    createdAt: ctx.now(),
    sellBy,
    toNewRecipient,
  })

/** When a waiting email is due, how long it may wait, and for what. */
export type Waiting = {
  dueAt: Date
  sellBy: Date | null
  waitsFor?: jobs.Deferral['waitsFor']
  isPaused?: boolean
}

/** Returns what emails wait for. */
export async function listWaiting(ctx: Deps, emailIds: string[]): Promise<Map<string, Waiting>> {
  if (emailIds.length === 0) return new Map()
  return new Map((await jobs.listWaiting(ctx.db, { ids: emailIds })).map((waiting) => [waiting.id, waiting]))
}

/** Makes an email that waits for its next attempt due now. Returns false if none waits. */
export async function hastenEmail(ctx: Deps, email: { id: string; userId: string }): Promise<boolean> {
  const hastened = await jobs.hastenJob(ctx.db, { ...email, now: ctx.now() })
  if (hastened?.mailboxKind) ctx.wakeJobs(emailJobKind(hastened.mailboxKind), ctx.now())
  return hastened !== undefined
}

/**
 * Deletes idempotency keys after two days (they are valid for one), and throttles, send-limit windows and counts of daily
 * limits that are over.
 */
export async function deleteExpiredSendData(ctx: Deps): Promise<void> {
  await deleteKeys(ctx.db, daysAgo(ctx, 2))
  await deleteWindows(ctx.db, daysAgo(ctx, 1))
  await deleteIdleThrottles(ctx, daysAgo(ctx, 1))
  await deleteOldCounts(ctx, daysAgo(ctx, 2))
}

const daysAgo = (ctx: Deps, days: number): Date => new Date(ctx.now().getTime() - days * 86_400_000)
