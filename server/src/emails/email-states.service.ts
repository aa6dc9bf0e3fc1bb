import type { FailureCode } from '@loadping/contract/emails/emails'
import type { MailboxName } from '@loadping/contract/mailboxes/mailboxes'
import { formerTeammate } from '@loadping/contract/team/team'
import { type DeletionStep, deletionBatch } from '../accounts/deletion-step.ts'
import type { DataDeps } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import { announce } from '../live/live.service.ts'
import * as store from './emails.store.ts'
import * as threadStore from './threads.store.ts'
import * as truckStore from './truck-emails.store.ts'

export type { EmailRow, NewEmail } from './emails.store.ts'

type Moved = Promise<store.EmailRow | undefined>

/** Adds new emails as queued; at least one. */
export const emailsWrite = (ctx: DataDeps, emails: store.NewEmail[]): Write => store.emailsWrite(ctx.db, emails)

/** Counts a user's emails that wait for one of their mailboxes. */
export const countWaitingFrom = (ctx: DataDeps, sought: { userId: string; mailbox: MailboxName }): Promise<number> =>
  truckStore.countWaitingFrom(ctx.db, sought)

/** Lists a user's emails that wait or are being sent, and name a truck or are about a load. */
export const listUnsentOfTruck = (ctx: DataDeps, sought: { userId: string; truckId: string; loadId: string }) =>
  truckStore.listUnsentOfTruck(ctx.db, sought)

export const findEmail = (ctx: DataDeps, email: store.EmailKey): Moved => store.findEmail(ctx.db, email)

/** Lists the ids of a user's emails that wait or are being sent. */
export const listUnsent = (ctx: DataDeps, userId: string): Promise<string[]> => store.listUnsent(ctx.db, userId)

/** Lists the first email about each of these loads that named a truck and left, or may have left. */
export const listFirstAsks = (
  ctx: DataDeps,
  sought: { userId: string; truckId: string; loadIds: string[] },
): Promise<store.EmailRow[]> => truckStore.listFirstAsks(ctx.db, sought)

/** Returns the first email about a user's load that left, or may have left. */
export const findFirstEmail = (ctx: DataDeps, of: { userId: string; loadId: string }): Moved =>
  threadStore.findFirstEmail(ctx.db, of)

/** Returns the reply to a counter that left or will. */
export const findReply = (ctx: DataDeps, to: { userId: string; loadId: string; counterAt: Date }) =>
  threadStore.findReply(ctx.db, to)

/** Lets failed withdrawals of these emails need no attention any longer, as others are sent in their place. */
export const dismissWithdrawals = (ctx: DataDeps, { userId, of }: { userId: string; of: string[] }): Promise<void> =>
  truckStore.dismissWithdrawals(ctx.db, { userId, of, now: ctx.now() })

/** Lists emails of many users. */
export const listEmailsOf = (ctx: DataDeps, emails: store.EmailKey[]): Promise<store.EmailRow[]> =>
  store.listEmailsOf(ctx.db, emails)

/** Part of a statement of the queue: moves the queued emails that it may send to sending. */
export const sendingWrite = store.sendingWrite

/** Part of a statement of the queue: marks the emails that were accepted as sent. */
export const sentWrite = store.sentWrite

async function moveAndAnnounce(ctx: DataDeps, email: store.EmailKey, move: store.Transition): Moved {
  const moved = await store.transitionEmail(ctx.db, email, move)
  if (moved) await announce(ctx, email.userId)
  return moved
}

/** Undoes a queued email. Returns undefined if it is in another state. */
export const undoQueued = (ctx: DataDeps, email: store.EmailKey): Moved =>
  moveAndAnnounce(ctx, email, { from: ['queued'], to: 'undone', failureReason: null })

/** Returns an email to the queue whose attempt failed. Returns undefined if it is in another state. */
export const returnToQueue = (ctx: DataDeps, email: store.EmailKey, failureReason: string): Moved =>
  store.transitionEmail(ctx.db, email, { from: ['queued', 'sending'], to: 'queued', failureReason })

/** Records that an email may have arrived. Returns undefined if it was not being sent. */
export const markUnknown = (ctx: DataDeps, email: store.EmailKey, failureReason: string): Moved =>
  moveAndAnnounce(ctx, email, { from: ['sending'], to: 'unknown', failureReason })

/** Records that a held email may have been sent. Returns undefined if it had ended. */
export const markSentBefore = (ctx: DataDeps, email: store.EmailKey): Moved =>
  moveAndAnnounce(ctx, email, {
    from: ['queued', 'sending'],
    to: 'unknown',
    failureReason: 'It may have been sent before the restore; check your Sent folder.',
  })

/** Records that an email was not delivered; also one that another worker marked as unknown. */
export const markFailed = (
  ctx: DataDeps,
  email: store.EmailKey,
  { reason: failureReason, code: failureCode = null }: { reason: string; code?: FailureCode | null },
): Moved =>
  moveAndAnnounce(ctx, email, {
    from: ['queued', 'sending', 'unknown'],
    to: 'failed',
    failureReason,
    failureCode,
  })

/** Records a bounce. Returns undefined if the email was not sent, or bounced before. */
export const markBounced = (ctx: DataDeps, email: store.EmailKey, failureReason: string): Moved =>
  moveAndAnnounce(ctx, email, {
    from: ['sent', 'unknown'],
    to: 'failed',
    failureReason,
    failureCode: 'bounced',
  })

/** Gives queued emails of a user another sender, and returns their ids. */
export const changeSender = (
  ctx: DataDeps,
  emails: { userId: string; ids: string[] },
  sender: store.SenderColumns,
): Promise<string[]> => store.changeSender(ctx.db, emails, sender)

/** Records which email resends a failed or unconfirmed one. Returns false if it was already resent. */
export const markResent = (ctx: DataDeps, email: store.EmailKey, resentAs: string): Promise<boolean> =>
  store.markResent(ctx.db, email, { resentAs, now: ctx.now() })

/** Lets an email whose resend was undone be resent again, and needs attention again. */
export const releaseResent = (ctx: DataDeps, undone: store.EmailRow) => store.releaseResent(ctx.db, undone, ctx.now())

/** Removes a posting's comments from an email about it. */
export const removeComments = (ctx: DataDeps, email: store.EmailKey) => store.removeComments(ctx.db, email)

/** Returns when the user's last other email with the same template was accepted, unless that was undone or failed. */
export const findLastUse = (ctx: DataDeps, email: store.EmailKey & { templateId: string }): Promise<Date | undefined> =>
  store.findLastUse(ctx.db, email)

/** Deletes emails; of those that were sent for a team which goes on, it removes what they say of the user. */
export const deleteEmails: DeletionStep = async ({ db }, { userId, email: address, keptTeams }) =>
  (await store.deleteEmails(db, userId, keptTeams, deletionBatch)) ||
  store.anonymizeEmails(db, { userId, address, name: formerTeammate }, deletionBatch)
