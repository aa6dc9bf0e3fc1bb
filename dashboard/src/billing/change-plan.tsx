import { monthlyEmails, planNames, planPrices } from '@loadping/contract/billing/plans'
import { countOf } from '@loadping/contract/format/counts'
import { formatDate } from '@loadping/contract/format/instants'
import { formatDollars } from '@loadping/contract/format/money'
import { type ReactNode, useState } from 'react'
import { useMe } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { useBilling, useOpenPortal } from './billing.data.ts'
import { IntervalDialog } from './interval-dialog.tsx'
import { monthsFree } from './plan-offers.tsx'
import { SeatsDialog } from './seats-dialog.tsx'

/** What may be done with a paid plan. */
export function ChangePlan() {
  const { plan, status, endsAt, renewsAt, seats, nextSeats } = useBilling()
  const isChangeable = (status === 'active' || status === 'trialing') && endsAt === null
  const { organizationId } = useMe().data
  const [changesSeats, setChangesSeats] = useState(false)
  const { mutate, isPending } = useOpenPortal()
  const name = planNames[plan ?? 'PRO']
  const isPaidThrough = status !== 'past_due' && renewsAt !== null
  const afterwards = isPaidThrough
    ? `${name} stays on until ${formatDate(new Date(renewsAt))}. Then Free`
    : 'Your plan becomes Free'
  return (
    <Card title="Change your plan">
      <div className="divide-y divide-default">
        {isChangeable && <ChangeInterval />}
        {plan === 'PRO' && (
          <Change
            title="Business Plan"
            text="One plan for the team, with roles and an activity log."
            action={
              <a href={paths.supportEmail(planNames.BUSINESS)} className={buttonStyle('secondary')}>
                Contact Us
              </a>
            }
          />
        )}
        {plan === 'BUSINESS' && organizationId !== null && isChangeable && (
          <Change
            title={countOf(seats ?? 0, 'seat')}
            text={
              nextSeats === null
                ? 'Add seats at once, or give some back with the next renewal.'
                : `${countOf(nextSeats, 'seat')} from the next renewal on.`
            }
            action={<Button onPress={() => setChangesSeats(true)}>Change seats</Button>}
          />
        )}
        {changesSeats && <SeatsDialog onClose={() => setChangesSeats(false)} />}
        <Change
          title={endsAt === null ? 'Cancel plan' : `Keep ${name}`}
          text={
            endsAt === null
              ? `${afterwards}: ${monthlyEmails} emails a month. Templates, loads and emails stay.`
              : `It ends on ${formatDate(new Date(endsAt))}. Undo the cancellation in Stripe before then.`
          }
          action={
            <Button isLoading={isPending} onPress={mutate}>
              {endsAt === null ? 'Cancel plan' : `Keep ${name}`}
            </Button>
          }
        />
      </div>
    </Card>
  )
}

/** Offers the year, or the month from the next renewal on. */
function ChangeInterval() {
  const { plan, interval, nextInterval, renewsAt } = useBilling()
  const [isOpen, setIsOpen] = useState(false)
  if (interval === null || renewsAt === null) return null
  const wanted = nextInterval === null && interval === 'month' ? 'year' : nextInterval === null ? 'month' : interval
  const day = formatDate(new Date(renewsAt))
  const offers = {
    year: {
      title: plan === 'PRO' ? `Pay yearly, ${formatDollars(planPrices.PRO.year)}` : 'Pay yearly',
      text: plan === 'PRO' ? `${freeMonths}: ${saving} less than 12 months.` : `${freeMonths}.`,
    },
    month: { title: 'Pay monthly', text: `From ${day} on. Until then it is paid.` },
  }
  const waiting = { title: `Monthly from ${day} on`, text: 'You can keep the yearly price until then.' }
  const { title, text } = nextInterval === null ? offers[wanted] : waiting
  return (
    <>
      <Change
        title={title}
        text={text}
        action={
          <Button onPress={() => setIsOpen(true)}>{nextInterval === null ? 'See what changes' : 'Keep yearly'}</Button>
        }
      />
      {isOpen && <IntervalDialog interval={wanted} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const freeMonths = `${countOf(monthsFree, 'month')} free`
const saving = formatDollars(12 * planPrices.PRO.month - planPrices.PRO.year)

const Change = ({ title, text, action }: { title: string; text: string; action: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 p-4">
    <div className="min-w-0">
      <h3 className="text-table font-semibold">{title}</h3>
      <p className="tabular-nums mt-0.5 text-caption text-secondary">{text}</p>
    </div>
    {action}
  </div>
)
