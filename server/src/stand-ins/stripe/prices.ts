import { type PaidPlan, planPrices } from '@loadping/contract/billing/plans'
import { brand } from '@loadping/contract/brand'
import type { Price } from './state.ts'

/** Business is sold by contact; here it has a price, as the operator would set at Stripe. */
const pricesOfPlans: Record<PaidPlan, Record<Price['interval'], number>> = {
  PRO: planPrices.PRO,
  BUSINESS: { month: 2_200, year: 22_000 },
}

/** The prices of the simulator, one for each plan and interval; the lookup key of Pro by the month is `pro_month`. */
export const simulatedPrices: Price[] = (['PRO', 'BUSINESS'] as const).flatMap((plan) =>
  (['month', 'year'] as const).map((interval) => {
    const name = plan.toLowerCase()
    return {
      id: `price_${name}_${interval}`,
      lookupKey: `${name}_${interval}`,
      productId: `prod_${name}`,
      productName: `${brand.name} ${plan === 'PRO' ? 'Pro' : 'Business'}`,
      unitAmount: pricesOfPlans[plan][interval],
      interval,
    }
  }),
)
