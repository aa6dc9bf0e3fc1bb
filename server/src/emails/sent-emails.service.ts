import type { EmailCounts } from '@loadping/contract/emails/email-state'
import {
  type EmailDetails,
  type EmailGroup,
  type EmailPage,
  type SentEmail,
  WaitsFor,
} from '@loadping/contract/emails/emails'
import { newYorkDay, startOfNewYorkDay } from '@loadping/contract/format/new-york-days'
import type { MailboxName, MailboxUse } from '@loadping/contract/mailboxes/mailboxes'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { isReviewer } from '../accounts/reviewers.service.ts'
import type { Context, DataDeps } from '../context.ts'
import type { Waiting as QueueRow } from '../delivery/delivery.reads.ts'
import { announce } from '../live/live.service.ts'
import { listMailboxUse } from '../mailboxes/daily-limits.service.ts'
import { formatMailboxName } from '../mailboxes/throttle.service.ts'
import { readCursor, writeCursor } from '../page-cursor.ts'
import { messageIdOf, textOf } from './email-text.ts'
import * as store from './emails.store.ts'

const pageSize = 50

/** Lists the caller's emails, newest first, one page at a time. Reviewers have no other inbox for practice emails. */
export async function listEmails(
  ctx: Context,
  {
    group,
    search,
    before,
  }: { group?: EmailGroup | undefined; search?: string | undefined; before?: string | undefined },
): Promise<EmailPage> {
  const cursor = before === undefined ? undefined : readEmailCursor(before)
  const withPractice = await isReviewer(ctx, ctx.caller.email)
  const listing = { group, search, before: cursor, limit: pageSize + 1, withPractice }
  const rows = await store.listEmails(ctx.db, ctx.caller.userId, listing)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    emails: await withWaiting(ctx, shown),
    next: rows.length > pageSize && last ? writeEmailCursor(last) : null,
  }
}

/** Writes where the page after an email begins. */
export const writeEmailCursor = ({ createdAt, id }: store.Cursor): string => writeCursor(createdAt, id)

export function readEmailCursor(text: string): store.Cursor {
  const [createdAt, id] = readCursor(text, 'before', z.tuple([z.iso.datetime(), z.uuid()]))
  return { createdAt: new Date(createdAt), id }
}

/** Counts the caller's unresolved emails. */
export async function countEmails(ctx: Context): Promise<EmailCounts> {
  const counts = Object.fromEntries(
    (await store.countUnresolved(ctx.db, { userId: ctx.caller.userId })).map(({ state, count }) => [state, count]),
  )
  const { queued = 0, sending = 0, failed = 0, unknown = 0 } = counts
  return { waiting: queued + sending, failed, unknown }
}

/** Counts the caller's practice emails of today in New York, without those that were undone. */
export async function countPracticeEmails(ctx: Context): Promise<number> {
  const since = startOfNewYorkDay(newYorkDay(ctx.now()))
  const [counted] = await store.countPractice(ctx.db, { userId: ctx.caller.userId, since })
  return Number(counted?.count ?? 0)
}

export async function getEmail(ctx: Context, id: string): Promise<SentEmail> {
  const [email] = await withWaiting(ctx, await store.listEmail(ctx.db, { userId: ctx.caller.userId, id }))
  if (!email) throw emailNotFound()
  return email
}

/** Returns an email exactly as it was sent, with the template, load and values it was rendered from. */
export async function getEmailDetails(ctx: Context, id: string): Promise<EmailDetails> {
  const {
    fromName,
    fromAddress,
    replyTo,
    mailboxKind,
    cc,
    html,
    templateId,
    templateVersion,
    load,
    templateInputs,
    recipientVerdict,
  } = await findOwn(ctx, id)
  return {
    from: { name: fromName, address: fromAddress },
    replyTo,
    mailbox: mailboxKind,
    cc,
    messageId: messageIdOf(id),
    html,
    text: textOf(html),
    templateId,
    templateVersion,
    load,
    recipientCheck: recipientVerdict,
    inputs: templateInputs,
  }
}

export async function dismissEmail(ctx: Context, id: string): Promise<SentEmail> {
  await store.dismissEmails(ctx.db, ctx.caller.userId, { id, limit: 1, now: ctx.now() })
  await announce(ctx, ctx.caller.userId)
  return getEmail(ctx, id)
}

/** Dismisses all emails that need attention, in batches that leave room for other users' statements. */
export async function dismissEmails(ctx: Context): Promise<null> {
  const limit = 1_000
  let dismissed = limit
  while (dismissed === limit)
    dismissed = await store.dismissEmails(ctx.db, ctx.caller.userId, { limit, now: ctx.now() })
  await announce(ctx, ctx.caller.userId)
  return null
}

/** Lists the caller's newest failed emails. Their contacts were removed, so recent activity needs them from here. */
export const listFailedEmails = (ctx: Context, limit: number) =>
  store.listEmails(ctx.db, ctx.caller.userId, { group: 'failed', limit })

/** More than anybody looks through. */
const maxAttention = 200

/** Lists people's newest emails that failed or were not confirmed, but none that were dismissed. */
export const listAttention = ({ db }: DataDeps, userIds: string[]) =>
  store.listAttention(db, { userIds, limit: maxAttention })

async function findOwn(ctx: Context, id: string): Promise<store.EmailRow> {
  const email = await store.findEmail(ctx.db, { userId: ctx.caller.userId, id })
  if (!email) throw emailNotFound()
  return email
}

const emailNotFound = () => new Problem('not-found', 'Email not found.')

async function withWaiting(ctx: Context, rows: store.ListedEmail[]): Promise<SentEmail[]> {
  const ids = rows.filter(({ state }) => state === 'queued').map(({ id }) => id)
  const found = ids.length > 0 ? await store.listWaiting(ctx.db, { ids }) : []
  const waiting = new Map(found.map((one) => [one.id, one]))
  const isAtLimit = ({ id }: store.ListedEmail) => waiting.get(id)?.waitsFor === 'mailbox-limit'
  const names = new Map(rows.filter(isAtLimit).map((row) => [formatMailboxName(mailboxOf(row)), mailboxOf(row)]))
  const uses = names.size > 0 ? await listMailboxUse(ctx, [...names.values()]) : []
  const useOf = new Map([...names.keys()].map((name, index) => [name, uses[index]]))
  return rows.map((row) => toSentEmail(row, waiting.get(row.id), useOf.get(formatMailboxName(mailboxOf(row)))))
}

const mailboxOf = ({ mailboxKind, replyTo }: store.ListedEmail): MailboxName => ({
  kind: mailboxKind,
  address: replyTo,
})

/** Returns an email as the API shows it to its sender. */
export const toSentEmail = (row: store.ListedEmail, waiting: QueueRow | undefined, use?: MailboxUse): SentEmail => ({
  id: row.id,
  state: row.state,
  to: row.toAddress,
  subject: row.subject,
  askCents: row.askCents,
  createdAt: row.createdAt.toISOString(),
  ...(row.state === 'queued' && waiting
    ? toWaiting(row, waiting, use)
    : { dueAt: null, sellBy: null, waitsFor: null, waiting: null }),
  sentAt: row.sentAt?.toISOString() ?? null,
  failure: row.failureReason,
  failureCode: row.failureCode,
  needsAttention: (row.state === 'failed' || row.state === 'unknown') && row.dismissedAt === null,
  resentAs: row.resentAs,
  resendUndoneAt: row.resendUndoneAt?.toISOString() ?? null,
  mailbox: mailboxOf(row),
  templateName: row.templateName,
  origin: row.load.origin,
  dest: row.load.dest,
  company: row.load.company ?? null,
})

const toWaiting = (
  { failureReason }: store.ListedEmail,
  { dueAt, sellBy, waitsFor, receiver, hasSlot, isPaused, heldAt }: QueueRow,
  use: MailboxUse | undefined,
): Pick<SentEmail, 'dueAt' | 'sellBy' | 'waitsFor' | 'waiting'> => {
  // Extensions that do not know what is held show a pause.
  if (heldAt)
    return {
      dueAt: dueAt.toISOString(),
      sellBy: null,
      waitsFor: 'pause',
      waiting: { reason: 'pause', use: null, isHeld: true },
    }
  const isForReceiver = !isPaused && waitsFor === 'receiver-pause'
  // Extensions that do not know of receivers show the pause alone.
  const stored = waitsFor === 'receiver-pause' ? 'pause' : waitsFor
  const reason = isPaused ? 'pause' : (stored ?? (hasSlot ? 'throttle' : null))
  const shownUse = reason === 'mailbox-limit' && use ? { sent: use.sent, cap: use.cap } : null
  return {
    dueAt: dueAt.toISOString(),
    sellBy: sellBy?.toISOString() ?? null,
    waitsFor: WaitsFor.safeParse(reason).data ?? (failureReason === null ? null : 'retry'),
    waiting: reason === null ? null : { reason, use: shownUse, ...(isForReceiver && receiver && { receiver }) },
  }
}
