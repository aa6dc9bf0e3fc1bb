import { formatDollars } from '@loadping/contract/format/money'
import type { OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { element } from '../controls/element.ts'
import { openDashboard, openTakeBack } from '../dashboard-pages.ts'
import { askWorker } from '../message.ts'
import { spare } from './fit.ts'
import { popupIcon } from './popup-icons.ts'
import type { PopupState } from './popup-messages.ts'

/** What needs the user about their trucks: asks to take back of booked ones, and the first calls that are due. */
export const trucksCards = ({ due, booked }: PopupState): HTMLElement[] => [
  ...bookedCard(booked),
  ...(due && due.count > 0 ? [dueCard(due)] : []),
]

/** Leads to what is left of a booked truck, or to the board if there are several. */
function bookedCard(booked: PopupState['booked']): HTMLElement[] {
  const [first] = booked
  if (!first) return []
  const { truckId, name } = first
  const isOne = booked.length === 1
  const count = booked.reduce((sum, { takeBack }) => sum + takeBack, 0)
  const who = isOne ? `${name} is` : `${booked.length} trucks are`
  const line = element(
    'div',
    { className: 'line' },
    element('h2', { className: 'low-text' }, `${who} booked, ${count} ${count === 1 ? 'ask' : 'asks'} open`),
    isOne
      ? opening('link', 'Take back', () => askWorker(openTakeBack, { truckId }))
      : opening('link', 'Show', () => askWorker(openDashboard, { page: 'trucks' })),
  )
  return [element('section', { className: 'card alerts', ariaLabel: 'Booked trucks' }, line)]
}

function dueCard({ count, first }: NonNullable<PopupState['due']>): HTMLElement {
  const rows = first.map(dueRow)
  for (const row of rows) Object.assign(row.dataset, spare(4).data)
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
