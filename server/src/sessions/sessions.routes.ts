import { sessionsApi } from '@loadping/contract/sign-in/sessions.api'
import { implement } from '../http/implement.ts'
import * as sessions from './sessions.service.ts'

export const sessionsRoutes = implement(sessionsApi, {
  listSessions: (ctx) => sessions.listSessions(ctx),
  endSession: (ctx, { params }) => sessions.endSession(ctx, params.id),
  endAllSessions: (ctx) => sessions.endAllSessions(ctx),
})
