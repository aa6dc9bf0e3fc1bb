import { allowanceLevel, planNames, trialDaysLeft } from '@loadping/contract/billing/plans'
import { formatCount } from '@loadping/contract/format/counts'
import { formatShortDate } from '@loadping/contract/format/instants'
import { describeDailyUse } from '@loadping/contract/mailboxes/daily-use'
import { Check, CircleAlert, CircleCheck, Clock, Mail, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useMe, useUserType } from '../account/account.data.ts'
import { useDefaultMailbox } from '../mailboxes/mailboxes.data.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'

const dayMilliseconds = 86_400_000

/** Shows the plan, and what is left of the trial and of the month's emails if they end; nothing for brokers. */
export function PlanCards({ now }: { now: Date }) {
  const { data: me } = useMe()
  if (useUserType() === 'broker') return null

  const { emails, limitEmails, renewsAt } = me
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1 max-sm:gap-3">
      {emails === null || limitEmails === null || renewsAt === null ? (
        <>
          <ActivePlanCard />
          <UnlimitedCard sent={me.usedEmails} />
        </>
      ) : (
        <>
          <TrialCard createdAt={new Date(me.createdAt)} trialDays={me.trialDays} now={now} />
          <EmailsCard left={emails} limit={limitEmails} renewsAt={new Date(renewsAt)} />
        </>
      )}
    </div>
  )
}

function ActivePlanCard() {
  const { billingPlan, organizationId } = useMe().data
  const isOnBilling = useLocation().pathname === paths.pricing
  return (
    <PlanCard
      icon={<CircleCheck size={14} strokeWidth={1.6} aria-hidden="true" />}
      kind="Active Plan"
      title={planNames[billingPlan]}
      aside={
        !isOnBilling && (
          <Link to={paths.pricing} className={buttonStyle('secondary')}>
            Billing
          </Link>
        )
      }
    >
      <CardRow label="Covers">{organizationId === null ? 'You' : 'Your whole team'}</CardRow>
    </PlanCard>
  )
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

function TrialCard({ createdAt, trialDays, now }: { createdAt: Date; trialDays: number; now: Date }) {
  const left = trialDaysLeft({ createdAt, trialDays }, now)
  const isExpired = left < 1
  const end = formatShortDate(new Date(createdAt.getTime() + trialDays * dayMilliseconds))
  const title = isExpired ? 'Your Pro Trial is Expired' : `Your Pro Trial is about to expire in ${left} day(s)`
  return (
    <PlanCard icon={<Clock size={14} strokeWidth={1.6} aria-hidden="true" />} kind="Pro trial" title={title}>
      <ProgressBar
        label="Trial days left"
        percent={isExpired ? 0 : (left / trialDays) * 100}
        valueText={isExpired ? 'Trial ended' : `${left} of ${trialDays} days left`}
        tone={left === 1 ? 'warning' : 'accent'}
      />
      <CardFooter left={`Started ${formatShortDate(createdAt)}`} right={isExpired ? `Ended ${end}` : `Ends ${end}`} />
    </PlanCard>
  )
}

function EmailsCard({ left, limit, renewsAt }: { left: number; limit: number; renewsAt: Date }) {
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
    >
      <ProgressBar label="Emails left" percent={left * 2} valueText={`${left} of ${limit} emails left`} tone={tone} />
      <CardFooter left={notes[tone]} right={`Renews ${formatShortDate(renewsAt)}`} />
    </PlanCard>
  )
}

type PlanCardProps = { icon: ReactNode; kind: string; title: string; aside?: ReactNode; children: ReactNode }

const PlanCard = ({ icon, kind, title, aside, children }: PlanCardProps) => (
  <Card className="p-5">
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
  <p className="tabular-nums flex justify-between border-t border-subtle pt-3 text-table">
    <span className="text-secondary">{label}</span>
    {children}
  </p>
)

const CardFooter = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <p className="tabular-nums mt-2 flex justify-between text-caption text-secondary">
    <span>{left}</span>
    <span>{right}</span>
  </p>
)
