import { brand } from '@loadping/contract/brand'
import { type Entitlements, entitlementsOf, trialLengthDays } from '@loadping/contract/rules/plans'
import { Check } from 'lucide-react'
import { useMe } from '../account/account.data.ts'
import { Badge } from '../ui/badge.tsx'
import { useNow } from '../ui/format-date.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PlanCards } from './billing.parts.tsx'

const plans = [
  {
    id: 'TRIAL',
    name: 'Pro trial',
    price: 'Free',
    term: `for ${trialLengthDays} days`,
    text: 'For a new account. It needs no card and ends by itself.',
  },
  { id: 'FREE', name: 'Free', price: '$0', term: 'for good', text: 'For everybody after the trial.' },
] as const

/** Which plan holds, what is left of it, and what the plans hold. */
export function BillingScreen() {
  const { data: me } = useMe()
  const now = useNow()
  return (
    <>
      <title>{`Billing · ${brand.name}`}</title>
      <PageHead title="Billing" context="Your plan, and what is left of this month" />
      <div className="flex flex-col gap-4">
        <PlanCards now={now} />
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          {plans.map((plan) => (
            <Plan key={plan.id} {...plan} isCurrent={me.billingPlan === plan.id} holds={entitlements(plan.id)} />
          ))}
        </div>
        <p className="text-table text-secondary">
          Anything to ask about your plan? Write to{' '}
          <a href={`mailto:${brand.supportAddress}`} className="text-accent-text underline underline-offset-3">
            {brand.supportAddress}
          </a>
          .
        </p>
      </div>
    </>
  )
}

type PlanProps = { name: string; price: string; term: string; text: string; isCurrent: boolean; holds: Entitlements }

const Plan = ({ name, price, term, text, isCurrent, holds: { limitEmails, limitTempl } }: PlanProps) => (
  <section
    aria-label={name}
    className={`rounded-md bg-surface p-5 shadow-card ${isCurrent ? 'border-2 border-accent' : 'border border-default'}`}
  >
    <div className="flex items-center justify-between">
      <h2 className="text-lead font-semibold">{name}</h2>
      {isCurrent && <Badge tone="accent">Your plan</Badge>}
    </div>
    <p className="figures mt-2">
      <span className="text-display">{price}</span> <span className="text-table text-secondary">{term}</span>
    </p>
    <p className="mt-1 text-table text-secondary">{text}</p>
    <ul className="mt-5 flex flex-col gap-2.5 border-t border-default pt-5 text-table">
      <Holding>{limitEmails === null ? 'Unlimited emails' : `${limitEmails} emails a month`}</Holding>
      <Holding>{limitTempl === null ? 'Unlimited templates' : `${limitTempl} templates`}</Holding>
      <Holding>Placeholders and rate formulas in every template</Holding>
    </ul>
  </section>
)

const Holding = ({ children }: { children: string }) => (
  <li className="flex items-center gap-2">
    <Check size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-accent-text" />
    {children}
  </li>
)

/** What a plan holds, by the rule that grants it: for an account of today, or one whose trial is long over. */
function entitlements(plan: 'TRIAL' | 'FREE'): Entitlements {
  const now = new Date()
  return entitlementsOf({ createdAt: plan === 'TRIAL' ? now : new Date(0), userType: 'carrier', plan: null }, now)
}
