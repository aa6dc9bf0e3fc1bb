import { teamApi } from '@loadping/contract/team/team.api'
import { implement } from '../http/implement.ts'
import * as acceptance from './accept-invitation.service.ts'
import * as invitations from './invitations.service.ts'
import * as members from './members.service.ts'
import * as seats from './paid-seats.service.ts'
import * as team from './team.service.ts'
import * as log from './team-activity.service.ts'
import * as notices from './team-notices.service.ts'

export const teamRoutes = implement(teamApi, {
  getTeam: (ctx) => team.getTeam(ctx),
  listMembers: (ctx) => team.listMembers(ctx),
  createOrganization: (ctx, { body }) => team.createOrganization(ctx, body),
  previewSeats: (ctx, { query }) => seats.previewSeats(ctx, query.seats),
  changeSeats: (ctx, { body }) => seats.changeSeats(ctx, body),
  updateOrganization: (ctx, { body }) => team.updateOrganization(ctx, body),
  saveRules: (ctx, { body }) => team.saveRules(ctx, body),
  invite: (ctx, { body }) => invitations.invite(ctx, body),
  resendInvitation: (ctx, { body }) => invitations.resendInvitation(ctx, body.inviteId),
  copyInvitationLink: (ctx, { body }) => invitations.copyInvitationLink(ctx, body.inviteId),
  updateRole: (ctx, { body }) => members.updateRole(ctx, body.data),
  removeMember: (ctx, { query }) => members.removeMember(ctx, query),
  restoreMember: (ctx, { body }) => members.restoreMember(ctx, body),
  transferOwnership: (ctx, { body }) => members.transferOwnership(ctx, body.userId),
  leaveTeam: (ctx) => members.leaveTeam(ctx),
  claimNotices: (ctx) => notices.claimNotices(ctx),
  listActivity: (ctx, { query }) => log.listActivity(ctx, query.before),
  exportActivity: (ctx) => log.exportActivity(ctx),
  previewInvitation: (ctx, { query }) => acceptance.previewInvitation(ctx, query.token),
  acceptInvitation: (ctx, { query }) => acceptance.acceptInvitation(ctx, query.token),
})
