import { brand } from '@loadping/contract/brand'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'

type SentCopy = {
  /** Where the sender finds a copy of a sent email. */
  where: string
  /** What to do about an email that may have been sent. */
  check: string
}

const ofProvider = { where: 'In your Sent folder', check: 'Check your Sent folder before you resend.' }

/** The copies that each kind of mailbox keeps of what is sent from it. */
export const sentCopies: Record<MailboxKind, SentCopy> = {
  google: ofProvider,
  outlook: ofProvider,
  smtp: {
    where: 'May not be in your Sent folder: not every mail server stores one',
    check: 'Check your Sent folder before you resend; not every mail server stores a copy there.',
  },
  relay: {
    where: `Only in ${brand.name}`,
    check: `Only in ${brand.name}. Ask the recipient before you resend; replies go to your address.`,
  },
}
