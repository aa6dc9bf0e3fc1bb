import * as z from 'zod/mini'
import { brand } from '../brand.ts'
import { formatCount } from '../format/counts.ts'
import { mailLimits, warningShare } from './mail-limits.ts'
import { Mailbox, type MailboxName } from './mailboxes.ts'

/** A mailbox with what it has sent of its daily limit. */
export const MailboxInUse = z.pick(Mailbox, { kind: true, address: true, use: true })
export type MailboxInUse = z.infer<typeof MailboxInUse>

/** Returns how texts name who sends: an address, or the product's relay. */
export const senderIn = ({ kind, address }: MailboxName): string =>
  kind === 'relay' ? `${brand.name}'s relay` : address

/** Returns the daily limit of a mailbox in words, how much of it is used, and from 80 % on a warning level. */
export function describeDailyUse({ use, ...mailbox }: MailboxInUse): {
  limit: string
  used: string
  level: 'accent' | 'warning' | 'danger'
} {
  const { sent, cap, service } = use
  const what = mailLimits[service].counts === 'new-recipients' ? ' new recipients' : ''
  return {
    limit: `Up to ${formatCount(cap)}${what} a day by ${senderIn(mailbox)}`,
    used: `${formatCount(sent)} of ${formatCount(cap)}${what} today`,
    level: sent >= cap ? 'danger' : sent >= cap * warningShare ? 'warning' : 'accent',
  }
}
