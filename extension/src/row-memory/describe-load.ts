import { boardOptions } from '@loadping/contract/account/board-options'
import { equipmentClassNames } from '@loadping/contract/boards/equipment'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { RecipientVerdict } from '@loadping/contract/emails/recipient-verdict'
import type { Remembered } from '@loadping/contract/extension/lane-memory'
import type { Mark } from '@loadping/contract/extension/marks'
import { formatAgo } from '@loadping/contract/format/ages'
import { formatMiles } from '@loadping/contract/format/counts'
import { formatShortDate } from '@loadping/contract/format/instants'
import { formatMoney, formatPerMile } from '@loadping/contract/format/money'
import { askLadder, askTarget, describeBelowFloor, shownFloorCents } from '@loadping/contract/loads/ask-ladder'
import type { LoadFigures } from '@loadping/contract/loads/load-figures'
import { checkMail } from '@loadping/contract/templates/mail-check'
import { placeholderTitle } from '@loadping/contract/templates/placeholder-titles'
import { fillMessage, type Message, valuesOf } from '@loadping/contract/templates/placeholders'
import { explainAsk, parseRateFormula, postedTotalCents } from '@loadping/contract/templates/rate-formula'
import { explainTemplate } from '@loadping/contract/templates/template-for-load'
import { deadheadOf, figuresOfRow } from '../inquiries/figures-of-row.ts'
import type { TruckOfRow } from '../inquiries/truck-of-row.ts'
import type { Account } from '../session/account.ts'
import type { LoadCard } from './load-card.ts'
import { laneOf } from './phrases.ts'
import type { KeptNote } from './row-notes.ts'
import type { Sender } from './sender.ts'

type Template = Account['templates'][number]
type Note = LoadCard['notes'][number]

export type CardFacts = {
  load: PostedLoad
  template: Template
  /** Undefined while the server cannot be asked. */
  sender: Sender | undefined
  /** The truck that the email names; undefined while that is unknown. */
  truck: TruckOfRow | undefined
  recipient: RecipientVerdict | undefined
  remembered: Remembered | undefined
  /** What the team did about the load, the newest first. */
  marks: readonly Mark[]
  ownUserId: string
  /** Brokers offer a price, and carriers ask for one. */
  isBroker: boolean
  /** What the user did about it on this device. */
  notes: readonly KeptNote[]
  now: Date
}

/** Tells what a click on a row sends, how its ask comes about, and what is known of the load. */
export function describeLoad(facts: CardFacts): LoadCard {
  const { load, template, sender, truck } = facts
  const message = fillMessage(template, valuesOf(load, { ...sender?.profile, ...truck?.values }))
  const why = explainTemplate(template, load)
  const askCents = 'html' in message ? message.askCents : undefined
  const figures = sender && figuresOfRow(load, truck, sender)
  return {
    title: laneOf(load),
    template: template.name,
    why: why ? `, ${why}` : '',
    ask: askCents === undefined ? null : formatMoney(askCents),
    ...(truck && { truckId: truck.truck?.id ?? null }),
    lines: [
      askLine(load, message),
      ...truckLines(facts),
      ...perMileLines({ ...load, deadheadMiles: deadheadOf(load, truck) }, askCents ?? postedTotalCents(load)),
      ...floorLines(facts, figures),
      ...creditLines(load),
    ],
    check: sender ? checkLine(message, load, sender) : null,
    notes: [
      ...truckNotes(facts),
      ...belowNotes(askCents, figures),
      ...recipientNotes(facts),
      ...contactNotes(facts),
      ...memoryNotes(facts),
    ],
  }
}

type Filled = ReturnType<typeof fillMessage>
type Line = LoadCard['lines'][number]

/** Spells out the ask with its rounding: `$1,425 × 1.08, to $5`. */
function askLine(load: PostedLoad, message: Filled): Line {
  const posted = postedTotalCents(load)
  if (!('html' in message) || message.askCents === undefined)
    return {
      label: posted ? 'Posted rate, not in the email' : 'No rate posted',
      value: posted ? formatMoney(posted) : '–',
    }
  const value = formatMoney(message.askCents)
  const formula = message.formula === undefined ? undefined : parseRateFormula(message.formula)
  const explained = formula && explainAsk(formula, load)
  if (!formula || !explained || !('arithmetic' in explained)) return { label: 'Posted rate', value }
  const [term = ''] = explained.arithmetic.split(' = ')
  const label = formula.kind === 'custom' ? 'Your price' : term
  return { label: `${label}, to $${formula.step}`, value }
}

/** The truck that the email names, with our estimate of its deadhead; the board's own stands beside it. */
function truckLines({ load: { deadheadMiles }, truck: of }: CardFacts): Line[] {
  if (!of?.truck) return []
  const { truck, miles, makesPickup } = of
  const kind = truck.equipment ? `, ${equipmentClassNames[truck.equipment].toLowerCase()}` : ''
  const board = deadheadMiles === undefined ? '' : ` (board: ${formatMiles(deadheadMiles)})`
  const way = [...(miles === undefined ? [] : [`${formatMiles(miles)} est.`]), ...(makesPickup ? ['makes it'] : [])]
  return [{ label: `${truck.name}${kind}${board}`, value: way.join(', ') || '–' }]
}

const truckNotes = ({ truck }: CardFacts): Note[] => warnings(truck?.reason, truck?.missed)

const belowNotes = (askCents: number | undefined, figures: LoadFigures | undefined): Note[] =>
  warnings(describeBelowFloor(askCents, figures?.walkAwayCents))

const warnings = (...texts: (string | undefined)[]): Note[] =>
  texts.flatMap((text) => (text === undefined ? [] : { tone: 'warning', icon: 'alert', text }))

function perMileLines({ tripMiles, deadheadMiles }: PostedLoad, cents: number | undefined): Line[] {
  if (!cents || !tripMiles) return []
  const loaded = `${formatPerMile(cents, tripMiles)}/mi`
  if (deadheadMiles === undefined) return [{ label: 'Per mile', value: loaded }]
  const allIn = formatPerMile(cents, tripMiles + deadheadMiles)
  return [{ label: 'Per mile', value: `${loaded}, ${allIn} with deadhead` }]
}

/** The lowest rate that makes no loss, where what a mile costs is known, after the asks between the target and it. */
function floorLines({ load, template }: CardFacts, figures: LoadFigures | undefined): Line[] {
  const { runningPerMileCents, walkAwayCents } = figures ?? {}
  if (runningPerMileCents === undefined || walkAwayCents === undefined) return []
  const target = askTarget(template, load)
  const steps = (target && askLadder(target, walkAwayCents)?.stepCents) ?? []
  const floor = formatMoney(shownFloorCents(walkAwayCents))
  return [
    ...(steps.length > 0 ? [{ label: steps.length === 1 ? 'Step' : 'Steps', value: listSteps(steps) }] : []),
    { label: `Floor at ${formatPerMile(runningPerMileCents)} per mile`, value: floor },
  ]
}

/** Lists asks in one line or, where the system's font is too wide for that, in two. */
function listSteps(steps: readonly number[]): string {
  const texts = steps.map((cents) => formatMoney(cents))
  const rest = texts.length > 3 ? ` \u00a0${texts.slice(3).join('\u00a0\u00a0')}` : ''
  return `${texts.slice(0, 3).join('\u00a0\u00a0')}${rest}`
}

/** What the board says of how the broker pays, which is shown and never stored. */
function creditLines({ creditScore, daysToPay }: PostedLoad): Line[] {
  const days = daysToPay === undefined ? undefined : daysToPay === 1 ? '1 day' : `${daysToPay} days`
  if (creditScore === undefined) return days ? [{ label: 'Pays in', value: days }] : []
  return [{ label: 'Credit', value: days ? `${creditScore} · pays in ${days}` : String(creditScore) }]
}

function checkLine(message: Filled, load: PostedLoad, { userType }: Sender): LoadCard['check'] {
  if (!load.contactEmail) return { tone: 'plain', text: 'This row shows no email address' }
  if (!('html' in message)) {
    const missing = message.missing.map(placeholderTitle).join(', ')
    return {
      tone: 'warning',
      text: missing ? `You will be asked for: ${missing}` : 'The template has an unknown placeholder',
    }
  }
  const findings = checkMail(message, { userType, load }).filter(({ isNote }) => !isNote)
  const [first] = findings
  if (!first) return { tone: 'good', text: goodText(message, load, userType === 'carrier') }
  return { tone: 'warning', text: findings.length > 1 ? `${first.text}, and ${findings.length - 1} more` : first.text }
}

function goodText({ askCents }: Message, { reference }: PostedLoad, isCarrier: boolean): string {
  const parts = ['MC', ...(isCarrier && askCents ? ['price'] : []), 'lane', ...(reference ? ['reference'] : [])]
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)} are in`
}

function recipientNotes({ recipient }: CardFacts): Note[] {
  if (!recipient?.reason) return []
  return [
    {
      tone: recipient.level === 'red' ? 'bad' : 'warning',
      icon: recipient.level === 'red' ? 'alert' : 'users',
      text: recipient.reason,
    },
  ]
}

/** What the user did about the load on any board, and what teammates did. */
function contactNotes({ load, marks, ownUserId, notes, now, isBroker }: CardFacts): Note[] {
  const own = notes.flatMap(({ board, note: { emailedAt, calledAt, askCents } }): Note[] => {
    const at = emailedAt ?? calledAt
    if (!at) return []
    const where = board === load.board ? '' : ` on ${boardOptions[board].name}`
    const asking = askCents ? `, ${askingOf(isBroker)} ${formatMoney(askCents)}` : ''
    return [
      {
        tone: 'plain',
        icon: 'history',
        text: `You ${emailedAt ? 'emailed' : 'called'}${where} ${formatAgo(new Date(at), now)}${asking}`,
      },
    ]
  })
  const others = marks.filter(({ userId }) => userId !== ownUserId).slice(0, 3)
  return [
    ...own.slice(0, 2),
    ...others.map((mark): Note => ({ tone: 'warning', icon: 'users', text: describeMark(mark, now, isBroker) })),
  ]
}

function describeMark({ name, type, at, askCents, outcome }: Mark, now: Date, isBroker: boolean): string {
  const did = { EMAIL: 'emailed', PHONE: 'called', SAVED: 'saved it' }[type]
  const asking = askCents && type !== 'SAVED' ? `, ${askingOf(isBroker)} ${formatMoney(askCents)}` : ''
  return `${name} ${did} ${formatAgo(new Date(at), now)}${asking}${outcome ? `: ${outcome.replace('-', ' ')}` : ''}`
}

/** What the team asked and got on the lane and with the broker. */
function memoryNotes({ remembered, isBroker }: CardFacts): Note[] {
  const { lane, broker } = remembered ?? {}
  return [
    ...(lane
      ? [
          {
            tone: 'plain' as const,
            icon: 'history' as const,
            text: `${countOf(lane.asks, isBroker)} on this lane${lastOf(lane)}`,
          },
        ]
      : []),
    ...(broker
      ? [
          {
            tone: 'plain' as const,
            icon: 'history' as const,
            text: `${countOf(broker.asks, isBroker)} with this ${isBroker ? 'carrier' : 'broker'}, last on ${formatUnbroken(broker.lastAt)}; booked ${broker.booked}`,
          },
        ]
      : []),
  ]
}

function lastOf({ lastAt, lastAskCents, booked, lastBookedCents }: NonNullable<Remembered['lane']>): string {
  const ask = lastAskCents === null ? '' : ` ${formatMoney(lastAskCents)}`
  const price = lastBookedCents === null ? '' : ` at ${formatMoney(lastBookedCents)}`
  return `, last${ask} on ${formatUnbroken(lastAt)}${booked > 0 ? `; booked ${booked}${price}` : ''}`
}

const askingOf = (isBroker: boolean): string => (isBroker ? 'offering' : 'asking')

const countOf = (count: number, isBroker: boolean): string =>
  `${isBroker ? 'Offered' : 'Asked'} ${count === 1 ? 'once' : `${count} times`}`

/** A line breaks before the month, not after it. */
const formatUnbroken = (at: string): string => formatShortDate(new Date(at)).replace(' ', '\u00a0')
