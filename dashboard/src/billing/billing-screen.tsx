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
    text: 'For new accounts. No credit card. Ends automatically.',
  },
  { id: 'FREE', name: 'Free', price: '$0', term: 'forever', text: 'For all carriers after the trial.' },
] as const

/** Shows the current plan, what is left of it, and what each plan includes. */
export function BillingScreen() {
  const { data: me } = useMe()
  const now = useNow()
  return (
    <>
      <title>{`Billing · ${brand.name}`}</title>
      <PageHead title="Billing" context="Your plan and this month's emails" />
      <div className="flex flex-col gap-4">
        <PlanCards now={now} />
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          {plans.map((plan) => (
            <Plan key={plan.id} {...plan} isCurrent={me.billingPlan === plan.id} includes={entitlements(plan.id)} />
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

type PlanProps = { name: string; price: string; term: string; text: string; isCurrent: boolean; includes: Entitlements }

const Plan = ({ name, price, term, text, isCurrent, includes: { limitEmails, limitTempl } }: PlanProps) => (
  <section
    aria-label={name}
    className={`rounded-md bg-surface p-5 shadow-card ${isCurrent ? 'border-2 border-accent' : 'border border-default'}`}
  >
    <div className="flex items-center justify-between">
      <h2 className="text-lead font-semibold">{name}</h2>
      {isCurrent && <Badge tone="accent">Your plan</Badge>}
    </div>
    <p className="tabular-nums mt-2">
      <span className="text-display">{price}</span> <span className="text-table text-secondary">{term}</span>
    </p>
    <p className="mt-1 text-table text-secondary">{text}</p>
    <ul className="mt-5 flex flex-col gap-2.5 border-t border-default pt-5 text-table">
      <Benefit>{limitEmails === null ? 'Unlimited emails' : `${limitEmails} emails a month`}</Benefit>
      <Benefit>{limitTempl === null ? 'Unlimited templates' : `${limitTempl} templates`}</Benefit>
      <Benefit>Placeholders and rate formulas in every template</Benefit>
    </ul>
  </section>
)

const Benefit = ({ children }: { children: string }) => (
  <li className="flex items-center gap-2">
    <Check size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-accent-text" />
    {children}
  </li>
)

/** Computes what a plan includes from the rule that grants it, for a new account or one whose trial has ended. */
function entitlements(plan: 'TRIAL' | 'FREE'): Entitlements {
  const now = new Date()
  return entitlementsOf({ createdAt: plan === 'TRIAL' ? now : new Date(0), userType: 'carrier', plan: null }, now)
}
