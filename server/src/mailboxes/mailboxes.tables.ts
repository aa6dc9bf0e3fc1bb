import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import type { Generated } from 'kysely'

/** Column types; `mailboxes.sql` is the source of truth. */
export type MailboxesTables = {
  mailbox: MailboxTable
  addressCode: AddressCodeTable
  mailboxThrottle: { mailbox: string; slots: Date[] }
  mailboxHour: { mailbox: string; hour: Date; sent: number }
  learnedLimit: { mailbox: string; cap: number; learnedAt: Date }
}

type AddressCodeTable = {
  id: string
  userId: string
  address: string
  codeHash: string
  tries: Generated<number>
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

type MailboxTable = {
  userId: string
  kind: MailboxKind
  address: string
  connectedAt: Date
  defaultSince: Date
  encryptedCredentials: string | null
  encryptedAccessToken: string | null
  accessTokenExpiresAt: Date | null
  refreshLeaseUntil: Date | null
  connectionError: string | null
  isLoginOff: Generated<boolean>
  loginNoticeAt: Date | null
  isSealed: Generated<boolean>
}
