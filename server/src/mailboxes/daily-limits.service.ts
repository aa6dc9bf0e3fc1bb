import type { MailboxKind, MailboxUse } from '@loadping/contract/mailboxes'
import { type MailService, mailLimits, mailServiceOf } from '@loadping/contract/rules/mail-limits'
import type { Deps } from '../context.ts'
import * as store from './daily-limits.store.ts'
import { mailboxName, parseMailboxName } from './throttle.service.ts'

/** An email that counts toward the daily limit of its mailbox. */
type Counted = { mailbox: string; toNewRecipient: boolean }

function serviceOf(mailbox: string): MailService {
  const { kind, address } = parseMailboxName(mailbox)
  return mailServiceOf(kind, address)
}

const weightOf = ({ mailbox, toNewRecipient }: Counted): number =>
  mailLimits[serviceOf(mailbox)].counts === 'emails' || toNewRecipient ? 1 : 0

const tally = (emails: Counted[]) =>
  [...Map.groupBy(emails, ({ mailbox }) => mailbox)].map(([mailbox, own]) => ({
    mailbox,
    sent: own.reduce((sum, email) => sum + weightOf(email), 0),
  }))

function capOf(ctx: Deps, { mailbox, learnedCap }: Pick<store.DailyUse, 'mailbox' | 'learnedCap'>): number {
  const service = serviceOf(mailbox)
  const cap = service === 'relay' ? ctx.sendSettings.relayEmailsPerDay : mailLimits[service].cap
  return Math.min(cap, learnedCap ?? cap)
}

/**
 * Counts emails toward the daily limits of their mailboxes, in the caller's transaction, and returns those beyond them,
 * which are not counted.
 */
export async function countSends<Email extends Counted>(ctx: Deps, emails: Email[]): Promise<Email[]> {
  if (emails.length === 0) return []
  const uses = await store.addSent(ctx.db, tally(emails), ctx.now())
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
  if (emails.length > 0) await store.removeSent(ctx.db, tally(emails), ctx.now())
}

/** Records that a mailbox's service refused more emails today, so that for a day we stop where it did. */
export async function learnDailyLimit(ctx: Deps, mailbox: string): Promise<void> {
  const [use] = await store.listUse(ctx.db, [mailbox], ctx.now())
  await store.saveLearnedCap(ctx.db, { mailbox, cap: use?.sent ?? 0, learnedAt: ctx.now() })
}

/** Returns what mailboxes have sent in 24 hours, and their limits. */
export async function listMailboxUse(
  ctx: Deps,
  mailboxes: { kind: MailboxKind; address: string }[],
): Promise<MailboxUse[]> {
  const names = mailboxes.map(({ kind, address }) => mailboxName(kind, address))
  const uses = new Map((await store.listUse(ctx.db, names, ctx.now())).map((use) => [use.mailbox, use]))
  return names.map((mailbox) => {
    const { sent = 0, learnedCap = null } = uses.get(mailbox) ?? {}
    const usual = capOf(ctx, { mailbox, learnedCap: null })
    return {
      service: serviceOf(mailbox),
      sent,
      cap: capOf(ctx, { mailbox, learnedCap }),
      isLearned: learnedCap !== null && learnedCap < usual,
    }
  })
}

/** Deletes counts from before then. */
export const deleteOldCounts = (ctx: Deps, before: Date) => store.deleteCounts(ctx.db, before)
