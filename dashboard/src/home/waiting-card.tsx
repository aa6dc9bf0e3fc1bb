import { countOf, formatCount } from '@loadping/contract/format/counts'
import { listWaiting, type WaitingItem } from '@loadping/contract/home/waiting'
import {
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  Clock,
  EyeOff,
  Gauge,
  type LucideIcon,
  Mail,
  Reply,
} from 'lucide-react'
import { Link } from 'react-router'
import { useMe, useUserType } from '../account/account.data.ts'
import { useMayBuy } from '../billing/billing.data.ts'
import { paths } from '../paths.ts'
import { Badge, type Tone, tones } from '../ui/badge.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { useHome } from './home.data.ts'

const display: Record<WaitingItem['kind'], { Icon: LucideIcon; tone: Tone }> = {
  unknown: { Icon: CircleHelp, tone: 'danger' },
  failed: { Icon: CircleAlert, tone: 'danger' },
  mailbox: { Icon: Mail, tone: 'warning' },
  asks: { Icon: Reply, tone: 'violet' },
  board: { Icon: EyeOff, tone: 'warning' },
  limit: { Icon: Gauge, tone: 'warning' },
}

/** What waits for the user, the most urgent first, each with the one action that solves it. */
export function WaitingCard({ now }: { now: Date }) {
  const home = useHome()
  const isBroker = useUserType() === 'broker'
  const mayBuy = useMayBuy()
  const { emails: left, limitEmails: limit } = useMe().data
  const allowance = left === null || limit === null || isBroker ? null : { left, limit }
  const items = listWaiting({ ...home, now, isBroker, allowance, mayBuy })
  const { waiting } = home.emails
  return (
    <Card
      title="Waiting for you"
      badge={items.length > 0 && <Badge>{formatCount(items.length)}</Badge>}
      aside={items.length > 1 && 'Most urgent first'}
    >
      {items.length === 0 ? (
        <p className="flex items-center gap-3 px-4 py-3 text-table text-secondary">
          <span className={`flex size-7 shrink-0 items-center justify-center rounded-sm ${tones.accent}`}>
            <CircleCheck size={16} strokeWidth={1.6} aria-hidden="true" />
          </span>
          Nothing waits for you. Emails that need attention, replies to record and limits show here.
        </p>
      ) : (
        <ul>
          {items.map((item, index) => (
            <Item key={item.key} item={item} isFirst={index === 0} />
          ))}
        </ul>
      )}
      {waiting > 0 && (
        <p className="tabular-nums flex items-center gap-1.5 border-t border-subtle px-4 py-2.5 text-table text-secondary">
          <Clock size={14} strokeWidth={1.6} aria-hidden="true" />
          <Link to={`${paths.email}?group=waiting`} className="underline underline-offset-3">
            {countOf(waiting, 'email')} waiting to send
          </Link>
        </p>
      )}
    </Card>
  )
}

function Item({ item: { kind, title, text, action }, isFirst }: { item: WaitingItem; isFirst: boolean }) {
  const { Icon, tone } = display[kind]
  return (
    <li className="relative flex items-center gap-3 border-b border-subtle px-4 py-2.5 last:border-0">
      <span aria-hidden="true" className={`flex size-7 shrink-0 items-center justify-center rounded-sm ${tones[tone]}`}>
        <Icon size={16} strokeWidth={1.6} />
      </span>
      <div className="min-w-0 flex-1 text-table">
        <p className="tabular-nums font-semibold break-words">{title}</p>
        <p className="text-caption text-secondary">{text}</p>
      </div>
      <Link
        to={action.to}
        className={`${buttonStyle(isFirst ? 'primary' : 'secondary')} max-sm:absolute max-sm:inset-0 max-sm:!h-full max-sm:!border-0 max-sm:!bg-transparent`}
      >
        <span className="max-sm:sr-only">{action.label}</span>
      </Link>
      <ChevronRight size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-secondary sm:hidden" />
    </li>
  )
}
