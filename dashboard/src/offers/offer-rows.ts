import { equipmentCodeOf } from '@loadping/contract/boards/equipment'
import type { Place } from '@loadping/contract/boards/posted-load'
import { formatCsv } from '@loadping/contract/format/csv'
import { formatPlainDollars } from '@loadping/contract/format/money'
import { formatDay, newYorkDay } from '@loadping/contract/format/new-york-days'
import { clockIn, instantOf, timeZoneOf } from '@loadping/contract/format/time-zones'
import type { OfferAnswer, OfferFacts } from '@loadping/contract/offers/offers'
import { nameUnfit } from '@loadping/contract/trucks/truck-of-ask'
import { formatSoon, formatTimeOfDay } from '../freight-text/load-times.ts'
import type { PastedPlace } from '../freight-text/pasted-reader.ts'
import type { AnswerFields, EmptyTime } from './answer-fields.ts'
import { readAnswer } from './answer-reader.ts'

/** What a broker needs from each carrier, and how to ask for it. */
export const questions = {
  ask: 'What is your all-in rate?',
  mc: 'What is your MC number?',
  equipment: 'What equipment is it?',
  emptyIn: 'Where is the truck empty?',
  emptyOn: 'When is the truck empty?',
} as const
type NeededKey = keyof typeof questions
const neededKeys = Object.keys(questions) as NeededKey[] // Object.keys widens the names.

/** An answer with what it states, and what follows from that for the posting. */
export type OfferRow = {
  answer: OfferAnswer
  fields: AnswerFields
  /** The first ask for the trip; unknown for one per mile while the miles are. */
  totalCents: number | undefined
  perMileCents: number | undefined
  /** That the truck carries no such freight: `not a van`. */
  misfit: string | undefined
  missing: NeededKey[]
  /** The zone of the place where the truck is empty, else of the pickup. */
  zone: string
}

const rows = new WeakMap<OfferAnswer, { key: string; row: OfferRow }>()

/** Reads an answer to a posting. The same answer is read once. */
export function toRow(answer: OfferAnswer, facts: OfferFacts, own: readonly string[]): OfferRow {
  const key = JSON.stringify([facts, own])
  const known = rows.get(answer)
  if (known?.key === key) return known.row
  const { reference, tripMiles, equipment } = facts
  const fields = readAnswer(answer.text, { today: newYorkDay(new Date(answer.pastedAt)), reference, own })
  const ask = fields.ask[0]?.value
  const isPerMile = ask?.basis === 'per-mile'
  const name = fields.equipment[0]?.value
  const row: OfferRow = {
    answer,
    fields,
    totalCents: isPerMile ? tripMiles && ask.cents * tripMiles : ask?.cents,
    perMileCents: isPerMile ? ask.cents : ask && tripMiles ? ask.cents / tripMiles : undefined,
    misfit: name !== undefined && equipment !== undefined ? nameUnfit(name, equipment) : undefined,
    missing: neededKeys.filter((needed) => fields[needed].length === 0),
    zone: zoneOf(fields.emptyIn[0]?.value) ?? zoneOf(facts.origin) ?? 'America/New_York',
  }
  rows.set(answer, { key, row })
  return row
}

/** Undefined while the state is unknown. */
const zoneOf = (place: PastedPlace | Place | undefined): string | undefined =>
  place?.state === undefined ? undefined : timeZoneOf({ city: place.city, state: place.state })

export type OfferSort = 'ask' | 'perMile' | 'carrier' | 'mc' | 'equipment' | 'emptyIn' | 'emptyOn' | 'pasted'

/** Sorts rows by a column; what is not said comes last in both directions. */
export function sortRows(list: readonly OfferRow[], column: OfferSort, isDescending: boolean): OfferRow[] {
  const sign = isDescending ? -1 : 1
  return list.toSorted((one, other) => {
    const first = sortValue(one, column)
    const second = sortValue(other, column)
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
    return (
      sign *
      (typeof first === 'number' && typeof second === 'number'
        ? first - second
        : collator.compare(String(first), String(second)))
    )
  })
}

const collator = new Intl.Collator('en', { numeric: true })

function sortValue({ answer, fields, zone, totalCents, perMileCents }: OfferRow, column: OfferSort) {
  const pastedAt = Date.parse(answer.pastedAt)
  if (column === 'ask') return totalCents
  if (column === 'perMile') return perMileCents
  if (column === 'pasted') return -pastedAt
  if (column === 'emptyIn') return fields.emptyIn[0] && formatPlace(fields.emptyIn[0].value)
  const first = fields.emptyOn[0]?.value
  if (column === 'emptyOn') return first && emptyInstant(first, zone, pastedAt)
  return fields[column][0]?.value
}

/** When a truck is empty, as far as lists need it: a day without a time ends it, a time without a day is of the paste's. */
function emptyInstant(time: EmptyTime, zone: string, pastedAt: number): number {
  if ('isNow' in time) return pastedAt
  const day = 'day' in time ? time.day : clockIn(zone, pastedAt).day
  return instantOf(zone, day, time.time ?? '24:00')
}

export const formatPlace = ({ city, state }: PastedPlace): string => (state ? `${city}, ${state}` : city)

/** `Now`, `Today 6:30 PM CST`, `Tue 6 AM CST`, `Tue, Nov 24`, or a time alone where the answer names no day. */
export function formatEmpty(time: EmptyTime, { zone, answer }: Pick<OfferRow, 'zone' | 'answer'>, now: Date): string {
  const today = clockIn(zone, now.getTime()).day
  if ('isNow' in time) {
    const { day } = clockIn(zone, Date.parse(answer.pastedAt))
    return day === today ? 'Now' : `Now, on ${formatDay(day)}`
  }
  if (!('day' in time)) return formatTimeOfDay(time.time)
  const isToday = time.day === today
  if (time.time === undefined) return isToday ? 'Today' : formatDay(time.day)
  const text = formatSoon(instantOf(zone, time.day, time.time), zone, now.getTime())
  return text.replace(/^(\w+), (?=\d)/, (_, weekday: string) => (isToday ? 'Today ' : `${weekday} `))
}

const csvHead = ['Ask', 'Per mile', 'Carrier', 'MC', 'Equipment', 'Length (ft)', 'Empty where', 'Empty when'].concat([
  'Reference',
  'Email',
  'Phone',
  'Starred',
  'Pasted',
  'Not said',
  'Text',
])

/** Formats rows as CSV: of several values of one field all, with semicolons. */
export const offersCsv = (list: readonly OfferRow[]): string =>
  formatCsv([
    csvHead,
    ...list.map((row) => {
      const { answer, fields, totalCents, perMileCents } = row
      const all = (values: (string | number)[]) => values.join('; ')
      const plain = (key: 'carrier' | 'mc' | 'equipment' | 'length' | 'reference' | 'email' | 'phone') =>
        all(fields[key].map(({ value }) => value))
      return [
        totalCents === undefined ? '' : formatPlainDollars(totalCents),
        perMileCents === undefined ? '' : formatPlainDollars(perMileCents),
        plain('carrier'),
        plain('mc'),
        plain('equipment'),
        plain('length'),
        all(fields.emptyIn.map(({ value }) => formatPlace(value))),
        all(fields.emptyOn.map(({ value }) => formatEmpty(value, row, new Date(answer.pastedAt)))),
        plain('reference'),
        plain('email'),
        plain('phone'),
        answer.isStarred ? 'yes' : '',
        answer.pastedAt,
        row.missing.map((key) => csvHead[missingColumn[key]] ?? '').join('; '),
        answer.text,
      ]
    }),
  ])

const missingColumn: Record<NeededKey, number> = { ask: 0, mc: 3, equipment: 4, emptyIn: 6, emptyOn: 7 }

/** Who answered, as far as it is said. */
export const nameOf = ({ fields, answer }: OfferRow): string =>
  fields.carrier[0]?.value ?? fields.email[0]?.value ?? `“${answer.text.slice(0, 30).replace(/\s+/g, ' ').trim()}”`

/** The code that boards have for the first equipment, or its name. */
export const equipmentCode = ({ fields }: OfferRow): string | undefined => {
  const name = fields.equipment[0]?.value
  return name && (equipmentCodeOf(name) ?? name)
}
