import { type MailService, mailLimits, mailServiceOf } from '@loadping/contract/mailboxes/mail-limits'
import type { MailboxName, MailboxUse } from '@loadping/contract/mailboxes/mailboxes'
import type { Deps } from '../context.ts'
import * as store from './daily-limits.store.ts'
import { formatMailboxName, type LockedSlots, parseMailboxName, saveSlots } from './throttle.service.ts'

/** An email that counts toward the daily limit of its mailbox, unless it comes from the practice board. */
type Counted = { mailbox: string; toNewRecipient: boolean; isPractice: boolean }

function serviceOf(mailbox: string): MailService {
  const { kind, address } = parseMailboxName(mailbox)
  return mailServiceOf(kind, address)
}

const weightOf = ({ mailbox, toNewRecipient, isPractice }: Counted): number =>
  !isPractice && (mailLimits[serviceOf(mailbox)].counts === 'emails' || toNewRecipient) ? 1 : 0

const sentByMailbox = (emails: Counted[]) =>
  [...Map.groupBy(emails, ({ mailbox }) => mailbox)].map(([mailbox, own]) => ({
    mailbox,
    sent: own.reduce((sum, email) => sum + weightOf(email), 0),
  }))

const defaultCapOf = (ctx: Deps, mailbox: string): number => {
  const service = serviceOf(mailbox)
  return service === 'relay' ? ctx.sendSettings.relayEmailsPerDay : mailLimits[service].cap
}

/** Returns the limit now: what was sent when the service last refused more, plus a 24th of the default each hour. */
function capOf(ctx: Deps, { mailbox, learnedCap, learnedAt }: Omit<store.DailyUse, 'sent'>): number {
  const defaultCap = defaultCapOf(ctx, mailbox)
  if (learnedCap === null || learnedAt === null) return defaultCap
  const hours = Math.floor((ctx.now().getTime() - learnedAt.getTime()) / 3_600_000)
  return Math.min(defaultCap, learnedCap + Math.max(0, hours) * Math.ceil(defaultCap / 24))
}

/**
 * Saves locked slots and counts emails toward the daily limits of their mailboxes. Returns the emails beyond a limit,
 * which are not counted. Needs a transaction.
 */
export async function countSends<Email extends Counted>(
  ctx: Deps,
  slots: LockedSlots,
  emails: Email[],
): Promise<Email[]> {
  if (emails.length === 0) {
    await saveSlots(ctx, slots)
    return []
  }
  const uses = await store.addSent(ctx.db, sentByMailbox(emails), slots.listReserved(), ctx.now())
  const excess = new Map(uses.map((use) => [use.mailbox, use.sent - capOf(ctx, use)]))
  const beyond = emails.toReversed().filter((email) => {
    const left = excess.get(email.mailbox) ?? 0
    const isBeyond = left > 0 && weightOf(email) > 0
    if (isBeyond) excess.set(email.mailbox, left - 1)
    return isBeyond
  })
  await uncountSends(ctx, beyond)
  return beyond
}

/** Reverses the counts of emails that were certainly not sent. */
export async function uncountSends(ctx: Deps, emails: Counted[]): Promise<void> {
  if (emails.length > 0) await store.removeSent(ctx.db, sentByMailbox(emails), ctx.now())
}

/** Records that a mailbox's service refused more emails today, so that we stop where it did and retry each hour. */
export async function learnDailyLimit(ctx: Deps, mailbox: string): Promise<void> {
  const [use] = await store.listUse(ctx.db, [mailbox], ctx.now())
  await store.saveLearnedCap(ctx.db, { mailbox, cap: use?.sent ?? 0, learnedAt: ctx.now() })
}

/** Returns what mailboxes have sent in 24 hours, and their limits. */
export async function listMailboxUse(ctx: Deps, mailboxes: MailboxName[]): Promise<MailboxUse[]> {
  const names = mailboxes.map(formatMailboxName)
  const uses = new Map((await store.listUse(ctx.db, names, ctx.now())).map((use) => [use.mailbox, use]))
  return names.map((mailbox) => {
    const use = uses.get(mailbox) ?? { mailbox, sent: 0, learnedCap: null, learnedAt: null }
    const cap = capOf(ctx, use)
    return { service: serviceOf(mailbox), sent: use.sent, cap, isLearned: cap < defaultCapOf(ctx, mailbox) }
  })
}

/** Deletes counts that no limit counts any longer. */
export const deleteOldCounts = (ctx: Deps) => store.deleteCounts(ctx.db, new Date(ctx.now().getTime() - 2 * 86_400_000))

/** Forgets what a mailbox sent that nobody has connected any more. */
export const forgetUse = ({ db }: Pick<Deps, 'db'>, mailbox: MailboxName) =>
  store.deleteUse(db, formatMailboxName(mailbox))
