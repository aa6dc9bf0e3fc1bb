import type { MailboxInUse } from '@loadping/contract/mailboxes/daily-use'
import { Check, CircleAlert, CircleCheck, Clock, type LucideIcon, Mail, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useMe, useUserType } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useIsOnHold, useLoadedBilling } from './billing.data.ts'
import { describePlanCards, type PlanCard } from './plan-cards.ts'

const PastDueNote = lazyPart(async () => (await import('./past-due.tsx')).PastDueNote, null)
const OnHoldNote = lazyPart(async () => (await import('./past-due.tsx')).OnHoldNote, null)
const OwnPastDueNote = lazyPart(async () => (await import('./past-due.tsx')).OwnPastDueNote, null)

/** What needs who pays: a payment that failed, or a plan on hold. Nothing for brokers. */
export const PlanNotes = ({ now }: { now: Date }) => (useUserType() === 'broker' ? null : <CarrierNotes now={now} />)

function CarrierNotes({ now }: { now: Date }) {
  const billing = useLoadedBilling()
  const isOnHold = useIsOnHold()
  return (
    <div className="flex flex-col gap-4 not-empty:mb-4">
      {billing?.mayPay && billing.status === 'past_due' && <PastDueNote now={now} />}
      {isOnHold && <OnHoldNote now={now} />}
      {billing?.own?.status === 'past_due' && <OwnPastDueNote />}
    </div>
  )
}

type PlanCardsProps = { now: Date; mailbox: MailboxInUse | undefined }

/** Shows the plan, and what is left of the trial and of the month's emails if they end; nothing for brokers. */
export const PlanCards = (props: PlanCardsProps) => (useUserType() === 'broker' ? null : <CarrierCards {...props} />)

function CarrierCards({ now, mailbox }: PlanCardsProps) {
  const { data: me } = useMe()
  const cards = describePlanCards({ me, billing: useLoadedBilling(), mailbox, now })
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1 max-sm:gap-3">
      {cards.map((card) => (
        <OneCard key={card.kind} card={card} />
      ))}
    </div>
  )
}

const icons: Record<PlanCard['kind'], LucideIcon> = {
  'Active Plan': CircleCheck,
  'Unlimited emails': Mail,
  'Pro trial': Clock,
  'No trial': Clock,
  'Free plan': Mail,
}

function OneCard({ card: { kind, title, link, use, text, bar, row, footer } }: { card: PlanCard }) {
  const Icon = icons[kind]
  return (
    <Card className="flex flex-col p-5">
      <div className="flex items-start justify-between gap-3">
        <div>
          <p className="flex items-center gap-1.5 text-caption text-secondary">
            <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
            {kind}
          </p>
          <h2 className="tabular-nums mt-1 mb-4 text-[18px] leading-6 font-semibold tracking-[-0.01em]">{title}</h2>
        </div>
        {link ? <CardLink to={link} /> : kind === 'Unlimited emails' && <OnBadge />}
      </div>
      {use && (
        <p className={`tabular-nums -mt-2 mb-3 flex items-center gap-1 text-caption ${levelStyles[use.level]}`}>
          {use.level !== 'accent' && <TriangleAlert size={14} strokeWidth={1.6} aria-hidden="true" />}
          {use.text}
        </p>
      )}
      {text && <p className="text-table text-secondary">{text}</p>}
      {bar && <ProgressBar {...bar} />}
      {row && (
        <p className="tabular-nums mt-auto flex justify-between border-t border-subtle pt-3 text-table">
          <span className="text-secondary">{row.label}</span>
          {row.value}
        </p>
      )}
      {footer && <CardFooter {...footer} />}
    </Card>
  )
}

const levelStyles = { accent: 'text-secondary', warning: 'text-warning-text', danger: 'text-danger-text' }
const levelIcons = { accent: undefined, warning: TriangleAlert, danger: CircleAlert }

function CardFooter({ left, right, level }: NonNullable<PlanCard['footer']>) {
  const Icon = levelIcons[level]
  return (
    <p className="tabular-nums mt-auto flex justify-between pt-2 text-caption text-secondary">
      <span className={`flex items-center gap-1 ${levelStyles[level]}`}>
        {Icon && <Icon size={14} strokeWidth={1.6} aria-hidden="true" />}
        {left}
      </span>
      <span>{right}</span>
    </p>
  )
}

const OnBadge = () => (
  <Badge tone="accent">
    <Check size={14} strokeWidth={1.6} aria-hidden="true" />
    On
  </Badge>
)

/** Who manages a team is led to the plans, others to the upgrade to Pro. */
function CardLink({ to }: { to: NonNullable<PlanCard['link']> }) {
  const { organizationId } = useMe().data
  const upgrade = organizationId === null ? paths.upgrade : paths.pricing
  const [label, address] = {
    billing: ['Manage billing', paths.pricing],
    mailbox: ['Connect another mailbox', paths.connect],
    upgrade: ['Upgrade', upgrade],
    unlimited: ['Get unlimited', upgrade],
  }[to] as [string, string]
  return (
    <Link to={address} className={buttonStyle(to === 'upgrade' ? 'primary' : 'secondary')}>
      {label}
    </Link>
  )
}
