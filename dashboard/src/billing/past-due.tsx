import type { Billing } from '@loadping/contract/billing/billing'
import { freeTemplates, graceDays, monthlyEmails } from '@loadping/contract/billing/plans'
import { countOf } from '@loadping/contract/format/counts'
import { formatDate, formatInstant, formatWhen } from '@loadping/contract/format/instants'
import { formatBill } from '@loadping/contract/format/money'
import { CircleAlert, Clock, ExternalLink, RefreshCw, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '../account/account.data.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { useBilling, useCheckBilling, useOpenPortal } from './billing.data.ts'

/** Returns the days of grace that are left, 0 to all. */
const daysLeft = (graceEndsAt: string, now: Date): number =>
  Math.min(graceDays, Math.max(0, Math.ceil((Date.parse(graceEndsAt) - now.getTime()) / 86_400_000)))

/** Returns what an interval costs. */
export const sumOf = ({ seats, seatCents }: Billing): string => formatBill((seatCents ?? 0) * (seats ?? 1))

/** Returns what the open invoice asks for, with tax. */
export const owedOf = (billing: Billing): string =>
  billing.owedCents === null ? sumOf(billing) : formatBill(billing.owedCents)

/** The payment that failed, how long it may still be paid, and where; nothing for who does not pay. */
export function PastDueNote({ now }: { now: Date }) {
  const billing = useBilling()
  const { billingPlan } = useMe().data
  const { mutate, isPending } = useOpenPortal()
  if (billing.status !== 'past_due' || billing.graceEndsAt === null || billing.failedAt === null) return null
  if (!billing.mayPay) return null
  const end = new Date(billing.graceEndsAt)
  const left = daysLeft(billing.graceEndsAt, now)
  const isOver = left < 1
  const headline = isOver ? billingPlan === 'FREE' && 'Your plan is Free now' : `${countOf(left, 'day')} left to pay`
  return (
    <Note
      isUrgent={isOver}
      title={<>Your payment didn’t go through. {headline}</>}
      actions={
        <>
          <Button isLoading={isPending} onPress={mutate}>
            Change card
          </Button>
          <PayLink url={billing.invoiceUrl}>Pay {owedOf(billing)}</PayLink>
        </>
      }
    >
      {billing.paidBy ?? 'The payment'} was declined on {formatDate(new Date(billing.failedAt))}.{' '}
      {isOver ? 'Nothing is deleted. Pay, and your plan comes back.' : `Everything works until ${formatInstant(end)}.`}
    </Note>
  )
}

/** For who is on a team: the payment of their own subscription that failed. */
export function OwnPastDueNote() {
  const { own } = useBilling()
  const { mutate, isPending } = useOpenPortal('own')
  if (own?.status !== 'past_due') return null
  return (
    <Note
      isUrgent={false}
      title="The payment for your own subscription didn’t go through"
      actions={
        <>
          <Button isLoading={isPending} onPress={mutate}>
            Manage in Stripe
          </Button>
          <PayLink url={own.invoiceUrl}>{own.owedCents === null ? 'Pay' : `Pay ${formatBill(own.owedCents)}`}</PayLink>
        </>
      }
    >
      You have your team’s plan, so nothing changes for you. Pay your own, or cancel it.
    </Note>
  )
}

/** A plan that is paid for and does not count, because Stripe did not answer for too long. */
export function OnHoldNote({ now }: { now: Date }) {
  const { failingSince } = useBilling()
  const { mutate, isPending } = useCheckBilling()
  if (failingSince === null) return null
  return (
    <Note
      isUrgent={false}
      title="Your plan is on hold"
      actions={
        <Button isLoading={isPending} onPress={mutate}>
          Check again
        </Button>
      }
    >
      We haven’t reached Stripe since {formatWhen(new Date(failingSince), now)}. Your plan comes back when we do. Until
      then you have Free, and nothing is deleted.
    </Note>
  )
}

type NoteProps = { isUrgent: boolean; title: ReactNode; actions: ReactNode; children: ReactNode }

const Note = ({ isUrgent, title, actions, children }: NoteProps) => (
  <div
    role="status"
    className={`flex flex-wrap items-center gap-3 rounded-md border px-4 py-4 ${isUrgent ? 'border-danger-border bg-danger-subtle' : 'border-warning-border bg-warning-subtle'}`}
  >
    <TriangleAlert
      size={20}
      strokeWidth={1.6}
      aria-hidden="true"
      className={`shrink-0 ${isUrgent ? 'text-danger-text' : 'text-warning-text'}`}
    />
    <div className="min-w-0 flex-1 basis-60">
      <h2 className="font-semibold">{title}</h2>
      <p className="tabular-nums text-table text-secondary">{children}</p>
    </div>
    <div className="flex flex-wrap gap-2">{actions}</div>
  </div>
)

const PayLink = ({ url, children }: { url: string | null; children: ReactNode }) =>
  url !== null && (
    <a href={url} className={buttonStyle('primary')}>
      {children}
      <ExternalLink size={16} strokeWidth={1.6} aria-hidden="true" />
    </a>
  )

/** The days of grace in which a payment that failed can still be made. */
export function GraceDays({ now }: { now: Date }) {
  const { failedAt, graceEndsAt, nextAttemptAt } = useBilling()
  if (failedAt === null || graceEndsAt === null) return null
  const begin = new Date(failedAt)
  const left = daysLeft(graceEndsAt, now)
  const day = Math.min(graceDays, graceDays - left + 1)
  return (
    <Card title={`The ${graceDays} days`} aside={`Day ${day} of ${graceDays}`}>
      <div className="p-4">
        <div aria-hidden="true" className="flex gap-1">
          {Array.from({ length: graceDays }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its position.
            <span key={index} className={`h-1.5 flex-1 rounded-xs ${index < day ? 'bg-warning' : 'bg-track'}`} />
          ))}
        </div>
        <ol className="mt-4 flex flex-col gap-4">
          <Moment icon={<X size={14} strokeWidth={1.8} />} day={formatDate(begin)} text="Payment declined" />
          <Moment
            icon={<Clock size={14} strokeWidth={1.8} />}
            day={`Today, ${formatDate(now)}`}
            text={
              left > 0 ? `${countOf(left, 'day')} left. Nothing has changed for you` : `The ${graceDays} days are over`
            }
          />
          {nextAttemptAt !== null && nextAttemptAt < graceEndsAt && (
            <Moment
              icon={<RefreshCw size={14} strokeWidth={1.8} />}
              day={formatDate(new Date(nextAttemptAt))}
              text="Stripe tries the card again"
            />
          )}
          <Moment
            icon={<CircleAlert size={14} strokeWidth={1.8} />}
            day={formatInstant(new Date(graceEndsAt))}
            text={`Your plan becomes Free: ${monthlyEmails} emails a month, no new templates above ${freeTemplates}`}
          />
        </ol>
        <p className="mt-4 rounded-sm bg-sunken p-3 text-caption text-secondary">
          Nothing is deleted. Pay later and your plan comes back.
        </p>
      </div>
    </Card>
  )
}

const Moment = ({ icon, day, text }: { icon: ReactNode; day: string; text: string }) => (
  <li className="flex gap-3">
    <span
      aria-hidden="true"
      className="mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-xs bg-warning-subtle text-warning-text"
    >
      {icon}
    </span>
    <div className="tabular-nums text-caption">
      <p className="text-table font-semibold">{day}</p>
      <p className="text-secondary">{text}</p>
    </div>
  </li>
)
