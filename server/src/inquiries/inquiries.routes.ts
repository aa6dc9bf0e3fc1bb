import { inquiriesApi } from '@loadping/contract/inquiries/inquiries.api'
import * as retry from '../delivery/retry.service.ts'
import { implement } from '../http/implement.ts'
import * as inquiries from './inquiries.service.ts'
import * as replies from './replies.service.ts'
import * as settings from './send-settings.service.ts'
import * as test from './test-email.service.ts'
import * as undo from './undo.service.ts'
import * as waiting from './waiting-emails.service.ts'

export const inquiriesRoutes = implement(inquiriesApi, {
  sendEmail: (ctx, { headers, body }) =>
    inquiries.sendEmail(ctx, headers['idempotency-key'], body, Number(headers['inquiry-age'] ?? 0)),
  sendTestEmail: (ctx, { body }) => test.sendTestEmail(ctx, body),
  resendEmail: (ctx, { params, headers }) => inquiries.resendEmail(ctx, headers['idempotency-key'], params.id),
  getReplyOffer: (ctx, { params }) => replies.getReplyOffer(ctx, params.id),
  sendReply: (ctx, { params, headers, body }) => replies.sendReply(ctx, headers['idempotency-key'], params.id, body),
  undoEmail: (ctx, { params }) => undo.undoEmail(ctx, params.id),
  retryEmail: (ctx, { params }) => retry.retryEmail(ctx, params.id),
  getWaitingOffer: (ctx) => waiting.getWaitingOffer(ctx),
  moveWaitingEmails: (ctx, { body }) => waiting.moveWaitingEmails(ctx, body),
  getSendSettings: (ctx) => settings.getSendSettings(ctx),
  saveSendSettings: (ctx, { body }) => settings.saveSendSettings(ctx, body),
})
