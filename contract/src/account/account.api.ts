import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'
import { OnboardingAnswers, Profile, ProfileDraft, SenderDomain, User, UserInfo, UserInfoDraft } from './account.ts'

export const accountApi = defineApi({
  getMe: { access: 'user', extension: true, method: 'GET', path: '/users/me', response: User },
  getUserInfo: { access: 'user', extension: true, method: 'GET', path: '/user-info', response: UserInfo },
  saveUserInfo: { access: 'user', method: 'POST', path: '/user-info', body: UserInfoDraft, response: UserInfo },
  /** Keeps answers without completing the onboarding; changes nothing once it is complete. */
  keepAnswers: {
    access: 'user',
    method: 'PATCH',
    path: '/user-info',
    body: OnboardingAnswers,
    response: UserInfo,
  },
  getProfile: { access: 'user', extension: true, method: 'GET', path: '/users/me/profile', response: Profile },
  saveProfile: { access: 'user', method: 'PATCH', path: '/users/me/profile', body: ProfileDraft, response: Profile },
  checkSenderDomain: {
    access: 'user',
    limit: 'domain-checks',
    method: 'GET',
    path: '/users/me/sender-domain',
    response: SenderDomain,
  },
  /** Returns the identity provider's photo as a small WebP data URL, or null. */
  getPhoto: {
    access: 'user',
    method: 'GET',
    path: '/api/v1/main/users/photo',
    response: z.object({ content: z.nullable(z.string()) }),
  },
})
