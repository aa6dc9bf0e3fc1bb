import type { User, UserType } from '../account.ts'
import type { PlanFeature } from '../plan-feature.ts'

/** The length of a new user's Pro trial in days (9.4). */
export const trialLengthDays = 14

/** Seats of a Business plan for which nothing else was agreed (D7.5), and the fewest that it is sold with (D8.4). */
export const defaultSeats = 10
export const minSeats = 3
export const maxSeats = 10_000

const monthlyEmails = 50
const freeTemplates = 5

/** A plan that was bought or granted. */
export type PaidPlan = 'PRO' | 'BUSINESS'

export type Entitlements = {
  billingPlan: 'FREE' | 'TRIAL' | PaidPlan
  features: PlanFeature[]
  /** Emails a New York month, or null for as many as one likes. */
  limitEmails: number | null
  /** Templates, or null for as many as one likes. */
  limitTempl: number | null
}

const unlimited = { limitEmails: null, limitTempl: null }

/** What each paid plan includes (D8.3, D8.4). */
export const planFeatures: Record<PaidPlan, PlanFeature[]> = { PRO: ['email'], BUSINESS: ['email', 'team-management'] }

/**
 * What an account may do: what its plan or its organization's holds, else TRIAL for 14 days and then FREE, with one allowance of emails for
 * both (D8.1 to D8.5). Brokers have no plan and are not metered (D8.10).
 */
export function entitlementsOf(
  account: { createdAt: Date; userType: UserType | null; plan: PaidPlan | null },
  now: Date,
): Entitlements {
  const { createdAt, userType, plan } = account
  if (userType === 'broker') return { billingPlan: 'FREE', features: [], ...unlimited }
  if (plan) return { billingPlan: plan, features: planFeatures[plan], ...unlimited }

  const isTrial = trialDaysLeft({ createdAt, trialDays: trialLengthDays }, now) >= 1
  return {
    billingPlan: isTrial ? 'TRIAL' : 'FREE',
    features: [],
    limitEmails: monthlyEmails,
    limitTempl: isTrial ? null : freeTemplates,
  }
}

/**
 * What Invite Team Members does for somebody (6.3, D7.7): it is not there for brokers, for people with email but without team-management,
 * and for members who are no managers; it explains the Business Plan on FREE and TRIAL; it invites with team-management.
 */
export function inviteButtonMode(
  { features, organizationId, role }: Pick<User, 'features' | 'organizationId' | 'role'>,
  userType: UserType,
) {
  if (userType === 'broker' || (organizationId !== null && role !== 'MANAGER')) return 'hidden'
  if (features.includes('team-management')) return 'invite'
  return features.includes('email') ? 'hidden' : 'upsell'
}

/** How an allowance of emails stands: more than 20 left, 1 to 20, or none (9.3). */
export const allowanceLevel = (left: number): 'accent' | 'warning' | 'danger' =>
  left > 20 ? 'accent' : left > 0 ? 'warning' : 'danger'

/** trialDays minus the whole days since the account was made; under 1 means expired (4.12). */
export const trialDaysLeft = ({ createdAt, trialDays }: { createdAt: Date; trialDays: number }, now: Date): number =>
  trialDays - Math.floor((now.getTime() - createdAt.getTime()) / 86_400_000)
