import { homeApi } from '@loadping/contract/home/home.api'
import { implement } from '../http/implement.ts'
import * as home from './home.service.ts'

export const homeRoutes = implement(homeApi, {
  getHome: (ctx, { query }) => home.getHome(ctx, query),
})
