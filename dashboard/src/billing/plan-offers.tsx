import type { BillingInterval } from '@loadping/contract/billing/billing'
import {
  type Entitlements,
  entitlementsOf,
  minSeats,
  type PaidPlan,
  planNames,
  planPrices,
} from '@loadping/contract/billing/plans'
import { formatDate, formatShortDate } from '@loadping/contract/format/instants'
import { formatDollars } from '@loadping/contract/format/money'
import { Check, CircleAlert, Clock, Lock } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { useMayBuy, useTrial } from './billing.data.ts'

/** How many months a year of Pro costs less than twelve. */
export const monthsFree = 12 - planPrices.PRO.year / planPrices.PRO.month

/** A main column and one at its side, which ends where the last of the three plans does. */
export const columnsStyle = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,calc((100%-2rem)/3))]'

/** Returns the interval that the address names, and changes it there. */
export function useInterval(): [BillingInterval, (next: BillingInterval) => void] {
  const [search, setSearch] = useSearchParams()
  const choose = (next: BillingInterval) => setSearch(next === 'year' ? { interval: next } : {}, { replace: true })
  return [search.get('interval') === 'year' ? 'year' : 'month', choose]
}

/** Chooses between monthly and yearly prices. */
export function IntervalChoice() {
  const [interval, choose] = useInterval()
  return (
    <fieldset className="flex rounded-sm bg-active p-0.5">
      <legend className="sr-only">Pay</legend>
      {(['month', 'year'] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={interval === value}
          onClick={() => choose(value)}
          className={`h-8 rounded-xs px-3 text-table max-sm:h-11 ${interval === value ? 'bg-surface font-medium text-primary shadow-card' : 'text-secondary hover:text-primary'}`}
        >
          {value === 'month' ? 'Monthly' : `Yearly, ${monthsFree} months free`}
        </button>
      ))}
    </fieldset>
  )
}

/** Says how long the trial lasts or when it ended, and how many emails are left. */
export function TrialNote({ now }: { now: Date }) {
  const { emails, limitEmails, renewsAt } = useMe().data
  const mayBuy = useMayBuy()
  const [interval] = useInterval()
  const { daysLeft, endsAt, title, whyNone } = useTrial(now)
  const isExpired = daysLeft < 1 && !whyNone
  const Icon = isExpired ? CircleAlert : Clock
  const allowance =
    emails === null || limitEmails === null || renewsAt === null
      ? ''
      : ` ${emails}/${limitEmails} emails left. Renews ${formatShortDate(new Date(renewsAt))}.`
  return (
    <div
      className={`flex flex-wrap items-center gap-3 rounded-md border px-4 py-4 ${isExpired ? 'border-danger-border bg-danger-subtle' : 'border-accent-border bg-accent-subtle'}`}
    >
      <Icon
        size={20}
        strokeWidth={1.6}
        aria-hidden="true"
        className={`shrink-0 ${isExpired ? 'text-danger-text' : 'text-accent-text'}`}
      />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">{title}</h2>
        <p className="tabular-nums text-table text-secondary">
          {whyNone ??
            (isExpired
              ? `It ended on ${formatDate(endsAt)}. Your templates and loads are kept.`
              : `Unlimited templates until ${formatDate(endsAt)}. No card is needed for the trial.`)}
          {allowance}
        </p>
      </div>
      {isExpired && mayBuy && (
        <Link to={paths.upgradeTo(interval)} className={buttonStyle('primary')}>
          Upgrade to Pro
        </Link>
      )}
    </div>
  )
}

/** Offers the plans, with what each includes and how to get it. */
export function PlanOffers() {
  const [interval] = useInterval()
  const { billingPlan } = useMe().data
  const mayBuy = useMayBuy()
  const price = formatDollars(planPrices.PRO[interval])
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-4">
        <Plan
          id="FREE"
          price="$0"
          term="for good"
          text="For a first look at one board."
          isMarked={billingPlan === 'FREE' && !mayBuy}
        >
          <span className={`${buttonStyle('secondary', 'lg', true)} w-full`}>
            {billingPlan === 'FREE'
              ? 'Your plan now'
              : billingPlan === 'TRIAL'
                ? 'Your plan after the trial'
                : 'Without payment'}
          </span>
        </Plan>
        <Plan
          id="PRO"
          price={price}
          term={interval === 'month' ? 'per user, month' : 'per user, year'}
          text="For dispatchers who email all day."
          isMarked={billingPlan === 'PRO' || mayBuy}
          isOffered={mayBuy}
        >
          {mayBuy ? (
            <Link to={paths.upgradeTo(interval)} className={`${buttonStyle('primary', 'lg')} w-full`}>
              Upgrade to Pro
            </Link>
          ) : (
            <ContactUs plan="PRO" isCurrent={billingPlan === 'PRO'} />
          )}
        </Plan>
        <Plan
          id="BUSINESS"
          price="Custom"
          term={`from ${minSeats} seats`}
          text="For teams that share brokers and trucks."
          isMarked={billingPlan === 'BUSINESS'}
        >
          <ContactUs plan="BUSINESS" isCurrent={billingPlan === 'BUSINESS'} />
        </Plan>
      </div>
      <p className="flex items-center gap-2 text-caption text-secondary">
        <Lock size={14} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
        Payments run through Stripe. Cancel any time, Pro stays on to the end of the paid {interval}.
      </p>
    </div>
  )
}

const ContactUs = ({ plan, isCurrent }: { plan: 'PRO' | 'BUSINESS'; isCurrent: boolean }) =>
  isCurrent ? (
    <span className={`${buttonStyle('secondary', 'lg', true)} w-full`}>Your plan now</span>
  ) : (
    <a href={paths.supportEmail(planNames[plan])} className={`${buttonStyle('secondary', 'lg')} w-full`}>
      Contact Us
    </a>
  )

type PlanProps = {
  id: 'FREE' | PaidPlan
  price: string
  term: string
  text: string
  /** What is offered stands out, else what the user has. */
  isMarked: boolean
  isOffered?: boolean
  children: React.ReactNode
}

function Plan({ id, price, term, text, isMarked, isOffered = false, children }: PlanProps) {
  const { billingPlan, trialDays } = useMe().data
  const { limitEmails, limitTempl, features } = whatPlanGives(id)
  return (
    <section
      aria-label={planNames[id]}
      className={`flex flex-col rounded-md bg-surface p-5 border shadow-card ${isMarked ? 'border-accent ring-1 ring-accent' : 'border-default'}`}
    >
      <div className="flex items-center justify-between">
        <h2 className="text-lead font-semibold">{planNames[id]}</h2>
        {id === 'PRO' && billingPlan === 'TRIAL' && <Badge tone="warning">Trial</Badge>}
        {id === 'PRO' && billingPlan === 'FREE' && trialDays > 0 && isOffered && <Badge tone="danger">Expired</Badge>}
      </div>
      <p className="tabular-nums mt-2">
        <span className="text-display">{price}</span> <span className="ml-1 text-table text-secondary">{term}</span>
      </p>
      <p className="mt-1 mb-5 min-h-10 text-table text-secondary">{text}</p>
      {children}
      <ul className="mt-5 flex flex-col gap-2.5 border-t border-default pt-5 text-table">
        <Benefit>{limitEmails === null ? 'Unlimited emails' : `${limitEmails} emails a month`}</Benefit>
        <Benefit>{limitTempl === null ? 'Unlimited templates' : `${limitTempl} templates`}</Benefit>
        <Benefit>Placeholders and rate formulas in every template</Benefit>
        {features.includes('team-management') && <Benefit>Team members, roles and an activity log</Benefit>}
      </ul>
    </section>
  )
}

const Benefit = ({ children }: { children: string }) => (
  <li className="flex items-center gap-2">
    <Check size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-accent-text" />
    {children}
  </li>
)

/** Computes what a plan includes from the rule that grants it, for an account whose trial has ended. */
export function whatPlanGives(id: 'FREE' | PaidPlan): Entitlements {
  return entitlementsOf(
    { createdAt: new Date(0), trialDays: 0, userType: 'carrier', plan: id === 'FREE' ? null : id },
    new Date(),
  )
}
