import '@loadping/contract/billing/billing.api' // loads the endpoints with the screen, not after it
import { brand } from '@loadping/contract/brand'
import { useMe } from '../account/account.data.ts'
import { Section } from '../section.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { ActivePlan, GrantedPlan, Operator, OwnSubscription, TeamPlan } from './active-plan.tsx'
import { useBilling, useMayBuy, useReturnFromStripe } from './billing.data.ts'
import { ChangePlan } from './change-plan.tsx'
import { Invoices } from './invoices.tsx'
import { GraceDays, OwnPastDueNote, PastDueNote } from './past-due.tsx'
import { columnsStyle, IntervalChoice, PlanOffers, TrialNote } from './plan-offers.tsx'
import { PlanTable } from './plan-table.tsx'

/** Shows what is paid and why, or what each plan offers. */
export function BillingScreen() {
  return (
    <>
      <title>{`Billing · ${brand.name}`}</title>
      <Section what="your billing" isPage skeleton={<BillingSkeleton />}>
        <BillingPage />
      </Section>
    </>
  )
}

function BillingPage() {
  const now = useNow()
  const { payments } = useBilling()
  const mayBuy = useMayBuy()
  const isReturning = useReturnFromStripe()
  const context =
    payments === 'off'
      ? `This ${brand.name} server takes no payments. Your operator gives out the plans`
      : 'Prices in US dollars, before tax'
  return (
    <>
      <PageHead title="Billing" context={isReturning ? 'Asking Stripe what was paid…' : context}>
        {mayBuy && <IntervalChoice />}
      </PageHead>
      <BillingContent now={now} />
      <p className="mt-4 text-table text-secondary">
        Questions about your plan? Email{' '}
        <a href={`mailto:${brand.supportAddress}`} className="text-accent-text underline underline-offset-3">
          {brand.supportAddress}
        </a>
        .
      </p>
    </>
  )
}

function BillingContent({ now }: { now: Date }) {
  const { status, plan, grant, mayPay, payments } = useBilling()
  const { billingPlan, organizationId } = useMe().data
  const isTeamMember = organizationId !== null && !mayPay
  if (isTeamMember)
    return (
      <div className="flex flex-col gap-4">
        <OwnPastDueNote />
        <Columns main={<TeamPlan />} side={<OwnSubscription />} />
      </div>
    )
  if (payments === 'off')
    return (
      <Columns
        main={
          <>
            {grant ? <GrantedPlan /> : <TrialNote now={now} />}
            <PlanTable />
          </>
        }
        side={<Operator />}
      />
    )
  const isPaid = plan !== null && (status === 'active' || status === 'trialing' || status === 'past_due')
  if (isPaid)
    return (
      <div className="flex flex-col gap-4">
        <PastDueNote now={now} />
        <OwnPastDueNote />
        <Columns
          main={
            <>
              <ActivePlan now={now} />
              <Invoices />
            </>
          }
          side={
            <>
              {status === 'past_due' && <GraceDays now={now} />}
              <ChangePlan />
              <OwnSubscription />
            </>
          }
        />
      </div>
    )
  const isOwing = status === 'past_due' // the open invoice comes before any other offer
  const isFree = billingPlan === 'FREE' || billingPlan === 'TRIAL'
  return (
    <div className="flex flex-col gap-4">
      <PastDueNote now={now} />
      <OwnPastDueNote />
      {grant ? (
        <Columns main={<GrantedPlan />} side={<OwnSubscription />} />
      ) : (
        isFree && !isOwing && <TrialNote now={now} />
      )}
      {!isOwing && <PlanOffers />}
      {status !== 'none' && <Invoices />}
    </div>
  )
}

const Columns = ({ main, side }: { main: React.ReactNode; side: React.ReactNode }) => (
  <div className={columnsStyle}>
    <div className="flex min-w-0 flex-col gap-4">{main}</div>
    <div className="flex min-w-0 flex-col gap-4">{side}</div>
  </div>
)

const BillingSkeleton = () => (
  <>
    <PageHead title="Billing" context="Prices in US dollars, before tax" />
    <Card className="p-5">
      <Skeleton className="mb-4 h-6 w-40" />
      <Skeleton className="mb-3 h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </Card>
  </>
)
