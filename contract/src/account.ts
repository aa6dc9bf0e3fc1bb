import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { BoardId } from './loads.ts'
import { line } from './text.ts'

/** The kind of business that a person works for. */
export const UserType = z.enum(['carrier', 'broker'])
export type UserType = z.infer<typeof UserType>

/** The current user as 7.2 names it: every key is always there, what is absent or unlimited is null. */
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
  /** What is left of this month's allowance. */
  emails: z.nullable(z.int()),
  organizationId: z.nullable(z.uuid()),
  accountVerified: z.boolean(),
  /** A signed, single-use pick-up code of 5 minutes for the extension (D2.6). */
  extensionToken: z.nullable(z.string()),
  /** Whether the account and all in it was made by the demo's generator. */
  isDemo: z.boolean(),
})
export type User = z.infer<typeof User>

/** The profile of 3.2; `userType` is null until the person has told it, which opens the onboarding (4.2). */
export const UserInfo = z.object({
  userType: z.nullable(UserType),
  trucksAmount: z.int(),
  loadboards: z.array(BoardId),
  source: z.nullable(z.string()),
})
export type UserInfo = z.infer<typeof UserInfo>

/** What a person tells about their business. An empty list of boards means dat-one; a board that the business type lacks is refused. */
export const UserInfoDraft = z.strictObject({
  userType: z._default(UserType, 'carrier'),
  trucksAmount: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
  loadboards: z._default(z.array(BoardId).check(z.maxLength(5)), []),
  source: z.optional(line(100)),
})
export type UserInfoDraft = z.input<typeof UserInfoDraft>

export const accountApi = defineApi({
  getMe: { access: 'user', extension: true, method: 'GET', path: '/users/me', response: User },
  getUserInfo: { access: 'user', method: 'GET', path: '/user-info', response: UserInfo },
  saveUserInfo: { access: 'user', method: 'POST', path: '/user-info', body: UserInfoDraft, response: UserInfo },
  /** The provider's photo as a small WebP data address, or null (D2.9). */
  getPhoto: {
    access: 'user',
    method: 'GET',
    path: '/api/v1/main/users/photo',
    response: z.object({ content: z.nullable(z.string()) }),
  },
})
