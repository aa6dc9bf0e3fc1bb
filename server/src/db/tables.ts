import type { UserType } from '@loadping/contract/account'
import type { EmailEvidence, EmailState, SentEmail } from '@loadping/contract/emails'
import type { BoardId, PostedLoad } from '@loadping/contract/loads'
import type { MailboxKind } from '@loadping/contract/mailboxes'
import type { PaidPlan } from '@loadping/contract/rules/plans'
import type { IdentityProviderId } from '@loadping/contract/sign-in'
import type { LogAction, Role } from '@loadping/contract/team'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** The database as TypeScript sees it; the SQL files in `migrations` are what is true. */
export type Tables = {
  account: AccountTable
  signInToken: SignInTokenTable
  session: SessionTable
  usedPickUpCode: { id: string; expiresAt: Date }
  identity: { issuer: string; subject: string; userId: string; linkedAt: Date }
  arrivalCode: ArrivalCodeTable
  photo: { userId: string; webp: Buffer; fetchedAt: Date }
  mailbox: MailboxTable
  organization: OrganizationTable
  membership: { userId: string; organizationId: string; role: Role; joinedAt: Date }
  removedMember: { organizationId: string; userId: string; role: Role; joinedAt: Date; removedAt: Date }
  invitation: InvitationTable
  plan: { holderId: string; plan: PaidPlan; seats: number | null; since: Date }
  logEntry: LogEntryTable
  template: TemplateTable
  email: EmailTable
  contactEvent: ContactEventTable
  contactDay: ContactDayTable
  allowance: { userId: string; month: string; used: number }
  idempotencyKey: { userId: string; key: string; bodyHash: string; answer: JSONColumnType<SentEmail>; createdAt: Date }
  dueWork: DueWorkTable
  suppression: { addressCode: string; scope: 'inquiry' | 'product'; reason: 'unsubscribed' | 'bounced' | 'complained'; since: Date }
  mailboxPace: { mailbox: string; booked: Date[] }
  sendingWindow: { holder: string; startsAt: Date; used: number }
  stopped: { what: 'sends' | 'writes'; since: Date }
}

type AccountTable = {
  id: string
  email: string
  createdAt: Date
  isDemo: Generated<boolean>
  company: string | null
  phone: string | null
  mc: string | null
  dot: string | null
  signature: string | null
  truckLocation: string | null
  name: string | null
  userType: UserType | null
  trucksAmount: Generated<number>
  loadboards: Generated<BoardId[]>
  source: string | null
  provedAt: Date | null
}

type SignInTokenTable = {
  id: string
  email: string
  tokenHash: string
  codeHash: string
  codeTries: Generated<number>
  challenge: string | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

type SessionTable = {
  id: string
  userId: string
  audience: 'web' | 'extension'
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date
  tokenHash: string
  previousTokenHash: string | null
  rotatedAt: Date | null
  revokedAt: Date | null
  userAgent: string | null
  parentId: string | null
}

type ArrivalCodeTable = {
  codeHash: string
  userId: string
  challenge: string
  expiresAt: Date
  usedAt: Date | null
  connects: IdentityProviderId | null
  sealedGrant: string | null
}

type MailboxTable = {
  userId: string
  kind: MailboxKind
  address: string
  connectedAt: Date
  selectedAt: Date
  sealedGrant: string | null
  sealedAccess: string | null
  accessExpiresAt: Date | null
  renewingUntil: Date | null
  failure: string | null
}

type OrganizationTable = { id: string; name: string; dotNumber: string | null; ownerId: string; createdAt: Date; updatedAt: Date }

type InvitationTable = {
  id: string
  organizationId: string
  email: string
  role: Role
  generation: Generated<number>
  invitedBy: string | null
  createdAt: Date
  sentAt: Date
  expiresAt: Date
  acceptedBy: string | null
  endedAt: Date | null
  isUnsent: Generated<boolean>
  failure: string | null
}

type LogEntryTable = {
  organizationId: string
  number: number
  at: Date
  actor: string | null
  action: LogAction
  subject: string | null
  detail: string | null
}

type TemplateTable = {
  userId: string
  id: string
  name: string
  subject: string
  template: string
  cc: string[]
  labels: string[]
  isDefault: Generated<boolean>
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
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
  load: JSONColumnType<PostedLoad>
  createdAt: Date
  sentAt: Date | null
  failure: string | null
  mailboxKind: MailboxKind
  loadKey: string
  inputs: JSONColumnType<EmailEvidence['inputs']>
  resentAs: string | null
  dismissedAt: Date | null
}

type ContactEventTable = {
  userId: string
  id: string
  type: 'EMAIL' | 'PHONE'
  contactTime: Date
  day: Day
  postToContactSeconds: number | null
  rateCents: number | null
  emailId: string | null
  organizationId: string | null
  load: JSONColumnType<PostedLoad>
}

type ContactDayTable = {
  userId: string
  day: Day
  emailSent: Generated<number>
  phoneCall: Generated<number>
  postToContactSum: Generated<number>
  postToContactCount: Generated<number>
  rateCentsSum: Generated<number>
  rateCount: Generated<number>
}

type DueWorkTable = {
  id: string
  kind: 'email' | 'sign-in-mail' | 'invitation-mail' | 'revocation'
  userId: string | null
  sealed: string | null
  dueAt: Date
  createdAt: Date
  attempts: Generated<number>
  tries: Generated<number>
  isBooked: Generated<boolean>
  mailboxKind: MailboxKind | null
}

/** `YYYY-MM-DD`: a day has no time and no zone, so it never becomes a Date. */
type Day = ColumnType<string, string, string>
