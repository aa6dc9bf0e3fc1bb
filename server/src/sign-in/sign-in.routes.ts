import { signInApi } from '@loadping/contract/sign-in/sign-in.api'
import { implement } from '../http/implement.ts'
import * as sessions from '../sessions/sessions.service.ts'
import * as signIn from './sign-in.service.ts'

export const signInRoutes = implement(signInApi, {
  requestLink: (ctx, { body }) => signIn.requestLink(ctx, body),
  verifyLink: (ctx, { body }) => signIn.verifyLink(ctx, body),
  refresh: (ctx, { query }) => sessions.refreshSession(ctx, query.refreshToken),
  logout: (ctx) => sessions.logout(ctx),
  verifyEmail: (_ctx, { params }) => signIn.verifyEmail(params.email),
})
