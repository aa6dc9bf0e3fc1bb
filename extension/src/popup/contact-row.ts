import { formatDollars } from '@loadping/contract/format/money'
import type { RecentContact } from '@loadping/contract/home/home'
import { type Outcome, outcomeLabels } from '@loadping/contract/loads/outcomes'
import { element } from '../controls/element.ts'
import { newYorkTime } from './new-york-time.ts'
import { popupIcon } from './popup-icons.ts'

/** Returns what the row of a contact shows: its outcome or, before it has one, the ask and the time. */
export function contactParts(
  { type, origin, dest, rateCents, rateIs, contactTime, email }: RecentContact,
  outcome: Outcome | null,
) {
  const isProblem = email !== null && ['failed', 'unknown'].includes(email.state)
  const kind = type === 'PHONE' ? 'phone' : isProblem ? 'alert' : 'send'
  const title = type === 'PHONE' ? 'Call' : isProblem ? 'Email needs attention' : 'Email'
  const lane = `${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`
  const rateTitle = rateIs === null ? '' : rateIs === 'posted' ? 'Posted rate' : 'Ask'
  const { day, time } = newYorkTime(contactTime)
  const icon = popupIcon(kind)
  icon.setAttribute('role', 'img')
  icon.setAttribute('aria-label', title)
  icon.removeAttribute('aria-hidden')
  return [
    element('span', { className: `kind ${kind}`, title }, icon),
    element('span', { className: 'lane', title: lane }, lane),
    ...(outcome
      ? [outcomeBadge(outcome)]
      : [
          element('b', { title: rateTitle }, rateCents === null ? '—' : formatDollars(rateCents)),
          element('time', { dateTime: contactTime }, day ?? time),
        ]),
  ]
}

function outcomeBadge({ kind, cents }: Outcome): HTMLElement {
  const tone = kind === 'booked' ? 'good' : kind === 'countered' ? 'warning' : ''
  const amount = cents === null ? '' : ` ${formatDollars(cents)}`
  return element('span', { className: `badge ${tone}` }, `${outcomeLabels[kind]}${amount}`)
}
