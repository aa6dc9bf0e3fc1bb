import type { WaitsFor } from '@loadping/contract/emails/emails'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import type { Generated } from 'kysely'

/** Column types; `jobs.sql` is the source of truth. */
export type JobsTables = {
  job: JobTable
}

type JobTable = {
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
