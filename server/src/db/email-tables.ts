import type { EmailState } from '@loadping/contract/emails/email-state'
import type { EmailDetails, EmailedFacts, FailureCode, WaitsFor } from '@loadping/contract/emails/emails'
import type { RecipientVerdict } from '@loadping/contract/emails/recipient-verdict'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export type EmailTable = {
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
  searchText: GeneratedAlways<string>
}

export type JobTable = {
  id: string
  kind: 'email' | 'sign-in-email' | 'invitation-email' | 'weekly-summary-email' | 'permission-revocation'
  userId: string | null
  encryptedPayload: string | null
  dueAt: Date
  leasedUntil: Date | null
  createdAt: Date
  sellBy: Date | null
  claims: Generated<number>
  failedAttempts: Generated<number>
  hasStarted: Generated<boolean>
  hasSlot: Generated<boolean>
  mailboxKind: MailboxKind | null
  mailbox: string | null
  limitScope: string | null
  toNewRecipient: Generated<boolean>
  waitsFor: Exclude<WaitsFor, 'pause' | 'retry'> | null
}
