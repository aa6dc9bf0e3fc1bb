import { practiceApi } from '@loadping/contract/practice/practice.api'
import { implement } from '../http/implement.ts'
import * as practice from './practice.service.ts'

export const practiceRoutes = implement(practiceApi, {
  getPractice: (ctx) => practice.getPractice(ctx),
  sendPracticeEmail: (ctx, { headers, body }) =>
    practice.sendPracticeEmail(ctx, headers['idempotency-key'], body, Number(headers['inquiry-age'] ?? 0)),
})
