import * as z from 'zod/mini'
import { UserType } from '../account/account.ts'
import { singleLine } from '../format/text.ts'
import { defineApi } from '../wire/endpoint.ts'
import { PlanFeature } from '../wire/plan-feature.ts'

/** A member's role. The owner is always a manager. */
export const Role = z.enum(['MANAGER', 'USER'])
export type Role = z.infer<typeof Role>

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
  'log-exported',
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

const token = z.string().check(z.regex(/^[\w.-]{1,500}$/))
const byInvitation = z.strictObject({ inviteId: z.uuid() })
const byUser = z.strictObject({ userId: z.uuid() })
const memberOrInvite = z
  .strictObject({ userId: z.optional(z.uuid()), inviteId: z.optional(z.uuid()) })
  .check(
    z.refine(
      ({ userId, inviteId }) => (userId === undefined) !== (inviteId === undefined),
      'Provide either userId or inviteId',
    ),
  )

export const teamApi = defineApi({
  getTeam: { access: 'user', method: 'GET', path: '/users/me/organization', response: Team },
  /** Lists the members and invitations of the caller's team, owner first; empty without a team. */
  listMembers: { access: 'user', method: 'GET', path: '/api/organization/users', response: z.array(Member) },
  /** Creates a team owned by the caller, who must not be in one yet. */
  createOrganization: {
    access: 'carrier',
    feature: 'team-management',
    method: 'POST',
    path: '/api/management/manager/create-organization',
    body: OrganizationDraft,
    response: Organization,
  },
  updateOrganization: {
    access: 'manager',
    method: 'PATCH',
    path: '/api/management/manager/organization',
    body: OrganizationChange,
    response: Organization,
  },
  /** Invites up to 50 addresses, with one result each. Open invitations occupy seats. */
  invite: {
    access: 'manager',
    feature: 'team-management',
    method: 'POST',
    path: '/api/management/manager/invite',
    body: z.strictObject({
      emails: z
        .array(z.string().check(z.maxLength(320)))
        .check(z.minLength(1), z.maxLength(maxInvitationsPerCall, 'You can invite 50 people at a time')),
      role: z._default(Role, 'USER'),
    }),
    response: z.object({ results: z.array(InviteResult) }),
  },
  /** Resends an invitation and extends it by 7 days; `too-many` within 5 minutes of the last email. */
  resendInvitation: {
    access: 'manager',
    feature: 'team-management',
    method: 'POST',
    path: '/api/management/manager/resend-invitation',
    body: byInvitation,
    response: z.null(),
  },
  /** Returns the link of an open invitation, always the same. */
  copyInvitationLink: {
    access: 'manager',
    method: 'POST',
    path: '/api/management/manager/invitation-link',
    body: byInvitation,
    response: z.object({ url: z.string() }),
  },
  updateRole: {
    access: 'manager',
    method: 'POST',
    path: '/api/management/manager/update-role',
    body: z.strictObject({ data: z.strictObject({ userId: z.uuid(), role: Role }) }),
    response: z.null(),
  },
  /** Removes a member or revokes an invitation, effective immediately. */
  removeMember: {
    access: 'manager',
    method: 'DELETE',
    path: '/api/management/manager/users/member',
    query: memberOrInvite,
    response: z.null(),
  },
  /** Undoes a removal within 5 minutes if a seat is open. */
  restoreMember: {
    access: 'manager',
    method: 'POST',
    path: '/api/management/manager/users/restore',
    body: memberOrInvite,
    response: z.null(),
  },
  /** Makes another member the owner and a manager. The previous owner stays a manager. */
  transferOwnership: {
    access: 'owner',
    method: 'POST',
    path: '/api/management/owner/transfer',
    body: byUser,
    response: z.null(),
  },
  /** Ends the caller's membership. The owner must transfer ownership first. */
  leaveTeam: { access: 'user', method: 'POST', path: '/api/organization/leave', response: z.null() },
  /** Deletes and returns what others did to the caller's memberships, as sentences, so that one device shows it once. */
  claimNotices: {
    access: 'user',
    method: 'POST',
    path: '/api/organization/notices/claim',
    response: z.array(z.string()),
  },
  /** Lists the activity log, newest first, in pages of 50; pass `next` as `before`. */
  listActivity: {
    access: 'manager',
    method: 'GET',
    path: '/api/management/manager/log',
    query: z.strictObject({ before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))) }),
    response: z.object({ entries: z.array(ActivityEntry), next: z.nullable(z.int()) }),
  },
  /** Returns the whole activity log as CSV (RFC 4180), safe to open in a spreadsheet; 5 times a minute. */
  exportActivity: {
    access: 'manager',
    limit: 'exports',
    method: 'POST',
    path: '/api/management/manager/log/export',
    response: z.string(),
  },
  /** Returns the invitation of a link; `not-found` if it is no longer valid. */
  previewInvitation: {
    access: 'public',
    limit: 'checks',
    method: 'GET',
    path: '/api/invite/preview',
    query: z.strictObject({ token }),
    response: InvitationPreview,
  },
  /** Joins the team. Another user's or an invalid token is `not-found` with "Invitation Expired". */
  acceptInvitation: {
    access: 'user',
    method: 'GET',
    path: '/api/invite',
    query: z.strictObject({ token }),
    response: Organization,
  },
})
