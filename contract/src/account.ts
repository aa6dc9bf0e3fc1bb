import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { BoardId } from './loads.ts'
import { singleLine } from './text.ts'

/** A user's business type. */
export const UserType = z.enum(['carrier', 'broker'])
export type UserType = z.infer<typeof UserType>

/** The current user. Every key is present; absent or unlimited values are null. */
export const User = z.object({
  userId: z.uuid(),
  email: z.string(),
  role: z.string(),
  createdAt: z.iso.datetime(),
  trialDays: z.int(),
  billingPlan: z.enum(['FREE', 'TRIAL', 'PRO', 'BUSINESS']),
  features: z.array(z.string()),
  limitTempl: z.nullable(z.int()),
  limitEmails: z.nullable(z.int()),
  /** Units left of this month's allowance. */
  emails: z.nullable(z.int()),
  organizationId: z.nullable(z.uuid()),
  accountVerified: z.boolean(),
  /** A signed, single-use pairing code for the extension, valid for 5 minutes. */
  extensionToken: z.nullable(z.string()),
  /** Whether the demo generator created this account and its data. */
  isDemo: z.boolean(),
})
export type User = z.infer<typeof User>

/** The business profile. `userType` is null until onboarding is complete. */
export const UserInfo = z.object({
  userType: z.nullable(UserType),
  trucksAmount: z.int(),
  loadboards: z.array(BoardId),
  source: z.nullable(z.string()),
})
export type UserInfo = z.infer<typeof UserInfo>

/** Business profile input. An empty board list means dat-one; boards of the other business type are rejected. */
export const UserInfoDraft = z.strictObject({
  userType: z._default(UserType, 'carrier'),
  trucksAmount: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
  loadboards: z._default(z.array(BoardId).check(z.maxLength(5)), []),
  source: z.optional(singleLine(100)),
})
export type UserInfoDraft = z.input<typeof UserInfoDraft>

export const accountApi = defineApi({
  getMe: { access: 'user', extension: true, method: 'GET', path: '/users/me', response: User },
  getUserInfo: { access: 'user', method: 'GET', path: '/user-info', response: UserInfo },
  saveUserInfo: { access: 'user', method: 'POST', path: '/user-info', body: UserInfoDraft, response: UserInfo },
  /** Returns the identity provider's photo as a small WebP data URL, or null. */
  getPhoto: {
    access: 'user',
    method: 'GET',
    path: '/api/v1/main/users/photo',
    response: z.object({ content: z.nullable(z.string()) }),
  },
})
