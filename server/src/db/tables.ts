import type { UserType } from '@loadping/contract/account/account'
import type { PaidPlan } from '@loadping/contract/billing/plans'
import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { BoardId } from '@loadping/contract/boards/posted-load'
import type { SentEmail } from '@loadping/contract/emails/emails'
import type { SellByMinutes } from '@loadping/contract/emails/sell-by'
import type { BoardHealth } from '@loadping/contract/extension/board-health'
import type { KnownRecipient } from '@loadping/contract/extension/board-memory'
import type { FuelProduct } from '@loadping/contract/fuel/fuel'
import type { RecordedCall } from '@loadping/contract/loads/loads.api'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import type { LogAction, Role } from '@loadping/contract/team/team'
import type { Costs } from '@loadping/contract/trucks/trucks'
import type { Generated, JSONColumnType } from 'kysely'
import type { ContactCountTable, ContactEventTable, Day } from './analytics-tables.ts'
import type { EmailTable, JobTable } from './email-tables.ts'
import type { ContactTable, LoadEventTable, LoadTable, MarkTable } from './load-tables.ts'

/** Column types of all tables; the SQL files in `migrations` are the source of truth. */
export type Tables = {
  account: AccountTable
  signInToken: SignInTokenTable
  knownNetwork: { email: string; networkHash: string; lastSignInAt: Date }
  session: SessionTable
  usedPairingCode: { id: string; expiresAt: Date }
  identity: { issuer: string; subject: string; userId: string; linkedAt: Date }
  oneTimeCode: OneTimeCodeTable
  addressCode: AddressCodeTable
  photo: { userId: string; webp: Buffer; fetchedAt: Date }
  mailbox: MailboxTable
  organization: OrganizationTable
  membership: { userId: string; organizationId: string; role: Role; joinedAt: Date }
  formerMember: { organizationId: string; userId: string; leftAt: Date }
  removedMember: { organizationId: string; userId: string; role: Role; joinedAt: Date; removedAt: Date }
  teamNotice: TeamNoticeTable
  invitation: InvitationTable
  plan: { holderId: string; plan: PaidPlan; seats: number | null; since: Date }
  teamActivity: TeamActivityTable
  template: TemplateTable
  templateUse: { userId: string; templateId: string; sent: number; lastUsedAt: Date }
  snippet: { userId: string; name: string; text: string }
  load: LoadTable
  loadEvent: LoadEventTable
  loadLink: { keyHash: string; userId: string; loadId: string; expiresAt: Date }
  loadView: { userId: string; position: number; name: string; query: string }
  truck: TruckTable
  costProfile: Costs & { userId: string }
  email: EmailTable
  contactEvent: ContactEventTable
  contactCount: ContactCountTable
  weeklySummary: { userId: string; week: Day }
  allowance: { userId: string; month: string; used: number; usedLimit: number | null }
  contact: ContactTable
  recipient: KnownRecipient & { holder: string; lastAt: Date }
  mark: MarkTable
  idempotencyKey: {
    userId: string
    key: string
    bodyHash: string
    answer: JSONColumnType<SentEmail | RecordedCall>
    createdAt: Date
  }
  job: JobTable
  suppression: {
    addressHash: string
    scope: 'inquiry' | 'product'
    reason: 'unsubscribed' | 'bounced' | 'complained'
    since: Date
  }
  suppressedRecipient: { userId: string; address: string; since: Date }
  mailboxThrottle: { mailbox: string; slots: Date[] }
  mailboxHour: { mailbox: string; hour: Date; sent: number }
  learnedLimit: { mailbox: string; cap: number; learnedAt: Date }
  sendLimitWindow: { scope: string; startsAt: Date; used: number }
  killSwitch: { name: 'sends' | 'writes'; offSince: Date }
  boardSettings: { id: Generated<number>; version: number; boards: JSONColumnType<BoardSetting[]>; changedAt: Date }
  boardHealth: { userId: string; board: BoardId; health: JSONColumnType<BoardHealth> }
  boardReport: {
    id: string
    userId: string
    board: BoardId
    version: string
    structure: string
    fields: string[]
    createdAt: Date
  }
  fuelPrice: { area: string; product: FuelProduct; price: number; asOf: string; fetchedAt: Date }
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
  name: string | null
  userType: UserType | null
  userTypeChangedAt: Date | null
  trucksAmount: Generated<number>
  loadboards: Generated<BoardId[]>
  source: string | null
  sellByMinutes: Generated<SellByMinutes>
  emailVerifiedAt: Date | null
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
  networkHash: string | null
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

type OneTimeCodeTable = {
  codeHash: string
  userId: string
  challenge: string
  expiresAt: Date
  usedAt: Date | null
  purpose: 'sign-in' | 'connect-mailbox'
  encryptedPayload: string | null
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
}

type OrganizationTable = {
  id: string
  name: string
  dotNumber: string | null
  ownerId: string
  createdAt: Date
  updatedAt: Date
}

type TeamNoticeTable = {
  userId: string
  organizationId: string
  organizationName: string
  actor: string
  knownRole: Role | 'OWNER' | null
  role: Role | 'OWNER' | null
  changedAt: Date
}

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
  deliveryError: string | null
}

type TeamActivityTable = {
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
  sharedWith: string | null
  sharedAt: Date | null
  deletedAt: Date | null
}

type TruckTable = {
  userId: string
  id: string
  position: number
  name: string
  equipment: EquipmentClass | null
  city: string | null
  state: string | null
  postalCode: string | null
  emptyAt: Date | null
  driveMinutes: number | null
  windowMinutes: number | null
  cycleMinutes: number | null
  isCurrent: boolean
}
