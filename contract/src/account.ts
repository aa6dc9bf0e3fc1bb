import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'

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

export const accountApi = defineApi({
  getMe: { access: 'user', extension: true, method: 'GET', path: '/users/me', response: User },
})
