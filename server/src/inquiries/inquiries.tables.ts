import type { KnownRecipient } from '@loadping/contract/emails/recipient-verdict'

/** Column types; `inquiries.sql` is the source of truth. */
export type InquiriesTables = {
  recipient: KnownRecipient & { holder: string; lastAt: Date }
}
