import { emailsApi } from '@loadping/contract/emails'
import { implement } from '../http/implement.ts'
import * as emails from './emails.service.ts'

export const emailsRoutes = implement(emailsApi, {
  sendEmail: (ctx, { headers, body }) => emails.sendEmail(ctx, headers['idempotency-key'], body),
  getEmail: (ctx, { params }) => emails.getEmail(ctx, params.id),
})
