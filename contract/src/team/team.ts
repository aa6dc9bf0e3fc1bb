import * as z from 'zod/mini'
import { UserType } from '../account/user-type.ts'
import { singleLine } from '../format/text.ts'
import { PlanFeature } from '../wire/plan-feature.ts'
import { TeamRules } from './team-rules.ts'

/** A member's role. The owner is always a manager. */
export const Role = z.enum(['MANAGER', 'USER'])
export type Role = z.infer<typeof Role>

/** Stands for the name of someone who left, or whose account is gone. */
export const formerTeammate = 'A former teammate'

/** How long an invitation link is valid. */
export const invitationDays = 7

export const maxInvitationsPerCall = 50

/** The minimum time between two emails of one invitation. */
export const resendMinutes = 5

/** How long a removal can be undone. */
export const undoMinutes = 5

export const Organization = z.object({ id: z.uuid(), name: z.string() })
export type Organization = z.infer<typeof Organization>

/** Normalizes a name: NFC, single spaces, no invisible characters. */
export const normalizeName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cf}\u2800]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

const name = singleLine(100).check(
  z.overwrite(normalizeName),
  z.regex(/[\p{L}\p{N}]/u, 'Enter a company name'),
  z.refine((text) => !text.includes('://'), 'Remove the web address from the name'),
)

const dotNumber = z.optional(z.nullable(z.string().check(z.regex(/^\d{1,8}$/, 'A USDOT number is 1 to 8 digits'))))

export const OrganizationDraft = z.strictObject({ name, dotNumber })
export type OrganizationDraft = z.infer<typeof OrganizationDraft>

/** A partial update. Omitted properties stay; a null `dotNumber` removes it. */
export const OrganizationChange = z.strictObject({ name: z.optional(name), dotNumber })
export type OrganizationChange = z.infer<typeof OrganizationChange>

/** The caller's organization. Without one, every value is null; without a team plan, `limitUsers` is null. */
export const Team = z.object({
  id: z.nullable(z.uuid()),
  createdAt: z.nullable(z.iso.datetime()),
  updatedAt: z.nullable(z.iso.datetime()),
  name: z.nullable(z.string()),
  dotNumber: z.nullable(z.string()),
  ownerId: z.nullable(z.uuid()),
  rules: TeamRules,
  features: z.array(PlanFeature),
  limitUsers: z.nullable(z.int()),
})
export type Team = z.infer<typeof Team>

export const MemberStatus = z.enum(['active', 'invited', 'expired'])
export type MemberStatus = z.infer<typeof MemberStatus>

/** A member (`active`) or an open or expired invitation. Exactly one of `userId` and `inviteId` is set. */
export const Member = z.object({
  id: z.uuid(),
  userId: z.nullable(z.uuid()),
  inviteId: z.nullable(z.uuid()),
  email: z.string(),
  name: z.nullable(z.string()),
  /** A small WebP data URL. */
  photo: z.nullable(z.string()),
  role: Role,
  isOwner: z.boolean(),
  userType: z.nullable(UserType),
  status: MemberStatus,
  joinedAt: z.nullable(z.iso.datetime()),
  /** When the member last used the product, accurate to 15 minutes. */
  lastActiveAt: z.nullable(z.iso.datetime()),
  /** When the invitation was last sent, and when it expires. */
  invitedAt: z.nullable(z.iso.datetime()),
  expiresAt: z.nullable(z.iso.datetime()),
  /** Why the invitation email could not be delivered. */
  failure: z.nullable(z.string()),
})
export type Member = z.infer<typeof Member>

export const InviteStatus = z.enum(['invited', 'already-member', 'already-invited', 'invalid', 'no-seat'])
export type InviteStatus = z.infer<typeof InviteStatus>

/** The result for one address, in the order of the request. */
export const InviteResult = z.object({ email: z.string(), status: InviteStatus })
export type InviteResult = z.infer<typeof InviteResult>

/** The details shown to anyone who has the invitation link. */
export const InvitationPreview = z.object({
  email: z.string(),
  role: Role,
  invitedBy: z.string(),
  organization: z.object({ name: z.string(), dotNumber: z.nullable(z.string()) }),
  members: z.int(),
  limitUsers: z.nullable(z.int()),
  expiresAt: z.iso.datetime(),
  isAccepted: z.boolean(),
})
export type InvitationPreview = z.infer<typeof InvitationPreview>

export const LogAction = z.enum([
  'organization-created',
  'organization-edited',
  'rules-changed',
  'invited',
  'invitation-resent',
  'invitation-link-copied',
  'invitation-revoked',
  'invitation-restored',
  'joined',
  'role-changed',
  'removed',
  'restored',
  'left',
  'ownership-transferred',
  'plan-granted',
  'plan-revoked',
  'seats-changed',
  'log-exported',
  'data-exported',
])
export type LogAction = z.infer<typeof LogAction>

/** One activity log entry, numbered from 1 in each organization. A null actor is the operator. */
export const ActivityEntry = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  actor: z.nullable(z.string()),
  action: LogAction,
  /** The email address of the affected member. */
  subject: z.nullable(z.string()),
  /** The new value: role, name or number of seats. */
  detail: z.nullable(z.string()),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>
