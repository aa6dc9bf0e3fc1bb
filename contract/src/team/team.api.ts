import * as z from 'zod/mini'
import { ChangeResult, SeatChange, SeatPreview } from '../billing/billing.ts'
import { defineApi } from '../wire/endpoint.ts'
import { PageCursor } from '../wire/page-cursor.ts'
import {
  ActivityEntry,
  InvitationPreview,
  InviteResult,
  Member,
  maxInvitationsPerCall,
  Organization,
  OrganizationChange,
  OrganizationDraft,
  Role,
  Team,
} from './team.ts'
import { TeamRules } from './team-rules.ts'

const token = z.string().check(z.regex(/^[\w.-]{1,500}$/, 'Open the link from the invitation again'))

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
  /** Says what another number of seats costs. */
  previewSeats: {
    access: 'manager',
    limit: 'payments',
    method: 'GET',
    path: '/users/seats',
    query: z.strictObject({
      seats: z.pipe(z.string().check(z.regex(/^\d{1,4}$/, 'Enter a whole number')), z.transform(Number)),
    }),
    response: SeatPreview,
  },
  /** Buys seats at once, or gives some back from the next renewal on; never below those in use. */
  changeSeats: {
    access: 'manager',
    limit: 'payments',
    method: 'POST',
    path: '/users/seats',
    body: SeatChange,
    response: ChangeResult,
  },
  updateOrganization: {
    access: 'manager',
    method: 'PATCH',
    path: '/api/management/manager/organization',
    body: OrganizationChange,
    response: Organization,
  },
  /** Sets what members may do with postings; what was stored before stays. */
  saveRules: {
    access: 'manager',
    method: 'PUT',
    path: '/api/management/manager/rules',
    body: z.strictObject(TeamRules.shape),
    response: TeamRules,
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
    query: z.strictObject({ before: z.optional(PageCursor) }),
    response: z.object({ entries: z.array(ActivityEntry), next: z.nullable(z.string()) }),
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
