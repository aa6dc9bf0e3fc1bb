import { teamApi } from '@loadping/contract/team'
import { implement } from '../http/implement.ts'
import * as team from './team.service.ts'

export const teamRoutes = implement(teamApi, {
  acceptInvitation: (ctx, { query }) => team.acceptInvitation(ctx, query.token),
})
