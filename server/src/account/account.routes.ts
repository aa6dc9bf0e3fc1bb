import { accountApi } from '@loadping/contract/account'
import { implement } from '../http/implement.ts'
import * as account from './account.service.ts'

export const accountRoutes = implement(accountApi, {
  getMe: (ctx) => account.getMe(ctx),
})
