import { formatDollars } from '@loadping/contract/format/money'
import type { OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { element } from '../controls/element.ts'
import { openDashboard, openTakeBack } from '../dashboard-pages.ts'
import { askWorker } from '../message.ts'
import { spare } from './fit.ts'
import { popupIcon } from './popup-icons.ts'
import type { PopupState } from './popup-messages.ts'

/** What needs the user about their trucks: asks to take back of booked ones, and the first calls that are due. */
export function trucksCards({ due, booked }: PopupState): HTMLElement[] {
  const lines = booked.map(({ truckId, name, takeBack }) =>
    element(
      'div',
      { className: 'line' },
      element(
        'h2',
        { className: 'low-text' },
        `${name} is booked, ${takeBack} ${takeBack === 1 ? 'ask' : 'asks'} open`,
      ),
      opening('link', 'Take back', () => askWorker(openTakeBack, { truckId })),
    ),
  )
  return [
    ...(lines.length > 0
      ? [element('section', { className: 'card alerts', ariaLabel: 'Booked trucks' }, ...lines)]
      : []),
    ...(due && due.count > 0 ? [dueCard(due)] : []),
  ]
}

function dueCard({ count, first }: NonNullable<PopupState['due']>): HTMLElement {
  const rows = first.map(dueRow)
  for (const row of rows.slice(1)) Object.assign(row.dataset, spare(1).data)
  return element(
    'section',
    { className: 'card list', ariaLabel: 'Due calls' },
    element(
      'div',
      { className: 'line list-head' },
      element('h2', { className: 'low-text' }, count === 1 ? '1 due call' : `${count} due calls`),
      opening('link', count > first.length ? 'Show all' : 'Show', () => askWorker(openDashboard, { page: 'dueCalls' })),
    ),
    ...rows,
  )
}

/** The broker with the ask above the lane, and the number to call. */
function dueRow({ facts, askCents }: OpenAsk): HTMLElement {
  const { company, origin, dest, phone } = facts
  const lane = `${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`
  return element(
    'div',
    { className: 'line contact due' },
    element(
      'span',
      { className: 'lane', title: company ? `${company}, ${lane}` : lane },
      element('b', {}, company ?? 'Broker not posted'),
      element('small', {}, lane),
    ),
    element('b', { title: 'Ask' }, askCents === null ? '—' : formatDollars(askCents)),
    ...(phone ? [element('span', { className: 'phone' }, popupIcon('phone'), phone)] : []),
  )
}

function opening(className: string, label: string, open: () => Promise<unknown>): HTMLElement {
  const button = element('button', { type: 'button', className }, label)
  button.addEventListener('click', async () => {
    await open()
    window.close()
  })
  return button
}
