import { homeApi } from '@loadping/contract/home/home.api'
import { implement } from '../http/implement.ts'
import * as home from './home.service.ts'
import { getNextSteps } from './next-steps.service.ts'

export const homeRoutes = implement(homeApi, {
  getHome: (ctx) => home.getHome(ctx),
  getNextSteps: (ctx) => getNextSteps(ctx),
})
