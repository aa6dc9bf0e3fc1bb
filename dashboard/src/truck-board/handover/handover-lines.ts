import type { Place } from '@loadping/contract/boards/posted-load'
import { formatAge } from '@loadping/contract/format/ages'
import { countOf } from '@loadping/contract/format/counts'
import { formatWhen } from '@loadping/contract/format/instants'
import { formatDollars } from '@loadping/contract/format/money'
import { formatDay } from '@loadping/contract/format/new-york-days'
import { instantOf } from '@loadping/contract/format/time-zones'
import type { LoadStatus } from '@loadping/contract/loads/load-status'
import type { Outcome } from '@loadping/contract/loads/outcomes'
import type { HandoverTruck, OpenAsk, UnconfirmedEmail } from '@loadping/contract/truck-board/truck-board'
import { formatClock, formatSoon } from '../../freight-text/load-times.ts'
import { dayIn, describeEmpty, describeSource, formatHoursLeft, placeName } from '../board-view.ts'

/** What a line is about. */
export type LineKind = LoadStatus | 'countered' | 'due' | 'unconfirmed' | 'note'

/** Something open of a truck. */
export type Line = {
  id: string
  kind: LineKind
  /** Whose it is: a company, or who wrote a note. */
  who: string
  lane?: { from: string; to: string; loadId: string | null }
  cents?: number | null
  /** The ask to call about. */
  call?: OpenAsk
  /** What a broker countered an ask with, for this truck. */
  counter?: { ask: OpenAsk; truck: HandoverTruck['truck']; said: string; age: string }
  /** Whether the user has to say if it was sent. */
  isToConfirm?: true
  text: string
}

export type Times = { now: Date; zoneAt: (place: Place | null) => string }

/** Whether the next person has nothing to do for a truck. */
export const isQuiet = ({ asks, unconfirmed, note, pickup }: HandoverTruck): boolean =>
  asks.count === 0 && unconfirmed.length === 0 && note === null && pickup === null

/** The places whose time zones a truck's lines need. */
export const placesOf = ({ truck, booking, open }: HandoverTruck): (Place | null)[] => [
  truck.place,
  booking?.origin ?? null,
  ...open.map(({ facts }) => facts.origin),
]

/** What is open of a truck: its pickup, then what brokers said, calls, what is unconfirmed, the other asks and the note. */
export function linesOf(truck: HandoverTruck, times: Times): Line[] {
  const asks = truck.open.map((ask) => askLine(ask, truck, times))
  const isWaiting = ({ kind }: Line) => kind === 'contacted' || kind === 'saved'
  return [
    ...pickupLines(truck, times),
    ...asks.filter((line) => !isWaiting(line)),
    ...truck.unconfirmed.map(unconfirmedLine),
    ...asks.filter(isWaiting),
    ...noteLines(truck, times),
  ]
}

function pickupLines({ booking, pickup }: HandoverTruck, { now, zoneAt }: Times): Line[] {
  if (!booking || !pickup) return []
  const zone = zoneAt(booking.origin)
  const when =
    pickup.time === null
      ? `${pickup.isTomorrow ? 'tomorrow' : 'today'}, ${formatDay(pickup.day)}`
      : formatSoon(instantOf(zone, pickup.day, pickup.time), zone, now.getTime())
  return [
    {
      id: `booking ${booking.loadId}`,
      kind: 'booked',
      who: booking.company ?? 'Company not posted',
      lane: { from: placeName(booking.origin), to: placeName(booking.dest), loadId: booking.loadId },
      cents: booking.cents,
      text: `Pickup ${when}${booking.reference === null ? '' : `, ref ${booking.reference}`}`,
    },
  ]
}

function askLine(ask: OpenAsk, { truck }: HandoverTruck, times: Times): Line {
  const { loadId, facts, askCents, askedBy, outcome } = ask
  const kind = kindOf(ask, times.now)
  const text = `${textOf(ask, kind, times)}${askedBy === null ? '' : `, asked by ${askedBy}`}`
  return {
    id: loadId,
    kind,
    who: facts.company ?? 'Company not posted',
    lane: { from: placeName(facts.origin), to: placeName(facts.dest), loadId },
    cents: askCents,
    ...(kind === 'due' && { call: ask }),
    ...(outcome && kind === 'countered' && { counter: counterOf(ask, truck, outcome, times.now) }),
    text,
  }
}

function kindOf({ outcome, status, dueAt }: OpenAsk, now: Date): LineKind {
  if (outcome?.kind === 'countered') return 'countered'
  return dueAt !== null && Date.parse(dueAt) <= now.getTime() ? 'due' : status
}

function textOf(ask: OpenAsk, kind: LineKind, times: Times): string {
  const { note, askedAt } = ask
  const age = (at: string) => formatAge(new Date(at), times.now)
  const noted = note === null ? '' : `“${note}”`
  if (kind === 'replied') return `${noted || 'They replied'}, asked ${age(askedAt)} ago`
  return [mainText(), noted].filter(Boolean).join('. ')

  function mainText(): string {
    if (kind === 'due') return `waiting ${age(askedAt)}`
    if (kind === 'countered') return ''
    return kind === 'contacted' ? nextCall(ask, times) : `Asked ${age(askedAt)} ago`
  }
}

const counterOf = (
  ask: OpenAsk,
  truck: HandoverTruck['truck'],
  { cents, at }: Outcome,
  now: Date,
): NonNullable<Line['counter']> => ({
  ask,
  truck,
  said: cents === null ? 'They countered' : `They said ${formatDollars(cents)}`,
  age: `${formatAge(new Date(at), now)} ago`,
})

/** `Due at 2:21 PM MST`, `Call back at Tue, 8 AM CST`. */
function nextCall({ dueAt, callBackAt, askedAt, facts }: OpenAsk, { now, zoneAt }: Times): string {
  if (dueAt === null) return `Asked ${formatAge(new Date(askedAt), now)} ago`
  const zone = zoneAt(facts.origin)
  const at = Date.parse(dueAt)
  const isToday = dayIn(zone, at) === dayIn(zone, now.getTime())
  const time = isToday ? `at ${formatClock(at, zone)}` : formatSoon(at, zone, now.getTime())
  return `${callBackAt === dueAt ? 'Call back' : 'Due'} ${time}`
}

const unconfirmedLine = ({ id, loadId, origin, dest, company, askCents }: UnconfirmedEmail): Line => ({
  id,
  kind: 'unconfirmed',
  who: company ?? 'Company not posted',
  lane: { from: placeName(origin), to: placeName(dest), loadId },
  cents: askCents,
  text: 'Look in Sent before you send again',
  isToConfirm: true,
})

const noteLines = ({ note }: HandoverTruck, { now }: Times): Line[] =>
  note === null
    ? []
    : [{ id: 'note', kind: 'note', who: `${note.by}, ${formatWhen(new Date(note.at), now)}`, text: note.text }]

/** `empty in Olathe, KS, today 6:30 PM CST`. */
export function describeWhere({ truck, booking, absence }: HandoverTruck, { now, zoneAt }: Times): string {
  const zone = zoneAt(truck.place)
  const today = dayIn(zone, now.getTime())
  if (absence && absence.from <= today) return describeSource({ truck, booking, absence, isFromDelivery: false }, today)
  if (!truck.place) return 'place not set'
  const { emptyDay, emptyClock } = describeEmpty(
    truck.emptyAt === null ? undefined : Date.parse(truck.emptyAt),
    zone,
    now.getTime(),
  )
  const day = emptyDay === 'Today' ? 'today ' : emptyDay === 'Now' || emptyDay === undefined ? '' : `${emptyDay} `
  return `empty in ${placeName(truck.place)}${emptyDay === undefined ? '' : `, ${day}${emptyClock}`}`
}

/** `12 asks, 3 due, drive left 7h 10m`. */
export function describeCounts({ truck, asks, pickup }: HandoverTruck): string {
  const text = [
    asks.count > 0 && countOf(asks.count, 'ask'),
    asks.due > 0 && `${asks.due} due`,
    pickup && `pickup ${pickup.isTomorrow ? 'tomorrow' : 'today'}`,
    truck.driveMinutes !== null && `drive left ${formatHoursLeft(truck.driveMinutes)}`,
  ]
    .filter(Boolean)
    .join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The figures of some trucks. */
export const sumsOf = (trucks: readonly HandoverTruck[]) => {
  const sum = (pick: (truck: HandoverTruck) => number) => trucks.reduce((total, truck) => total + pick(truck), 0)
  return {
    asks: sum(({ asks }) => asks.count),
    unconfirmed: sum(({ unconfirmed }) => unconfirmed.length),
    due: sum(({ asks }) => asks.due),
    today: sum(({ pickup }) => (pickup && !pickup.isTomorrow ? 1 : 0)),
    tomorrow: sum(({ pickup }) => (pickup?.isTomorrow ? 1 : 0)),
  }
}
