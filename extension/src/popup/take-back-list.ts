import { formatDollars } from '@loadping/contract/format/money'
import { callReasonTexts, withdrawalTexts } from '@loadping/contract/truck-board/take-back-texts'
import type { TakeBackAsk } from '@loadping/contract/truck-board/truck-board'
import { button, element } from '../controls/element.ts'
import { openTakeBack } from '../dashboard-pages.ts'
import { askWorker } from '../message.ts'
import { openLink } from './opening.ts'
import { popupIcon } from './popup-icons.ts'
import { followTakeBack, type TakeBackAsks, takeBackAsk } from './popup-messages.ts'

/** The row of an ask; busy until its own answer is there. */
type Row = { entry: TakeBackAsk; isBusy: boolean; lane: HTMLElement; end: HTMLElement }

/** A second press so soon was meant for the same ask, whose button has gone. */
const pauseMs = 500

/** How often, and how many times, the popup asks whether withdrawals were sent. */
const followMs = 1_500
const maxLooks = 60

/** Lists a booked truck's asks, each with a button that sends its withdrawal. `onOpen` gets how many are left after each. */
export function takeBackList(truckId: string, asks: TakeBackAsks, onOpen: (count: number) => void): HTMLElement[] {
  const { text } = asks
  const rows = new Map(entriesOf(asks).map((entry) => [entry.ask.loadId, createRow(entry)]))
  const list = element('div', { className: 'take-backs', tabIndex: -1 })
  for (const row of rows.values()) {
    list.append(element('div', { className: 'line contact due' }, row.lane, row.end))
    show(row)
  }
  let pressedAt = Number.NEGATIVE_INFINITY
  list.addEventListener('keydown', (event) => {
    const isPress = event.key === 'Enter' || event.key === ' '
    if (isPress && (event.repeat || performance.now() - pressedAt < pauseMs)) event.preventDefault()
  })
  let looks = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  follow()
  return [sendsLine(truckId, text), list]

  function show(row: Row, failure?: string): void {
    const { entry, lane, end } = row
    lane.replaceChildren(...laneParts(entry, failure))
    if (entry.withdrawal) {
      const { state } = entry.withdrawal
      end.replaceChildren(element('span', { className: `state ${state}` }, withdrawalTexts[state]))
    } else if (entry.callReason) end.replaceChildren(...callParts(entry))
    else end.replaceChildren(takeBackButton(row))
  }

  function takeBackButton(row: Row): HTMLButtonElement {
    const created = button('Take back', 'take-back', () => send(row, created))
    created.title = `Email ${row.entry.to}`
    created.ariaLabel = `Take back from ${nameOf(row.entry)}`
    return created
  }

  async function send(row: Row, pressed: HTMLButtonElement): Promise<void> {
    moveFocus(list, pressed)
    pressedAt = performance.now()
    row.isBusy = true
    sayState(row, 'Sending…')
    const { loadId } = row.entry.ask
    const answered = await askWorker(takeBackAsk, { truckId, loadId, text })
    row.isBusy = false
    if (!answered) return show(row, noAnswer)
    if (answered === 'ended') return sayState(row, 'No longer booked')
    if (!entriesOf(answered).some(({ ask }) => ask.loadId === loadId)) sayState(row, 'No longer open')
    else show(row)
    update(answered)
    looks = 0
    follow()
  }

  /** Shows what the server has now. What did not change keeps its button, and with it the focus. */
  function update(found: TakeBackAsks): void {
    for (const entry of entriesOf(found)) {
      const row = rows.get(entry.ask.loadId)
      if (!row || row.isBusy || stateOf(row.entry) === stateOf(entry)) continue
      const hasFailed = row.entry.withdrawal !== null && entry.withdrawal === null
      const focused = row.end.querySelector<HTMLElement>(':focus')
      if (focused) moveFocus(list, focused)
      row.entry = entry
      show(row, hasFailed ? notSent : undefined)
    }
    onOpen(found.ready.length + found.call.length)
  }

  /** Asks again while withdrawals are on their way. */
  function follow(): void {
    clearTimeout(timer)
    const isOnItsWay = [...rows.values()].some(({ entry }) => /^(queued|sending)$/.test(entry.withdrawal?.state ?? ''))
    if (!isOnItsWay || looks >= maxLooks) return
    timer = setTimeout(async () => {
      looks += 1
      const found = await askWorker(followTakeBack, { truckId })
      if (found) update(found)
      follow()
    }, followMs)
  }
}

const notSent = 'Not sent. Try again.'
/** It may have been sent: then trying again sends none. */
const noAnswer = 'No answer. Try again.'

const stateOf = ({ withdrawal, callReason }: TakeBackAsk): string | null => withdrawal?.state ?? callReason

function sayState({ end }: Row, text: string): void {
  end.replaceChildren(element('span', { className: 'state' }, text))
}

/** An ask that was closed by the withdrawal of another one has none of its own, and nothing to press. */
const entriesOf = ({ ready, call, withdrawn }: TakeBackAsks): TakeBackAsk[] => [
  ...ready,
  ...call,
  ...withdrawn.filter(({ withdrawal }) => withdrawal !== null),
]

const nameOf = ({ ask, to }: TakeBackAsk): string => ask.facts.company ?? to ?? 'a broker'

const createRow = (entry: TakeBackAsk): Row => ({
  entry,
  isBusy: false,
  lane: element('span', { className: 'lane' }),
  end: element('span', { className: 'row-end', role: 'status' }),
})

function laneParts({ ask, to }: TakeBackAsk, failure: string | undefined): HTMLElement[] {
  const { company, origin, dest } = ask.facts
  const rate = ask.askCents === null ? '' : `${formatDollars(ask.askCents)} · `
  const lane = `${rate}${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`
  return [
    element('b', { title: to ?? '' }, company ?? 'Broker not posted'),
    failure
      ? element('small', { className: 'none-text', role: 'alert' }, failure)
      : element('small', { title: lane }, lane),
  ]
}

function callParts({ ask, callReason }: TakeBackAsk): HTMLElement[] {
  const { phone } = ask.facts
  return [
    phone
      ? element('span', { className: 'phone' }, popupIcon('phone'), phone)
      : element('span', { className: 'state' }, 'No phone posted'),
    ...(callReason ? [element('small', {}, callReasonTexts[callReason])] : []),
  ]
}

/** Moves the focus to the button after the one that goes, else to the one before it. */
function moveFocus(list: HTMLElement, from: HTMLElement): void {
  const buttons = [...list.querySelectorAll<HTMLElement>('.take-back')]
  const index = buttons.indexOf(from)
  const next = buttons[index + 1] ?? buttons[index - 1] ?? list
  next.focus()
}

/** Says what a press sends, and leads to where all are sent at once. */
const sendsLine = (truckId: string, text: string): HTMLElement =>
  element(
    'p',
    { className: 'line withdrawal' },
    element('span', {}, `Sends “${text}”`),
    openLink('All at once', () => askWorker(openTakeBack, { truckId })),
  )
