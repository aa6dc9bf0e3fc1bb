import type { BillingInterval } from '@loadping/contract/billing/billing'
import { freeTemplates, planNames, planPrices } from '@loadping/contract/billing/plans'
import '@loadping/contract/billing/billing.api' // loads the endpoints with the screen, not after it
import { brand } from '@loadping/contract/brand'
import { formatDate, formatShortDate } from '@loadping/contract/format/instants'
import { formatBill } from '@loadping/contract/format/money'
import { describeDailyUse } from '@loadping/contract/mailboxes/daily-use'
import { ChevronRight, Lock, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, Navigate } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { useDefaultMailbox } from '../mailboxes/mailboxes.data.ts'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { useBilling, useMayBuy, useTrial, useUpgrade } from './billing.data.ts'
import { columnsStyle, IntervalChoice, useInterval } from './plan-offers.tsx'

/** Says what Pro changes and what it costs, before anything is paid. */
export const UpgradeScreen = () => (
  <>
    <title>{`Upgrade to Pro · ${brand.name}`}</title>
    <Section what="the upgrade" isPage skeleton={<UpgradeSkeleton />}>
      <Upgrade />
    </Section>
  </>
)

function Upgrade() {
  const now = useNow()
  const [interval] = useInterval()
  useBilling() // until it is there, nobody is sent away
  if (!useMayBuy()) return <Navigate to={paths.pricing} replace />
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-caption text-secondary">
        <Link to={paths.pricing} className="hover:text-primary">
          Billing
        </Link>
        <ChevronRight size={14} strokeWidth={1.6} aria-hidden="true" />
        Upgrade to Pro
      </nav>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-title">Upgrade to Pro</h1>
          <p className="mt-0.5 text-table text-secondary">What changes, and what you pay, before you pay it</p>
        </div>
        <IntervalChoice />
      </div>
      <div className={columnsStyle}>
        <div className="flex min-w-0 flex-col gap-4">
          <Changes now={now} />
          <OneSeat />
          <p className="flex items-center gap-2 text-caption text-secondary">
            <Lock size={14} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
            Stripe takes the payment. {brand.name} never sees your card number.
          </p>
        </div>
        <Payment interval={interval} now={now} />
      </div>
    </>
  )
}

function Changes({ now }: { now: Date }) {
  const { billingPlan, emails, limitEmails, limitTempl, usedEmails, renewsAt } = useMe().data
  const mailbox = useDefaultMailbox()
  const isTrial = billingPlan === 'TRIAL'
  const { daysLeft, endsAt } = useTrial(now)
  const trialEnd = formatDate(endsAt)
  return (
    <Card title="What changes" aside="From the moment you pay">
      <table className="tabular-nums w-full text-left text-table">
        <thead className="bg-sunken text-caption text-secondary">
          <tr>
            <th className="h-9 px-4 font-medium">
              <span className="sr-only">What</span>
            </th>
            <th className="px-4 font-medium">{planNames[billingPlan]}, now</th>
            <th className="px-4 font-medium text-accent-text">Pro</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-default">
          <ChangeRow
            name="Emails"
            now={
              limitEmails === null || renewsAt === null
                ? 'No monthly limit'
                : `${emails ?? 0} of ${limitEmails} left, renews ${formatShortDate(new Date(renewsAt))}`
            }
            then="No monthly limit"
            note={usedEmails > 0 ? `The ${usedEmails} you sent stay in Analytics` : ''}
          />
          <ChangeRow
            name="Templates"
            now={limitTempl === null ? `No limit until ${trialEnd}, then ${freeTemplates}` : `Up to ${limitTempl}`}
            then="No limit"
            note="All of yours stay"
          />
          {isTrial && (
            <ChangeRow
              name="When the trial ends"
              now={`Free on ${trialEnd}`}
              then="Pro goes on"
              note={daysLeft > 0 ? 'Pro begins now, not when the trial ends' : ''}
            />
          )}
          {mailbox && (
            <ChangeRow
              name="Sending mailbox"
              now={describeDailyUse(mailbox).limit}
              then="Stays the same"
              note={
                mailbox.kind === 'relay' ? (
                  <>
                    <Link to={paths.connect} className="text-accent-text underline underline-offset-3">
                      Connect a mailbox
                    </Link>{' '}
                    to send more
                  </>
                ) : (
                  ''
                )
              }
            />
          )}
          <ChangeRow name="Team" now="Just you" then="Just you" note="Teams need the Business Plan" />
        </tbody>
      </table>
    </Card>
  )
}

type ChangeRowProps = { name: string; now: string; then: string; note: ReactNode }

const ChangeRow = ({ name, now, then, note }: ChangeRowProps) => (
  <tr>
    <th scope="row" className="px-4 py-2.5 align-top font-semibold">
      {name}
    </th>
    <td className="px-4 py-2.5 align-top text-secondary">{now}</td>
    <td className="px-4 py-2.5 align-top">
      <p className="font-semibold">{then}</p>
      <p className="text-caption text-secondary">{note}</p>
    </td>
  </tr>
)

function OneSeat() {
  const { email } = useMe().data
  return (
    <Card className="flex flex-wrap items-center gap-3 p-4">
      <Users size={20} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-secondary" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-table font-semibold wrap-anywhere">1 seat: {email}</h2>
        <p className="text-caption text-secondary">
          Pro belongs to one person. For three or more dispatchers, the Business Plan has one bill, roles and an
          activity log.
        </p>
      </div>
      <a href={paths.supportEmail(planNames.BUSINESS)} className={buttonStyle('secondary')}>
        Contact Us
      </a>
    </Card>
  )
}

/** The same day of a later month, or the month's last. */
function nextRenewal(now: Date, interval: BillingInterval): Date {
  const months = interval === 'month' ? 1 : 12
  const next = new Date(now)
  next.setUTCMonth(now.getUTCMonth() + months)
  if (next.getUTCDate() !== now.getUTCDate()) next.setUTCDate(0)
  return next
}

function Payment({ interval, now }: { interval: BillingInterval; now: Date }) {
  const { mutate, isPending } = useUpgrade()
  const { billingPlan } = useMe().data
  const { daysLeft } = useTrial(now)
  const price = formatBill(planPrices.PRO[interval])
  return (
    <Card title="What you pay">
      <div className="tabular-nums p-4">
        <dl className="flex flex-col gap-3 text-table">
          <Line name={`Pro, ${interval === 'month' ? 'monthly' : 'yearly'}`} value={price} />
          <Line name="Seats" value="× 1" />
          {billingPlan === 'TRIAL' && <Line name={`Trial days left (${daysLeft})`} value="$0.00" />}
          <Line name="Tax" value="From your address, next page" />
        </dl>
        <p className="mt-3 flex items-baseline justify-between border-t border-default pt-3">
          <span className="font-semibold">Due today</span>
          <span className="text-display">{price}</span>
        </p>
        <p className="text-right text-caption text-secondary">before tax</p>
        <dl className="my-4 flex flex-col gap-2 rounded-sm bg-sunken p-3.5 text-table">
          <Line name="Next renewal" value={formatDate(nextRenewal(now, interval))} />
          <Line name={`Then each ${interval}`} value={price} />
        </dl>
        <Button
          variant="primary"
          size="lg"
          className="w-full"
          isLoading={isPending}
          onPress={() => mutate({ plan: 'PRO', interval })}
        >
          Continue to payment, {price}
        </Button>
        <p className="mt-3 text-center text-caption text-secondary">
          Cancel any time. Pro stays on to the end of the paid {interval}.
        </p>
      </div>
    </Card>
  )
}

const Line = ({ name, value }: { name: string; value: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-secondary">{name}</dt>
    <dd className="text-right font-medium">{value}</dd>
  </div>
)

const UpgradeSkeleton = () => (
  <Card className="p-5">
    <Skeleton className="mb-4 h-6 w-40" />
    <Skeleton className="h-4 w-full" />
  </Card>
)
