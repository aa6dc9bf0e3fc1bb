import { homeApi } from '@loadping/contract/home'
import { implement } from '../http/implement.ts'
import * as home from './home.service.ts'

export const homeRoutes = implement(homeApi, {
  getHome: (ctx) => home.getHome(ctx),
})
