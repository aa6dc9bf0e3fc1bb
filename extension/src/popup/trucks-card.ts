import { countOf } from '@loadping/contract/format/counts'
import { formatDollars } from '@loadping/contract/format/money'
import type { OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { element } from '../controls/element.ts'
import { openDashboard, openTakeBack } from '../dashboard-pages.ts'
import { askWorker } from '../message.ts'
import { spare } from './fit.ts'
import { openLink } from './opening.ts'
import { popupIcon } from './popup-icons.ts'
import type { PopupState, TakeBackAsks } from './popup-messages.ts'
import { takeBackList } from './take-back-list.ts'

/** What needs the user about their trucks: asks to take back of booked ones, and the first calls that are due. */
export const trucksCards = (state: PopupState): HTMLElement[] => [
  ...bookedCard(state),
  ...(state.due && state.due.count > 0 ? [dueCard(state.due)] : []),
]

/** Lists the booked trucks, each with what is left of its asks, or leads to these where they are not listed. */
function bookedCard({ booked, undo }: PopupState): HTMLElement[] {
  if (booked.length === 0) return []
  const listed = booked.flatMap((truck, index) =>
    truck.asks ? [bookedTruck(truck, truck.asks, undo === null && index === 0)] : [],
  )
  const others = booked.filter(({ asks }) => asks === null)
  return [
    element(
      'section',
      { className: 'card list booked', ariaLabel: 'Booked trucks' },
      ...listed,
      ...(others.length > 0 ? [otherBooked(others)] : []),
    ),
  ]
}

type Booked = PopupState['booked'][number]

function bookedTruck({ truckId, name, takeBack }: Booked, asks: TakeBackAsks, open: boolean): HTMLElement {
  const title = element('h2', { className: 'low-text' })
  const showOpen = (count: number) => {
    title.textContent = `${name} is booked, ${countOf(count, 'ask')} open`
  }
  showOpen(takeBack)
  const summary = element('summary', { className: 'line list-head' }, title)
  summary.append(popupIcon('chevron'))
  return element('details', { name: 'open-part', open }, summary, ...takeBackList(truckId, asks, showOpen))
}

/** Leads to what is left of a booked truck, or to the board if there are several. */
function otherBooked(booked: Booked[]): HTMLElement {
  const [first] = booked
  const count = booked.reduce((sum, { takeBack }) => sum + takeBack, 0)
  const who = booked.length === 1 ? `${first?.name} is` : `${booked.length} trucks are`
  return element(
    'div',
    { className: 'line list-head' },
    element('h2', { className: 'low-text' }, `${who} booked, ${countOf(count, 'ask')} open`),
    first && booked.length === 1
      ? openLink('Take back', () => askWorker(openTakeBack, { truckId: first.truckId }))
      : openLink('Show', () => askWorker(openDashboard, { page: 'trucks' })),
  )
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
      openLink(count > first.length ? 'Show all' : 'Show', () => askWorker(openDashboard, { page: 'dueCalls' })),
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
