import { emailsApi } from '@loadping/contract/emails/emails.api'
import { implement } from '../http/implement.ts'
import { allowSuppressedAddress, listSuppressedAddresses } from '../suppression/suppressed-recipients.service.ts'
import * as sent from './sent-emails.service.ts'
import { listTeamEmails } from './team-emails.service.ts'

export const emailsRoutes = implement(emailsApi, {
  listEmails: (ctx, { query }) => sent.listEmails(ctx, query),
  listTeamEmails: (ctx, { query }) => listTeamEmails(ctx, query),
  countEmails: (ctx) => sent.countEmails(ctx),
  listSuppressedAddresses: (ctx) => listSuppressedAddresses(ctx),
  allowSuppressedAddress: (ctx, { body }) => allowSuppressedAddress(ctx, body.address),
  getEmail: (ctx, { params }) => sent.getEmail(ctx, params.id),
  getEmailDetails: (ctx, { params }) => sent.getEmailDetails(ctx, params.id),
  dismissEmail: (ctx, { params }) => sent.dismissEmail(ctx, params.id),
  dismissEmails: (ctx) => sent.dismissEmails(ctx),
})
