import type { EmailState } from '@loadping/contract/emails/email-state'
import type { EmailDetails, EmailedFacts, FailureCode } from '@loadping/contract/emails/emails'
import type { RecipientVerdict } from '@loadping/contract/emails/recipient-verdict'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Column types; `emails.sql` and the later SQL files here are the source of truth. */
export type EmailsTables = {
  email: EmailTable
}

type EmailTable = {
  userId: string
  id: string
  state: EmailState
  templateId: string
  templateVersion: number
  templateName: string
  fromAddress: string
  fromName: string
  replyTo: string
  toAddress: string
  cc: string[]
  subject: string
  html: string
  askCents: number | null
  organizationId: string | null
  load: JSONColumnType<EmailedFacts>
  createdAt: Date
  sentAt: Date | null
  failureReason: string | null
  failureCode: FailureCode | null
  mailboxKind: MailboxKind
  loadKey: string
  loadId: string | null
  templateInputs: JSONColumnType<EmailDetails['inputs']>
  recipientVerdict: JSONColumnType<RecipientVerdict> | null
  resentAs: string | null
  resendOf: string | null
  resendUndoneAt: Date | null
  dismissedAt: Date | null
  isPractice: Generated<boolean>
  /** The truck that it names. */
  truckId: Generated<string | null>
  /** The email that this one takes back. */
  withdrawalOf: Generated<string | null>
  /** The email in whose thread this one answers a counter, and when that counter was recorded. */
  replyOf: Generated<string | null>
  counterAt: Generated<Date | null>
  searchText: GeneratedAlways<string>
}
