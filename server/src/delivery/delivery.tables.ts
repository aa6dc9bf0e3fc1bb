import type { WaitReason } from '@loadping/contract/emails/waiting'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import type { Generated } from 'kysely'

/** Column types; `delivery.sql` and `held-deliveries.sql` are the source of truth. */
export type DeliveryTables = {
  delivery: DeliveryTable
  sendLimitWindow: { scope: string; startsAt: Date; used: number }
}

type DeliveryTable = {
  id: string
  userId: string
  dueAt: Date
  leasedUntil: Date | null
  createdAt: Date
  sellBy: Date
  claims: Generated<number>
  failedAttempts: Generated<number>
  hasSlot: Generated<boolean>
  mailboxKind: MailboxKind
  mailbox: string
  limitScope: string
  toNewRecipient: boolean
  isPractice: Generated<boolean>
  waitsFor: Exclude<WaitReason, 'pause' | 'throttle'> | 'receiver-pause' | null
  receiver: string | null
  heldAt: Date | null
}
