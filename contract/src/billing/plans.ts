import type { User } from '../account/account.ts'
import type { UserType } from '../account/user-type.ts'
import { newYorkMonth } from '../format/new-york-days.ts'
import type { PlanFeature } from '../wire/plan-feature.ts'

/** The length of a new user's Pro trial. */
export const trialLengthDays = 14

/** How many years after the deletion of an account it is known that its address had a trial. */
export const trialHashYears = 2

/** How many days a plan stays after the first payment that failed. */
export const graceDays = 7

/** How many hours people keep their last known plan while Stripe does not answer. */
export const keptHours = 72

/** Business plan seats if no other number was agreed. */
export const defaultSeats = 10
export const minSeats = 3
export const maxSeats = 1_000

/** What Free includes: emails in a New York month, and templates. */
export const monthlyEmails = 50
export const freeTemplates = 5

/** A plan that is bought or granted. */
export type PaidPlan = 'PRO' | 'BUSINESS'

export type Entitlements = {
  billingPlan: 'FREE' | 'TRIAL' | PaidPlan
  features: PlanFeature[]
  /** Emails per New York month, or null if unlimited. */
  limitEmails: number | null
  /** Number of templates, or null if unlimited. */
  limitTempl: number | null
}

export const planNames: Record<Entitlements['billingPlan'], string> = {
  FREE: 'Free',
  TRIAL: 'Pro trial',
  PRO: 'Pro',
  BUSINESS: 'Business Plan',
}

/** What a seat of a plan costs, in cents. Business is sold by contact. */
export const planPrices = { PRO: { month: 1_500, year: 15_000 } } as const

const unlimited = { limitEmails: null, limitTempl: null }

/** The features of each paid plan. */
export const planFeatures: Record<PaidPlan, PlanFeature[]> = { PRO: ['email'], BUSINESS: ['email', 'team-management'] }

/**
 * Returns the limits and features of a plan; without one, TRIAL, then FREE. Brokers are unlimited, but a month begun as a
 * carrier stays metered to its end.
 */
export function entitlementsOf(
  account: {
    createdAt: Date
    /** 0 without a trial. */
    trialDays: number
    userType: UserType | null
    plan: PaidPlan | null
    /** The last change of business type by someone who had sent an email. */
    userTypeChangedAt?: Date | null
  },
  now: Date,
): Entitlements {
  const { createdAt, trialDays, userType, plan, userTypeChangedAt } = account
  if (userType === 'broker') {
    const wasCarrier = !plan && userTypeChangedAt && newYorkMonth(userTypeChangedAt) === newYorkMonth(now)
    return { billingPlan: 'FREE', features: [], ...unlimited, limitEmails: wasCarrier ? monthlyEmails : null }
  }
  if (plan) return { billingPlan: plan, features: planFeatures[plan], ...unlimited }

  const isTrial = trialDaysLeft({ createdAt, trialDays }, now) >= 1
  return {
    billingPlan: isTrial ? 'TRIAL' : 'FREE',
    features: [],
    limitEmails: monthlyEmails,
    limitTempl: isTrial ? null : freeTemplates,
  }
}

/** Whether Invite Team Members is hidden, invites, or explains the Business Plan (`upsell`). */
export function inviteButtonMode(
  { features, organizationId, role }: Pick<User, 'features' | 'organizationId' | 'role'>,
  userType: UserType,
) {
  if (userType === 'broker' || (organizationId !== null && role !== 'MANAGER')) return 'hidden'
  if (features.includes('team-management')) return 'invite'
  return features.includes('email') ? 'hidden' : 'upsell'
}

/** Returns the display level of an allowance: more than 20 emails left, 1 to 20, or none. */
export const allowanceLevel = (left: number): 'accent' | 'warning' | 'danger' =>
  left > 20 ? 'accent' : left > 0 ? 'warning' : 'danger'

/** Returns trialDays minus the whole days since account creation, even if a clock was set back; below 1 means expired. */
export const trialDaysLeft = ({ createdAt, trialDays }: { createdAt: Date; trialDays: number }, now: Date): number =>
  trialDays - Math.floor(Math.max(0, now.getTime() - createdAt.getTime()) / 86_400_000)
