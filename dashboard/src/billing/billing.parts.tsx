import { allowanceLevel, trialDaysLeft } from '@loadping/contract/rules/plans'
import { CircleAlert, Clock, Mail, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe, useUserType } from '../account/account.data.ts'
import { Card } from '../ui/card.tsx'
import { formatShortDate } from '../ui/format-date.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'

const dayMilliseconds = 86_400_000

/** Shows what is left of the trial and of the month's emails; nothing for brokers and accounts without a limit. */
export function PlanCards({ now }: { now: Date }) {
  const { data: me } = useMe()
  if (useUserType() === 'broker' || me.emails === null || me.limitEmails === null) return null

  return (
    <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1 max-sm:gap-3">
      <TrialCard createdAt={new Date(me.createdAt)} trialDays={me.trialDays} now={now} />
      <EmailsCard left={me.emails} limit={me.limitEmails} />
    </div>
  )
}

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

function EmailsCard({ left, limit }: { left: number; limit: number }) {
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
        Sending is paused
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
      <CardFooter left={notes[tone]} right={`${left * 2}%`} />
    </PlanCard>
  )
}

const PlanCard = ({
  icon,
  kind,
  title,
  children,
}: {
  icon: ReactNode
  kind: string
  title: string
  children: ReactNode
}) => (
  <Card className="p-5">
    <p className="flex items-center gap-1.5 text-caption text-secondary">
      {icon}
      {kind}
    </p>
    <h2 className="tabular-nums mt-1 mb-4 text-[18px] leading-6 font-semibold tracking-[-0.01em]">{title}</h2>
    {children}
  </Card>
)

const CardFooter = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <p className="tabular-nums mt-2 flex justify-between text-caption text-secondary">
    <span>{left}</span>
    <span>{right}</span>
  </p>
)
