import type { Billing } from '@loadping/contract/billing/billing'
import { allowanceLevel, planNames } from '@loadping/contract/billing/plans'
import { formatCount } from '@loadping/contract/format/counts'
import { formatDate, formatShortDate } from '@loadping/contract/format/instants'
import { describeDailyUse } from '@loadping/contract/mailboxes/daily-use'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, CircleCheck, Clock, Mail, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMe, useUserType } from '../account/account.data.ts'
import { useDefaultMailbox } from '../mailboxes/mailboxes.data.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { type ButtonVariant, buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useBillingQuery, useIsOnHold, useLacksPlan, useTrial } from './billing.data.ts'

const PastDueNote = lazyPart(async () => (await import('./past-due.tsx')).PastDueNote, null)
const OnHoldNote = lazyPart(async () => (await import('./past-due.tsx')).OnHoldNote, null)
const OwnPastDueNote = lazyPart(async () => (await import('./past-due.tsx')).OwnPastDueNote, null)

/** What needs who pays: a payment that failed, or a plan on hold. Nothing for brokers. */
export const PlanNotes = ({ now }: { now: Date }) => (useUserType() === 'broker' ? null : <CarrierNotes now={now} />)

function CarrierNotes({ now }: { now: Date }) {
  const billing = useQuery(useBillingQuery()).data
  const isOnHold = useIsOnHold()
  return (
    <div className="flex flex-col gap-4 not-empty:mb-4">
      {billing?.mayPay && billing.status === 'past_due' && <PastDueNote now={now} />}
      {isOnHold && <OnHoldNote now={now} />}
      {billing?.own?.status === 'past_due' && <OwnPastDueNote />}
    </div>
  )
}

/** Shows the plan, and what is left of the trial and of the month's emails if they end; nothing for brokers. */
export const PlanCards = ({ now }: { now: Date }) => (useUserType() === 'broker' ? null : <CarrierCards now={now} />)

function CarrierCards({ now }: { now: Date }) {
  const { data: me } = useMe()
  const billing = useQuery(useBillingQuery()).data
  const lacksPlan = useLacksPlan()
  const { emails, limitEmails, renewsAt } = me
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1 max-sm:gap-3">
      {emails === null || limitEmails === null || renewsAt === null ? (
        <>
          <ActivePlanCard billing={billing} />
          <UnlimitedCard sent={me.usedEmails} />
        </>
      ) : (
        <>
          <TrialCard now={now} lacksPlan={lacksPlan} />
          <EmailsCard left={emails} limit={limitEmails} renewsAt={new Date(renewsAt)} lacksPlan={lacksPlan} />
        </>
      )}
    </div>
  )
}

function ActivePlanCard({ billing }: { billing: Billing | undefined }) {
  const { billingPlan, organizationId } = useMe().data
  const { label, at } = billing?.plan === billingPlan ? describeEnd(billing) : noEnd
  return (
    <PlanCard
      icon={<CircleCheck size={14} strokeWidth={1.6} aria-hidden="true" />}
      kind="Active Plan"
      title={planNames[billingPlan]}
      aside={
        <Link to={paths.pricing} className={buttonStyle('secondary')}>
          Manage billing
        </Link>
      }
    >
      {at === null ? (
        <CardRow label="Covers">{organizationId === null ? 'You' : 'Your whole team'}</CardRow>
      ) : (
        <CardRow label={label}>{formatDate(new Date(at))}</CardRow>
      )}
    </PlanCard>
  )
}

const noEnd = { label: '', at: null }

/** Says what the plan does next, and when. */
function describeEnd({ status, endsAt, graceEndsAt, renewsAt }: Billing): { label: string; at: string | null } {
  const isPayable = status === 'past_due' && graceEndsAt !== null
  if (isPayable && (endsAt === null || graceEndsAt < endsAt)) return { label: 'Ends if not paid', at: graceEndsAt }
  return endsAt === null ? { label: 'Renews', at: renewsAt } : { label: 'Ends', at: endsAt }
}

/** Names the plan and, beside it, the lower limit of the mailbox that sends. */
function UnlimitedCard({ sent }: { sent: number }) {
  const mailbox = useDefaultMailbox()
  const { limit, used, level } = mailbox ? describeDailyUse(mailbox) : noLimit
  return (
    <PlanCard
      icon={<Mail size={14} strokeWidth={1.6} aria-hidden="true" />}
      kind="Unlimited emails"
      title={limit}
      aside={
        level === 'accent' ? (
          <Badge tone="accent">
            <Check size={14} strokeWidth={1.6} aria-hidden="true" />
            On
          </Badge>
        ) : (
          <Link to={paths.connect} className={buttonStyle('secondary')}>
            Connect another mailbox
          </Link>
        )
      }
    >
      {used && (
        <p className={`tabular-nums -mt-2 mb-3 flex items-center gap-1 text-caption ${useStyles[level]}`}>
          {level !== 'accent' && <TriangleAlert size={14} strokeWidth={1.6} aria-hidden="true" />}
          {used}
          {level === 'danger' && '. Emails wait until it can send again'}
        </p>
      )}
      <CardRow label="Sent this month">{formatCount(sent)}</CardRow>
    </PlanCard>
  )
}

const noLimit = { limit: 'No sending limit on your plan', used: '', level: 'accent' } as const
const useStyles = { accent: 'text-secondary', warning: 'text-warning-text', danger: 'text-danger-text' }

function TrialCard({ now, lacksPlan }: { now: Date; lacksPlan: boolean }) {
  const { createdAt, trialDays } = useMe().data
  const { daysLeft, endsAt, title, whyNone } = useTrial(now)
  const isExpired = daysLeft < 1
  const end = formatShortDate(endsAt)
  const upgrade = lacksPlan && <UpgradeLink variant="primary">Upgrade</UpgradeLink>
  if (whyNone)
    return (
      <PlanCard
        icon={<Clock size={14} strokeWidth={1.6} aria-hidden="true" />}
        kind="No trial"
        title={title}
        aside={upgrade}
      >
        <p className="text-table text-secondary">{whyNone}</p>
      </PlanCard>
    )
  return (
    <PlanCard
      icon={<Clock size={14} strokeWidth={1.6} aria-hidden="true" />}
      kind="Pro trial"
      title={title}
      aside={upgrade}
    >
      <ProgressBar
        label="Trial days left"
        percent={isExpired ? 0 : (daysLeft / trialDays) * 100}
        valueText={isExpired ? 'Trial ended' : `${daysLeft} of ${trialDays} days left`}
        tone={daysLeft === 1 ? 'warning' : 'accent'}
      />
      <CardFooter
        left={`Started ${formatShortDate(new Date(createdAt))}`}
        right={isExpired ? `Ended ${end}` : `Ends ${end}`}
      />
    </PlanCard>
  )
}

type EmailsCardProps = { left: number; limit: number; renewsAt: Date; lacksPlan: boolean }

function EmailsCard({ left, limit, renewsAt, lacksPlan }: EmailsCardProps) {
  const tone = allowanceLevel(left)
  const notes = {
    accent: `${limit - left} of ${limit} used`,
    warning: (
      <span className="flex items-center gap-1 text-warning-text">
        <TriangleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
        Running low
      </span>
    ),
    danger: (
      <span className="flex items-center gap-1 text-danger-text">
        <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
        No emails left this month
      </span>
    ),
  }
  return (
    <PlanCard
      icon={<Mail size={14} strokeWidth={1.6} aria-hidden="true" />}
      kind="Free plan"
      title={`${left}/${limit} emails left`}
      aside={lacksPlan && <UpgradeLink variant="secondary">Get unlimited</UpgradeLink>}
    >
      <ProgressBar label="Emails left" percent={left * 2} valueText={`${left} of ${limit} emails left`} tone={tone} />
      <CardFooter left={notes[tone]} right={`Renews ${formatShortDate(renewsAt)}`} />
    </PlanCard>
  )
}

/** Leads to the upgrade to Pro; who manages a team, to the plans. */
function UpgradeLink({ variant, children }: { variant: ButtonVariant; children: string }) {
  const { organizationId } = useMe().data
  return (
    <Link to={organizationId === null ? paths.upgrade : paths.pricing} className={buttonStyle(variant)}>
      {children}
    </Link>
  )
}

type PlanCardProps = { icon: ReactNode; kind: string; title: string; aside?: ReactNode; children: ReactNode }

const PlanCard = ({ icon, kind, title, aside, children }: PlanCardProps) => (
  <Card className="flex flex-col p-5">
    <div className="flex items-start justify-between gap-3">
      <div>
        <p className="flex items-center gap-1.5 text-caption text-secondary">
          {icon}
          {kind}
        </p>
        <h2 className="tabular-nums mt-1 mb-4 text-[18px] leading-6 font-semibold tracking-[-0.01em]">{title}</h2>
      </div>
      {aside}
    </div>
    {children}
  </Card>
)

const CardRow = ({ label, children }: { label: string; children: string }) => (
  <p className="tabular-nums mt-auto flex justify-between border-t border-subtle pt-3 text-table">
    <span className="text-secondary">{label}</span>
    {children}
  </p>
)

const CardFooter = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <p className="tabular-nums mt-auto flex justify-between pt-2 text-caption text-secondary">
    <span>{left}</span>
    <span>{right}</span>
  </p>
)
