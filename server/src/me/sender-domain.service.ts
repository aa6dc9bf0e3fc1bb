import type { SenderDomain } from '@loadping/contract/account/account'
import { domainOf, isFreeMail } from '@loadping/contract/mailboxes/free-mail'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import type { Context } from '../context.ts'
import { findDefaultMailbox } from '../mailboxes/mailboxes.service.ts'

/** The DKIM selectors that each kind of mailbox signs with, as far as they are the same for all domains. */
const selectors: Partial<Record<MailboxKind, string[]>> = {
  google: ['google'],
  outlook: ['selector1', 'selector2'],
}

/** Looks up SPF, DMARC and DKIM of the domain that the caller sends from, and of no other. */
export async function checkSenderDomain(ctx: Context): Promise<SenderDomain> {
  const mailbox = await findDefaultMailbox(ctx, ctx.caller.userId)
  const domain = mailbox && mailbox.kind !== 'relay' ? domainOf(mailbox.address) : undefined
  if (!mailbox || !domain || isFreeMail(domain))
    return { domain: null, spf: 'unknown', dmarc: 'unknown', dkim: 'unknown' }

  const look = (names: string[], pattern: RegExp) => findRecord(ctx, names, pattern)
  const [spf, dmarc, dkim] = await Promise.all([
    look([domain], /^v=spf1(?: |$)/i),
    look(
      [...new Set([domain, parentOf(domain)])].map((name) => `_dmarc.${name}`),
      /^v=DMARC1\b/i,
    ),
    look(
      (selectors[mailbox.kind] ?? []).map((selector) => `${selector}._domainkey.${domain}`),
      /(?:^|;)\s*p=[^;\s]/i,
    ),
  ])
  return { domain, spf, dmarc, dkim }
}

/** The registered domain, as far as its last two labels tell. */
const parentOf = (domain: string): string => domain.split('.').slice(-2).join('.')

/** Whether one of the names has such a record. Unknown if that depends on a name that got no answer. */
async function findRecord(ctx: Context, names: string[], pattern: RegExp): Promise<SenderDomain['spf']> {
  const answers = await Promise.all(names.map((name) => ctx.findTextRecords(name)))
  if (answers.some((records) => records?.some((record) => pattern.test(record)))) return 'found'
  return names.length === 0 || answers.includes(undefined) ? 'unknown' : 'missing'
}
