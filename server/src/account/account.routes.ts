import { accountApi } from '@loadping/contract/account'
import { implement } from '../http/implement.ts'
import * as account from './account.service.ts'
import { findPhoto } from './photo.service.ts'

export const accountRoutes = implement(accountApi, {
  getMe: (ctx) => account.getMe(ctx),
  getUserInfo: (ctx) => account.getUserInfo(ctx),
  saveUserInfo: (ctx, { body }) => account.saveUserInfo(ctx, body),
  getPhoto: async (ctx) => ({ content: (await findPhoto(ctx, ctx.caller.userId)) ?? null }),
})
