import type { Template } from '@loadping/contract/templates/templates'
import { Check, CircleHelp, RefreshCw, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useUserType } from '../account/account.data.ts'
import { useProfile } from '../account/profile.data.ts'
import { useMailboxes } from '../mailboxes/mailboxes.data.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useBrokerView } from './broker-view.data.ts'
import { type BrokerViewPoint, type FixPlace, judgeRegistered } from './judge-sender.ts'

type Props = { templates: readonly Template[] }

const readerOf = { carrier: 'broker', broker: 'carrier' } as const
const isDomainPoint = ({ code }: BrokerViewPoint): boolean => code === 'spf' || code === 'dmarc' || code === 'dkim'

/** Judges the sender as those do who get the emails: what they look for, why, and how to fix what is missing. */
export function BrokerViewCard({ templates }: Props) {
  const { userType, points, isChecking, check } = useBrokerView(templates)
  const met = points.filter(({ state }) => state === 'good').length
  return (
    <Card
      title={`How you look to a ${readerOf[userType]}`}
      aside={
        <Badge tone={met === points.length ? 'accent' : 'warning'}>
          {met} of {points.length}
        </Badge>
      }
    >
      <ul>
        {points.map((point) => (
          <Point key={point.code} point={point} isChecking={isChecking && isDomainPoint(point)} />
        ))}
      </ul>
      {points.some(isDomainPoint) && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-subtle bg-sunken px-4 py-3">
          <p className="text-caption text-secondary">SPF, DMARC and DKIM are set where your domain is hosted.</p>
          <Button
            icon={<RefreshCw size={16} strokeWidth={1.6} aria-hidden="true" />}
            isLoading={isChecking}
            onPress={check}
          >
            Check again
          </Button>
        </div>
      )}
    </Card>
  )
}

const marks = {
  good: { Icon: Check, tone: 'text-accent-text', said: 'Good: ' },
  improve: { Icon: TriangleAlert, tone: 'text-warning', said: 'To do: ' },
  unknown: { Icon: CircleHelp, tone: 'text-muted', said: 'Unknown: ' },
} as const

function Point({ point: { state, text, why, fix }, isChecking }: { point: BrokerViewPoint; isChecking: boolean }) {
  const { Icon, tone, said } = marks[state]
  return (
    <li className="flex items-start gap-3 border-b border-subtle px-4 py-2.5 last:border-0">
      <Icon size={16} strokeWidth={1.8} aria-hidden="true" className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 text-table wrap-anywhere">
        <p className="font-medium">
          <span className="sr-only">{said}</span>
          {isChecking && state === 'unknown' ? 'Asking the name servers…' : text}
        </p>
        <p className="text-caption text-secondary">{why}</p>
        {fix && (
          <p className="mt-0.5 text-caption">
            <Fix {...fix} />
          </p>
        )}
      </div>
    </li>
  )
}

const places: Record<Exclude<FixPlace, 'domain'>, string> = {
  profile: paths.settingsAt('profile'),
  mailbox: paths.connect,
  templates: paths.templates,
}

const Fix = ({ text, place }: NonNullable<BrokerViewPoint['fix']>) =>
  place === 'domain' ? (
    <span className="font-medium">{text}.</span>
  ) : (
    <Link to={places[place]} className="font-medium text-accent-text underline underline-offset-3">
      {text}
    </Link>
  )

/** One line for the mail check: what is missing, with the way to the card. Nothing if all is good. */
export function BrokerViewLine({ templates }: Props) {
  const { userType, points } = useBrokerView(templates)
  const [first, ...others] = points.filter(({ state }) => state === 'improve')
  if (!first) return null
  return (
    <p className="text-caption text-secondary wrap-anywhere">
      How you look to a {readerOf[userType]}: {first.text}
      {others.length > 0 && ` and ${others.length} more`}.{' '}
      <Link to={paths.settingsAt('look')} className="font-medium text-accent-text underline underline-offset-3">
        See why and fix it
      </Link>
    </p>
  )
}

/** Says that emails do not come from the address that the carrier registered, and what brokers see then. */
export function RegisteredWarning() {
  const mailbox = useMailboxes().find(({ isDefault }) => isDefault)
  const [point] = judgeRegistered({ userType: useUserType(), profile: useProfile(), mailbox })
  if (point?.state !== 'improve') return null
  return (
    <div className="border-t border-subtle p-3">
      <p className="rounded-sm bg-warning-subtle px-3 py-2 text-table text-warning-text wrap-anywhere">
        {point.text}. {point.why}
      </p>
    </div>
  )
}
