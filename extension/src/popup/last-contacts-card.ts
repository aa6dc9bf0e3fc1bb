import type { RecentContact } from '@loadping/contract/home'
import { formatMoney } from '@loadping/contract/rules/rate-formula'
import { element } from '../controls/element.ts'
import type { PopupState } from '../messages.ts'
import { newYorkTime } from './new-york-time.ts'
import { popupIcon } from './popup-icons.ts'

/** Shows today's counts and the newest contacts. */
export function lastContactsCard({ home, isSending }: PopupState): HTMLElement {
  const contacts = home?.recentContacts ?? []
  const empty = element('p', { className: 'contact' }, home ? 'No contacts yet' : "Can't reach the server")
  return element(
    'section',
    { className: 'card list', ariaLabel: 'Last contacts' },
    element(
      'div',
      { className: 'line list-head' },
      element('h2', {}, 'Last contacts'),
      element('span', {}, todayText(home, isSending)),
    ),
    ...(contacts.length > 0 ? contacts.map(contactRow) : [empty]),
  )
}

function todayText(home: PopupState['home'], isSending: boolean): string {
  if (!home) return ''
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
  const { emailSent, phoneCall } = home.today
  return `Today ${count(emailSent, 'email')}, ${count(phoneCall, 'call')}${isSending ? ', sending' : ''}`
}

function contactRow({ type, origin, dest, rateCents, contactTime, email }: RecentContact): HTMLElement {
  const isProblem = email !== null && ['failed', 'unknown'].includes(email.state)
  const kind = type === 'PHONE' ? 'phone' : isProblem ? 'alert' : 'send'
  const { day, time } = newYorkTime(contactTime)
  const title = type === 'PHONE' ? 'Call' : isProblem ? 'Email needs attention' : 'Email'
  return element(
    'div',
    { className: 'line contact' },
    element('span', { className: `kind ${kind}`, title }, popupIcon(kind)),
    element('span', { className: 'lane' }, `${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`),
    element('b', {}, rateCents === null ? '—' : formatMoney(rateCents)),
    element('time', { dateTime: contactTime }, day ?? time),
  )
}
