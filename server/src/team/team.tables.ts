import type { LogAction, Role } from '@loadping/contract/team/team'
import type { Generated } from 'kysely'

/** Column types; `team.sql` is the source of truth. */
export type TeamTables = {
  organization: OrganizationTable
  membership: { userId: string; organizationId: string; role: Role; joinedAt: Date }
  formerMember: { organizationId: string; userId: string; leftAt: Date }
  removedMember: { organizationId: string; userId: string; role: Role; joinedAt: Date; removedAt: Date }
  teamNotice: TeamNoticeTable
  invitation: InvitationTable
  teamActivity: TeamActivityTable
}

type OrganizationTable = {
  id: string
  name: string
  dotNumber: string | null
  ownerId: string
  allowsSave: Generated<boolean>
  allowsPhones: Generated<boolean>
  createdAt: Date
  updatedAt: Date
}

type TeamNoticeTable = {
  userId: string
  organizationId: string
  organizationName: string
  actorId: string
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
