import { emailsApi } from '@loadping/contract/emails/emails.api'
import { implement } from '../http/implement.ts'
import { listSuppressedAddresses, removeSuppressedAddress } from '../suppression/suppressed-recipients.service.ts'
import * as emails from './emails.service.ts'
import { retryEmail } from './retry.service.ts'
import * as settings from './send-settings.service.ts'
import * as sent from './sent-emails.service.ts'
import { listTeamEmails } from './team-emails.service.ts'
import { sendTestEmail } from './test-email.service.ts'
import * as undo from './undo.service.ts'

export const emailsRoutes = implement(emailsApi, {
  sendEmail: (ctx, { headers, body }) =>
    emails.sendEmail(ctx, headers['idempotency-key'], body, Number(headers['inquiry-age'] ?? 0)),
  sendTestEmail: (ctx, { body }) => sendTestEmail(ctx, body),
  listEmails: (ctx, { query }) => sent.listEmails(ctx, query),
  listTeamEmails: (ctx, { query }) => listTeamEmails(ctx, query),
  countEmails: (ctx) => sent.countEmails(ctx),
  listSuppressedAddresses: (ctx) => listSuppressedAddresses(ctx),
  removeSuppressedAddress: (ctx, { body }) => removeSuppressedAddress(ctx, body.address),
  getSendSettings: (ctx) => settings.getSendSettings(ctx),
  saveSendSettings: (ctx, { body }) => settings.saveSendSettings(ctx, body),
  getEmail: (ctx, { params }) => sent.getEmail(ctx, params.id),
  getEmailDetails: (ctx, { params }) => sent.getEmailDetails(ctx, params.id),
  undoEmail: (ctx, { params }) => undo.undoEmail(ctx, params.id),
  retryEmail: (ctx, { params }) => retryEmail(ctx, params.id),
  resendEmail: (ctx, { params, headers }) => emails.resendEmail(ctx, headers['idempotency-key'], params.id),
  dismissEmail: (ctx, { params }) => sent.dismissEmail(ctx, params.id),
  dismissEmails: (ctx) => sent.dismissEmails(ctx),
})
