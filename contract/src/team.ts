import * as z from 'zod/mini'
import { UserType } from './account.ts'
import { defineApi } from './endpoint.ts'
import { PlanFeature } from './plan-feature.ts'
import { line } from './text.ts'

/** What somebody may do in their team. The owner is one of the managers. */
export const Role = z.enum(['MANAGER', 'USER'])
export type Role = z.infer<typeof Role>

/** How long the link of an invitation works. */
export const invitationDays = 7
/** So many people can be invited with one call. */
export const maxInvitationsPerCall = 50
/** An invitation is sent again only after this time. */
export const resendMinutes = 5
/** For so long a removal can be undone. */
export const undoMinutes = 5

export const Organization = z.object({ id: z.uuid(), name: z.string() })
export type Organization = z.infer<typeof Organization>

/** A name as it is written down: single spaces, and nothing that cannot be seen. */
export const normalizeName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cf}\u2800]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

const name = line(100).check(
  z.overwrite(normalizeName),
  z.regex(/[\p{L}\p{N}]/u, 'Give it a name'),
  z.refine((text) => !text.includes('://'), 'A name, without a web address'),
)
const dotNumber = z.optional(z.nullable(z.string().check(z.regex(/^\d{1,8}$/, 'A USDOT number has 1 to 8 digits'))))
/** What a manager writes about the organization: its name, and its USDOT number of 1 to 8 digits if it has one. */
export const OrganizationDraft = z.strictObject({ name, dotNumber })
export type OrganizationDraft = z.infer<typeof OrganizationDraft>

/** What is to change; what is not said stays, and null takes the number away. */
export const OrganizationChange = z.strictObject({ name: z.optional(name), dotNumber })
export type OrganizationChange = z.infer<typeof OrganizationChange>

/** The caller's organization (3.5); without one, everything is null and there are no features. Without a plan for a team `limitUsers` is null. */
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

/** Somebody of a team (`active`), or an invitation that is open or has run out; exactly one of `userId` and `inviteId` is there. */
export const Member = z.object({
  id: z.uuid(),
  userId: z.nullable(z.uuid()),
  inviteId: z.nullable(z.uuid()),
  email: z.string(),
  name: z.nullable(z.string()),
  /** A small WebP data address. */
  photo: z.nullable(z.string()),
  role: Role,
  isOwner: z.boolean(),
  userType: z.nullable(UserType),
  status: MemberStatus,
  joinedAt: z.nullable(z.iso.datetime()),
  /** When they last used the product, within a quarter of an hour. */
  lastActiveAt: z.nullable(z.iso.datetime()),
  /** When the invitation was sent last, and until when it works. */
  invitedAt: z.nullable(z.iso.datetime()),
  expiresAt: z.nullable(z.iso.datetime()),
  /** Why the mail of an invitation could not be delivered. */
  failure: z.nullable(z.string()),
})
export type Member = z.infer<typeof Member>

export const InviteStatus = z.enum(['invited', 'already-member', 'already-invited', 'invalid', 'no-seat'])
export type InviteStatus = z.infer<typeof InviteStatus>

/** One address and what became of it, in the order in which they were given. */
export const InviteResult = z.object({ email: z.string(), status: InviteStatus })
export type InviteResult = z.infer<typeof InviteResult>

/** What the bearer of an invitation's link may know of it; an accepted one is good for nothing more. */
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

/** One change of people, roles or plan, numbered from 1 in each organization; without an actor it was the operator of the product. */
export const ActivityEntry = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  actor: z.nullable(z.string()),
  action: LogAction,
  /** The address of whom it was done to. */
  subject: z.nullable(z.string()),
  /** What it became: the role that was given, the name, the number of seats. */
  detail: z.nullable(z.string()),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

/** The token of an invitation's link. */
const token = z.string().check(z.regex(/^[\w.-]{1,500}$/))
const byInvitation = z.strictObject({ inviteId: z.uuid() })
const byPerson = z.strictObject({ userId: z.uuid() })
const memberOrInvite = z
  .strictObject({ userId: z.optional(z.uuid()), inviteId: z.optional(z.uuid()) })
  .check(
    z.refine(
      ({ userId, inviteId }) => (userId === undefined) !== (inviteId === undefined),
      'Give a userId or an inviteId',
    ),
  )

export const teamApi = defineApi({
  getTeam: { access: 'user', method: 'GET', path: '/users/me/organization', response: Team },
  /** The people of the caller's team and its invitations, the owner first; nobody without a team. */
  listMembers: { access: 'user', method: 'GET', path: '/api/organization/users', response: z.array(Member) },
  /** Makes the caller, who is in no team, the owner and manager of a new one. */
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
  /** Invites up to 50 addresses, each with an answer of its own; open invitations take seats. */
  invite: {
    access: 'manager',
    feature: 'team-management',
    method: 'POST',
    path: '/api/management/manager/invite',
    body: z.strictObject({
      emails: z
        .array(z.string().check(z.maxLength(320)))
        .check(z.minLength(1), z.maxLength(maxInvitationsPerCall, 'At most 50 at a time')),
      role: z._default(Role, 'USER'),
    }),
    response: z.object({ results: z.array(InviteResult) }),
  },
  /** Mails an invitation again and lets it work for another 7 days; `too-many` within 5 minutes of the last time. */
  resendInvitation: {
    access: 'manager',
    feature: 'team-management',
    method: 'POST',
    path: '/api/management/manager/resend-invitation',
    body: byInvitation,
    response: z.null(),
  },
  /** The link of an invitation that is open, the same each time. */
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
  /** Ends a membership at once, or revokes an invitation. */
  removeMember: {
    access: 'manager',
    method: 'DELETE',
    path: '/api/management/manager/users/member',
    query: memberOrInvite,
    response: z.null(),
  },
  /** Undoes a removal of the last 5 minutes, as long as the seat is free. */
  restoreMember: {
    access: 'manager',
    method: 'POST',
    path: '/api/management/manager/users/restore',
    body: memberOrInvite,
    response: z.null(),
  },
  /** Makes another member of the team its owner, and a manager; the owner of before stays a manager. */
  transferOwnership: {
    access: 'owner',
    method: 'POST',
    path: '/api/management/owner/transfer',
    body: byPerson,
    response: z.null(),
  },
  /** Ends the caller's own membership; the owner hands over first. */
  leaveTeam: { access: 'user', method: 'POST', path: '/api/organization/leave', response: z.null() },
  /** What was changed in the team, the newest first, in pages of 50; `next` goes into `before`. */
  listActivity: {
    access: 'manager',
    method: 'GET',
    path: '/api/management/manager/log',
    query: z.strictObject({ before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))) }),
    response: z.object({ entries: z.array(ActivityEntry), next: z.nullable(z.int()) }),
  },
  /** All of it as CSV text (RFC 4180), safe to open in a spreadsheet. */
  exportActivity: {
    access: 'manager',
    method: 'POST',
    path: '/api/management/manager/log/export',
    response: z.string(),
  },
  /** What an invitation is about, for whoever holds its link; `not-found` for one that is not good any more. */
  previewInvitation: {
    access: 'public',
    limit: 'checks',
    method: 'GET',
    path: '/api/invite/preview',
    query: z.strictObject({ token }),
    response: InvitationPreview,
  },
  /** Joins the team that a person was invited to; a token that is not theirs, or not good any more, is `not-found` with "Invitation Expired". */
  acceptInvitation: {
    access: 'user',
    method: 'GET',
    path: '/api/invite',
    query: z.strictObject({ token }),
    response: Organization,
  },
})
