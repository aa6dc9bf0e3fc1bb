import {
  type Entitlements,
  entitlementsOf,
  minSeats,
  planNames,
  trialLengthDays,
} from '@loadping/contract/billing/plans'
import { brand } from '@loadping/contract/brand'
import { Check } from 'lucide-react'
import { useMe } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { PageHead } from '../ui/page-head.tsx'
import { useNow } from '../ui/use-now.ts'
import { PlanCards } from './billing.parts.tsx'

type PlanId = Entitlements['billingPlan']

const plans: { id: PlanId; price: string; term: string; text: string }[] = [
  {
    id: 'TRIAL',
    price: 'Free',
    term: `for ${trialLengthDays} days`,
    text: 'For new accounts. No credit card. Ends automatically.',
  },
  { id: 'FREE', price: '$0', term: 'forever', text: 'For all carriers after the trial.' },
  { id: 'PRO', price: '$15', term: 'a user a month', text: 'Or $150 a year. For dispatchers who email all day.' },
  { id: 'BUSINESS', price: 'Custom', term: `from ${minSeats} seats`, text: 'For teams that share brokers and trucks.' },
]

/** Shows the current plan, what is left of it, and what each plan includes. */
export function BillingScreen() {
  const { billingPlan } = useMe().data
  const now = useNow()
  return (
    <>
      <title>{`Billing · ${brand.name}`}</title>
      <PageHead title="Billing" context="Your plan and this month's emails. Prices in US dollars." />
      <div className="flex flex-col gap-4">
        <PlanCards now={now} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-4">
          {plans
            .filter(({ id }) => id !== 'TRIAL' || billingPlan === 'TRIAL')
            .map((plan) => (
              <Plan
                key={plan.id}
                {...plan}
                isCurrent={billingPlan === plan.id}
                isUpgrade={plans.indexOf(plan) > plans.findIndex(({ id }) => id === billingPlan)}
              />
            ))}
        </div>
        <p className="text-table text-secondary">
          Questions about your plan? Email{' '}
          <a href={`mailto:${brand.supportAddress}`} className="text-accent-text underline underline-offset-3">
            {brand.supportAddress}
          </a>
          .
        </p>
      </div>
    </>
  )
}

type PlanProps = (typeof plans)[number] & { isCurrent: boolean; isUpgrade: boolean }

function Plan({ id, price, term, text, isCurrent, isUpgrade }: PlanProps) {
  const { limitEmails, limitTempl, features } = entitlements(id)
  return (
    <section
      aria-label={planNames[id]}
      className={`flex flex-col rounded-md bg-surface p-5 shadow-card ${isCurrent ? 'border-2 border-accent' : 'border border-default'}`}
    >
      <div className="flex items-center justify-between">
        <h2 className="text-lead font-semibold">{planNames[id]}</h2>
        {isCurrent && <Badge tone="accent">Your plan</Badge>}
      </div>
      <p className="tabular-nums mt-2">
        <span className="text-display">{price}</span> <span className="text-table text-secondary">{term}</span>
      </p>
      <p className="mt-1 min-h-10 text-table text-secondary">{text}</p>
      <ul className="mt-4 mb-auto flex flex-col gap-2.5 border-t border-default pt-5 text-table">
        <Benefit>{limitEmails === null ? 'Unlimited emails' : `${limitEmails} emails a month`}</Benefit>
        <Benefit>{limitTempl === null ? 'Unlimited templates' : `${limitTempl} templates`}</Benefit>
        <Benefit>Placeholders and rate formulas in every template</Benefit>
        {features.includes('team-management') && <Benefit>Team members, roles and an activity log</Benefit>}
      </ul>
      {isUpgrade && features.length > 0 && (
        <a href={paths.supportEmail(planNames[id])} className={`${buttonStyle('secondary', 'lg')} mt-5`}>
          Contact Us
        </a>
      )}
    </section>
  )
}

const Benefit = ({ children }: { children: string }) => (
  <li className="flex items-center gap-2">
    <Check size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-accent-text" />
    {children}
  </li>
)

/** Computes what a plan includes from the rule that grants it, for a new account or one whose trial has ended. */
function entitlements(id: PlanId): Entitlements {
  const now = new Date()
  const plan = id === 'PRO' || id === 'BUSINESS' ? id : null
  return entitlementsOf({ createdAt: id === 'TRIAL' ? now : new Date(0), userType: 'carrier', plan }, now)
}
