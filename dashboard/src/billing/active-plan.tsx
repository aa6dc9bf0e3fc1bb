import type { Billing } from '@loadping/contract/billing/billing'
import { graceDays, keptHours, planNames } from '@loadping/contract/billing/plans'
import { brand } from '@loadping/contract/brand'
import { countOf, formatCount } from '@loadping/contract/format/counts'
import { formatDate, formatShortDate, formatTime, formatWhen } from '@loadping/contract/format/instants'
import { formatBill } from '@loadping/contract/format/money'
import { describeDailyUse } from '@loadping/contract/mailboxes/daily-use'
import { CircleCheck, Clock, ExternalLink, Mail, RefreshCw, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '../account/account.data.ts'
import { useDefaultMailbox } from '../mailboxes/mailboxes.data.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { useBilling, useCheckBilling, useIsOnHold, useOpenPortal } from './billing.data.ts'
import { owedOf, sumOf } from './past-due.tsx'

const dayMs = 86_400_000

/** Says what a subscription costs, such as `3 seats × $22.00 a month`. */
function priceOf({ seats, seatCents, interval }: Billing): string {
  if (seatCents === null || interval === null) return ''
  const price = `${formatBill(seatCents)} a ${interval}`
  return seats === null ? price : `${countOf(seats, 'seat')} × ${price}`
}

/** What is paid for: price, renewal, card, use, and why the user has it. */
export function ActivePlan({ now }: { now: Date }) {
  const billing = useBilling()
  const portal = useOpenPortal()
  const isOnHold = useIsOnHold()
  return (
    <Card className="p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PlanTitle name={planNames[billing.plan ?? 'FREE']} price={priceOf(billing)}>
          {billing.status === 'past_due' && (
            <Badge tone="warning">
              <Clock size={12} strokeWidth={1.8} aria-hidden="true" />
              Past due
            </Badge>
          )}
          {isOnHold && <Badge tone="warning">On hold</Badge>}
          {billing.endsAt !== null && <Badge tone="warning">Ends {formatDate(new Date(billing.endsAt))}</Badge>}
        </PlanTitle>
        <Button isLoading={portal.isPending} onPress={portal.mutate}>
          Manage in Stripe
          <ExternalLink size={16} strokeWidth={1.6} aria-hidden="true" />
        </Button>
      </div>
      <Cells>
        <Renewal billing={billing} now={now} />
        <Payment billing={billing} />
        <UseCells />
      </Cells>
      <Why billing={billing} now={now} />
    </Card>
  )
}

/** A plan that the operator granted. */
export function GrantedPlan() {
  const { grant, payments } = useBilling()
  const { billingPlan } = useMe().data
  if (!grant) return null
  const since = new Date(grant.since)
  return (
    <Card className="p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PlanTitle name={planNames[billingPlan]} price={grant.seats === null ? '' : countOf(grant.seats, 'seat')}>
          <Badge>Given by your operator</Badge>
        </PlanTitle>
        {grant.seats !== null && payments !== 'off' && (
          <a href={paths.supportEmail('More seats')} className={buttonStyle('secondary')}>
            Contact Us about seats
          </a>
        )}
      </div>
      <Cells>
        <Cell name="Given on" value={formatDate(since)} note={payments === 'off' ? 'No payment' : 'Without payment'} />
        <Cell name="Ends" value="No end date" note="Until your operator changes it" />
        <UseCells />
      </Cells>
      <Reason title={`Why you have ${planNames[grant.plan]}`}>
        Granted on {formatDate(since)}. No invoice and no card belong to it.
      </Reason>
    </Card>
  )
}

/** The plan of a team, for those who don't pay for it. */
export function TeamPlan() {
  const { billingPlan } = useMe().data
  return (
    <Card className="p-5">
      <PlanTitle name={planNames[billingPlan]} price="">
        <Badge>Your team’s</Badge>
      </PlanTitle>
      <Cells>
        <UseCells />
      </Cells>
      <Reason title={`Why you have ${planNames[billingPlan]}`}>
        You’re on a team. Its managers choose the plan and pay for it.
      </Reason>
    </Card>
  )
}

/** A subscription of the user's own that goes on beside the team's plan. */
export function OwnSubscription() {
  const { own } = useBilling()
  const { mutate, isPending } = useOpenPortal('own')
  if (own === null) return null
  return (
    <Card title="Your own subscription">
      <div className="flex flex-col items-start gap-3 p-4 text-table text-secondary">
        <p>You also pay for a plan of your own. While you’re on a team, the team’s plan counts.</p>
        <Button isLoading={isPending} onPress={mutate}>
          Manage in Stripe
          <ExternalLink size={16} strokeWidth={1.6} aria-hidden="true" />
        </Button>
      </div>
    </Card>
  )
}

const PlanTitle = ({ name, price, children }: { name: string; price: string; children: ReactNode }) => (
  <div>
    <p className="flex flex-wrap items-center gap-2 text-caption text-secondary">
      <CircleCheck size={14} strokeWidth={1.6} aria-hidden="true" />
      Active Plan
      {children}
    </p>
    <h2 className="tabular-nums mt-1 flex flex-wrap items-baseline gap-x-2">
      <span className="text-kpi">{name}</span>
      <span className="text-table font-normal text-secondary">{price}</span>
    </h2>
  </div>
)

const Cells = ({ children }: { children: ReactNode }) => (
  <dl className="tabular-nums mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(150px,100%),1fr))] gap-4 border-t border-default pt-4">
    {children}
  </dl>
)

const Cell = ({ name, value, note = '' }: { name: string; value: ReactNode; note?: string }) => (
  <div>
    <dt className="text-caption text-secondary">{name}</dt>
    <dd className="mt-1 font-medium">{value}</dd>
    <dd className="text-caption text-secondary">{note}</dd>
  </div>
)

function Renewal({ billing, now }: { billing: Billing; now: Date }) {
  const { renewsAt, endsAt, status, failedAt, nextSeats, nextInterval } = billing
  if (status === 'past_due' && failedAt !== null)
    return (
      <Cell
        name="Open invoice"
        value={<OpenInvoice {...billing} />}
        note={`${owedOf(billing)}, due ${formatShortDate(new Date(failedAt))}`}
      />
    )
  if (endsAt !== null)
    return <Cell name="Ends" value={formatDate(new Date(endsAt))} note="Then Free, nothing is deleted" />
  if (renewsAt === null) return null
  const days = Math.max(0, Math.ceil((Date.parse(renewsAt) - now.getTime()) / dayMs))
  const then =
    nextInterval === null ? sumOf({ ...billing, seats: nextSeats ?? billing.seats }) : `By the ${nextInterval}`
  const note = `${then}, in ${countOf(days, 'day')}`
  return <Cell name="Next renewal" value={formatDate(new Date(renewsAt))} note={note} />
}

const OpenInvoice = ({ invoiceNumber, invoiceUrl }: Billing) =>
  invoiceUrl === null ? (
    (invoiceNumber ?? 'In Stripe')
  ) : (
    <a href={invoiceUrl} className="text-accent-text underline underline-offset-3">
      {invoiceNumber ?? 'View and pay'}
    </a>
  )

/** What pays; while a payment is open, when Stripe tries it again. */
function Payment({ billing: { status, paidBy, cardExpires, nextAttemptAt } }: { billing: Billing }) {
  const expiry = cardExpires === null ? 'Kept by Stripe' : `Expires ${cardExpires}`
  if (status !== 'past_due') return <Cell name="Payment method" value={paidBy ?? 'None on file'} note={expiry} />
  const next = nextAttemptAt === null ? 'No further try' : formatDate(new Date(nextAttemptAt))
  return <Cell name="Next try by Stripe" value={next} note={paidBy ?? 'No payment method on file'} />
}

function UseCells() {
  const { usedEmails, limitEmails } = useMe().data
  const mailbox = useDefaultMailbox()
  return (
    <>
      <Cell
        name="Emails this month"
        value={`${formatCount(usedEmails)} sent`}
        note={limitEmails === null ? 'Your plan has no monthly limit' : `of ${limitEmails}`}
      />
      {mailbox && (
        <Cell name="Sending mailbox" value={describeDailyUse(mailbox).limit} note={describeDailyUse(mailbox).used} />
      )}
    </>
  )
}

function Why({ billing, now }: { billing: Billing; now: Date }) {
  const { mutate, isPending } = useCheckBilling()
  const isOnHold = useIsOnHold()
  const name = planNames[billing.plan ?? 'FREE']
  const paidUntil = billing.endsAt ?? billing.renewsAt
  const checked = billing.checkedAt === null ? '' : `Last checked with Stripe ${describeCheck(billing.checkedAt, now)}.`
  const having = isOnHold ? 'don’t have' : billing.status === 'past_due' ? 'still have' : 'have'
  return (
    <Reason
      title={`Why you ${having} ${name}`}
      action={
        <Button
          size="sm"
          isLoading={isPending}
          icon={<RefreshCw size={14} strokeWidth={1.6} aria-hidden="true" />}
          onPress={mutate}
        >
          Check again
        </Button>
      }
    >
      {billing.status === 'past_due' && billing.failedAt !== null
        ? `The ${graceDays} days of grace began with the first declined payment on ${formatDate(new Date(billing.failedAt))}. Another decline doesn’t shorten or extend them.`
        : paidUntil !== null && `Your subscription is paid through ${formatDate(new Date(paidUntil))}.`}{' '}
      {billing.failingSince === null
        ? checked
        : `We haven’t reached Stripe since ${formatWhen(new Date(billing.failingSince), now)}. ${isOnHold ? 'Your plan comes back when we do.' : `You keep your plan for ${keptHours} hours from then.`}`}
    </Reason>
  )
}

const describeCheck = (at: string, now: Date): string => {
  const instant = new Date(at)
  return formatDate(instant) === formatDate(now) ? `today at ${formatTime(instant)}` : `on ${formatWhen(instant, now)}`
}

const Reason = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <div className="mt-4 flex flex-wrap items-start gap-3 rounded-sm bg-sunken p-3.5">
    <ShieldCheck size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0 text-secondary" />
    <div className="tabular-nums min-w-0 flex-1 basis-52 text-caption text-secondary">
      <h3 className="text-table font-semibold text-primary">{title}</h3>
      <p className="mt-0.5">{children}</p>
    </div>
    {action}
  </div>
)

/** Whom to ask where the server takes no payments. */
export const Operator = () => (
  <Card title="Your operator">
    <div className="flex flex-col items-start gap-3 p-4 text-table">
      <p className="flex items-center gap-2">
        <Mail size={16} strokeWidth={1.6} aria-hidden="true" className="text-secondary" />
        {brand.supportAddress}
      </p>
      <a href={paths.supportEmail('My plan')} className={`${buttonStyle('secondary')} w-full`}>
        Email your operator
      </a>
      <p className="text-caption text-secondary">Ask for another plan, more seats, or an end date.</p>
    </div>
  </Card>
)
