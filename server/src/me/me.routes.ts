import { accountApi } from '@loadping/contract/account/account.api'
import { getProfile, saveProfile } from '../accounts/accounts.service.ts'
import { findPhoto } from '../accounts/photo.service.ts'
import { implement } from '../http/implement.ts'
import * as me from './me.service.ts'
import { checkSenderDomain } from './sender-domain.service.ts'

export const meRoutes = implement(accountApi, {
  getMe: (ctx) => me.getMe(ctx),
  getUserInfo: (ctx) => me.getUserInfo(ctx),
  saveUserInfo: (ctx, { body }) => me.saveUserInfo(ctx, body),
  keepAnswers: (ctx, { body }) => me.keepAnswers(ctx, body),
  getProfile: (ctx) => getProfile(ctx, ctx.caller.userId),
  saveProfile: (ctx, { body }) => saveProfile(ctx, ctx.caller.userId, body),
  checkSenderDomain: (ctx) => checkSenderDomain(ctx),
  getPhoto: async (ctx) => ({ content: (await findPhoto(ctx, ctx.caller.userId)) ?? null }),
})
