import type { UserType } from '../account.ts'

/** The length of a new user's Pro trial in days (9.4). */
export const trialLengthDays = 14

const monthlyEmails = 50
const freeTemplates = 5

export type Entitlements = {
  billingPlan: 'FREE' | 'TRIAL'
  features: string[]
  /** E-mails a New York month, or null for as many as one likes. */
  limitEmails: number | null
  /** Templates, or null for as many as one likes. */
  limitTempl: number | null
}

/**
 * What an account without a subscription may do: TRIAL for 14 days, then FREE, with one allowance of e-mails for both (D8.1, D8.2, D8.5).
 * Brokers have no plan and are not metered (D8.10).
 */
export function entitlementsOf(account: { createdAt: Date; userType: UserType | null }, now: Date): Entitlements {
  if (account.userType === 'broker') return { billingPlan: 'FREE', features: [], limitEmails: null, limitTempl: null }

  const isTrial = trialDaysLeft({ createdAt: account.createdAt, trialDays: trialLengthDays }, now) >= 1
  return { billingPlan: isTrial ? 'TRIAL' : 'FREE', features: [], limitEmails: monthlyEmails, limitTempl: isTrial ? null : freeTemplates }
}

/** How an allowance of e-mails stands: more than 20 left, 1 to 20, or none (9.3). */
export const allowanceTone = (left: number): 'accent' | 'warning' | 'danger' => (left > 20 ? 'accent' : left > 0 ? 'warning' : 'danger')

/** trialDays minus the whole days since the account was made; under 1 means expired (4.12). */
export const trialDaysLeft = ({ createdAt, trialDays }: { createdAt: Date; trialDays: number }, now: Date): number =>
  trialDays - Math.floor((now.getTime() - createdAt.getTime()) / 86_400_000)
