import type { PaidPlan } from '@loadping/contract/billing/plans'

/** Column types; `billing.sql` is the source of truth. */
export type BillingTables = {
  plan: { holderId: string; plan: PaidPlan; seats: number | null; since: Date }
  allowance: { userId: string; month: string; used: number; usedLimit: number | null }
}
