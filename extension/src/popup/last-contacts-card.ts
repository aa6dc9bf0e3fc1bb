import type { RecentContact } from '@loadping/contract/home/home'
import { element } from '../controls/element.ts'
import { contactOutcome, type LoadContact } from './contact-outcome.ts'
import { contactParts } from './contact-row.ts'
import { spare } from './fit.ts'
import type { PopupState } from './popup-messages.ts'

/** Shows today's counts and the newest contacts. */
export function lastContactsCard({ home, isSending, undo }: PopupState): HTMLElement {
  const contacts = home?.recentContacts ?? []
  const empty = element('p', { className: 'contact' }, home ? 'No contacts yet' : "Can't reach the server")
  return element(
    'section',
    { className: 'card list', ariaLabel: 'Last contacts', ...spare(3) },
    element(
      'div',
      { className: 'line list-head' },
      element('h2', {}, 'Last contacts'),
      element('span', {}, todayText(home, isSending)),
    ),
    ...(contacts.length > 0 ? contactRows(contacts, undo) : [empty]),
  )
}

/** Creates the rows. What one records shows on the others about the same load. */
function contactRows(contacts: RecentContact[], undo: PopupState['undo']): HTMLElement[] {
  const ofUndo = contacts.find(({ load }) => load && load.id === undo?.id)
  const ofLoads = contacts.filter(hasLoad).map((contact) => {
    const isSame = (other: { contact: LoadContact }) => other.contact.load.id === contact.load.id
    const created = contactOutcome(contact, contact === ofUndo ? undo : null, (outcome) => {
      for (const other of ofLoads.filter(isSame)) other.show(outcome)
    })
    return { contact, ...created }
  })
  const rows = contacts.map(
    (contact) =>
      ofLoads.find((each) => each.contact === contact)?.row ??
      element('div', { className: 'line contact' }, ...contactParts(contact, null)),
  )
  for (const row of rows.slice(1)) Object.assign(row.dataset, spare(1).data)
  return rows
}

const hasLoad = (contact: RecentContact): contact is LoadContact => contact.load !== null

function todayText(home: PopupState['home'], isSending: boolean): string {
  if (!home) return ''
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
  const { emailSent, phoneCall } = home.today
  return `Today ${count(emailSent, 'email')}, ${count(phoneCall, 'call')}${isSending ? ', sending' : ''}`
}
