import { brand } from '@loadping/contract/brand'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { senderNameOf } from '@loadping/contract/mailboxes/sender-name'
import type { SenderProfile } from '@loadping/contract/templates/placeholders'
import { senderProfileOf } from '@loadping/contract/templates/profile-values'
import { Problem } from '@loadping/contract/wire/problem'
import type { LockedSender } from './acceptance.store.ts'

export type Sender = { mailbox: { kind: MailboxKind; address: string }; name: string | null; profile: SenderProfile }

type Connected = Omit<LockedSender, 'isKeyLocked' | 'organizationId' | 'plan' | 'trialDays' | 'sellByMinutes'>

/** Returns the caller as a sender of inquiries. Throws if no working mailbox is connected. */
export function senderOf({ name, mailboxKind, mailboxAddress, connectionError, ...account }: Connected): Sender {
  if (mailboxKind === null || mailboxAddress === null || connectionError !== null)
    throw new Problem('not-allowed', 'Connect a mailbox to send email.')

  return { mailbox: { kind: mailboxKind, address: mailboxAddress }, name, profile: senderProfileOf(account) }
}

/** Returns the From and Reply-To of a new email. The relay sends from its own address, with replies to the sender. */
export function addressesOf({ mailbox, profile, name }: Sender) {
  return {
    mailboxKind: mailbox.kind,
    replyTo: mailbox.address,
    fromAddress: mailbox.kind === 'relay' ? brand.relayAddress : mailbox.address,
    fromName: senderNameOf(mailbox, { name, company: profile.company }),
  }
}
