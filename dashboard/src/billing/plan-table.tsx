import { minSeats, type PaidPlan, planNames } from '@loadping/contract/billing/plans'
import type { ReactNode } from 'react'
import { useMe } from '../account/account.data.ts'
import { Card } from '../ui/card.tsx'
import { whatPlanGives } from './plan-offers.tsx'

const plans = ['FREE', 'PRO', 'BUSINESS'] as const
type PlanId = 'FREE' | PaidPlan

/** What each plan gives, without prices, where the operator grants them. */
export function PlanTable() {
  const { billingPlan } = useMe().data
  const row = (name: string, describe: (plan: PlanId) => ReactNode) => (
    <tr>
      <th scope="row" className="px-4 py-2.5 font-normal">
        {name}
      </th>
      {plans.map((plan) => (
        <td
          key={plan}
          className={`px-4 py-2.5 max-sm:px-2 ${plan === billingPlan ? 'font-semibold' : 'text-secondary'}`}
        >
          {describe(plan)}
        </td>
      ))}
    </tr>
  )
  return (
    <Card title="What each plan gives">
      <table className="tabular-nums w-full text-left text-table">
        <thead className="bg-sunken text-caption text-secondary">
          <tr>
            <th className="h-9 px-4 font-medium">On this server</th>
            {plans.map((plan) => (
              <th
                key={plan}
                className={`px-4 font-medium max-sm:px-2 ${plan === billingPlan ? 'text-accent-text' : ''}`}
              >
                {plan === billingPlan ? `${planNames[plan]}, yours` : planNames[plan]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-default">
          {row('Emails', (plan) => limitOf(whatPlanGives(plan).limitEmails, ' a month', 'No monthly limit'))}
          {row('Templates', (plan) => limitOf(whatPlanGives(plan).limitTempl, '', 'No limit'))}
          {row('Team and roles', (plan) =>
            whatPlanGives(plan).features.includes('team-management') ? `From ${minSeats} seats` : '—',
          )}
          {row('Daily limit', () => 'By mailbox')}
        </tbody>
      </table>
    </Card>
  )
}

const limitOf = (limit: number | null, unit: string, none: string): string =>
  limit === null ? none : `${limit}${unit}`
