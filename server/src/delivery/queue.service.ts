import type { MailboxKind, MailboxName } from '@loadping/contract/mailboxes/mailboxes'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import { type DataDeps, type Deps, holderOf } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import { listUnsent, type NewEmail } from '../emails/email-states.service.ts'
import { formatMailboxName } from '../mailboxes/throttle.service.ts'
import { around } from '../period.ts'
import * as store from './delivery.store.ts'
import { deleteWindows } from './send-limits.store.ts'

/** Returns when an email accepted now is sent, unless the user undoes it first. */
export const initialDueAt = (ctx: Deps): Date => new Date(ctx.now().getTime() + ctx.sendSettings.undoSeconds * 1_000)

/** The kind of job that delivers from these mailboxes. */
export const emailJobKind = (mailboxKind: MailboxKind): string => `email ${mailboxKind}`

type Queued = { email: NewEmail; sellBy: Date; toNewRecipient: boolean }

/** Queues new emails; at least one. */
export const queueEmails = (ctx: Deps, emails: Queued[]): Write =>
  store.deliveriesWrite(
    ctx.db,
    emails.map(({ email: { mailboxKind, replyTo, ...email }, sellBy, toNewRecipient }) => ({
      id: email.id,
      userId: email.userId,
      mailboxKind,
      mailbox: formatMailboxName({ kind: mailboxKind, address: replyTo }),
      limitScope: holderOf(email),
      dueAt: initialDueAt(ctx),
      createdAt: ctx.now(),
      sellBy,
      toNewRecipient,
      isPractice: email.isPractice,
    })),
  )

/** Makes an email that waits for its next attempt due now. Returns false if none waits. */
export async function hastenEmail(ctx: Deps, email: { id: string; userId: string }): Promise<boolean> {
  const hastened = await store.hastenDelivery(ctx.db, { ...email, now: ctx.now() })
  if (hastened) ctx.wakeJobs(emailJobKind(hastened.mailboxKind), ctx.now())
  return hastened !== undefined
}

/** Makes emails due that wait for a receiver which accepts the relay's emails again. Every process finds them in a second. */
export const hastenToReceiver = (ctx: DataDeps, receiver: string) => store.hastenToReceiver(ctx.db, receiver, ctx.now())

/** Makes emails due that wait longer than a day, which only those do that a clock queued that was set back since. */
export const hastenFarDeliveries = (ctx: Deps) =>
  store.hastenFarDeliveries(ctx.db, { now: ctx.now(), until: around(ctx.now(), 2 * 86_400_000).until })

/** Counts the emails of a user that wait for another mailbox than this one and were never tried. */
export const countMovable = (ctx: Deps, userId: string, mailbox: MailboxName): Promise<number> =>
  store.countMovable(ctx.db, { userId, mailbox: formatMailboxName(mailbox), now: ctx.now() })

/** Moves those to this mailbox, due now, and returns their ids. Needs a transaction that moves the emails too. */
export const moveDeliveries = (ctx: Deps, userId: string, mailbox: MailboxName): Promise<string[]> =>
  store.moveDeliveries(
    ctx.db,
    { userId, mailbox: formatMailboxName(mailbox), now: ctx.now() },
    { mailboxKind: mailbox.kind },
  )

/** Deletes the windows of send limits that are over. */
export const deleteOldWindows = (ctx: Deps) => deleteWindows(ctx.db, new Date(ctx.now().getTime() - 86_400_000))

/** Lets a user's emails fail that have not left; no attempt at one begins any more. Needs a transaction. */
export async function failWaitingEmails(ctx: DataDeps, userId: string): Promise<void> {
  const ids = await listUnsent(ctx, userId)
  if (ids.length > 0) await store.expireDeliveries(ctx.db, ids, ctx.now())
}

/** Lets emails fail whose attempt, if one runs, is not accepted: none is tried again. Needs a transaction. */
export const expireEmails = (ctx: Deps, ids: string[]) => store.expireDeliveries(ctx.db, ids, ctx.now())

/** Takes an email out of the queue, whoever has claimed it. */
export const unqueueEmail = (ctx: Deps, emailId: string) => store.deleteDelivery(ctx.db, emailId)

/** Returns how long the oldest due email that no worker holds has waited, in seconds. */
export const oldestDeliveryAgeSeconds = (ctx: Pick<Deps, 'db' | 'now'>): Promise<number> =>
  store.findOldestAge(ctx.db, ctx.now())

/** Counts the emails in the queue: those that are not held, those of them that a worker has, and those that are held. */
export const countDeliveries = (ctx: Pick<Deps, 'db'>) => store.countDeliveries(ctx.db)

/** Takes what was not sent out of the queue. */
export const deleteDeliveries: DeletionStep = async (ctx, { userId }) => {
  for (const id of await listUnsent(ctx, userId)) await store.deleteDelivery(ctx.db, id)
}
