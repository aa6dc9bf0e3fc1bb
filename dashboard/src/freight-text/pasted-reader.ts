import type { Place } from '@loadping/contract/boards/posted-load'
import type { DateText } from '@loadping/contract/broker-software/text-dates'
import type { Reading } from '@loadping/contract/broker-software/text-reader'
import type { Token } from '@loadping/contract/broker-software/text-tokens'
import type { Day } from '@loadping/contract/format/new-york-days'
import type { Temperature } from '@loadping/contract/format/temperature'

/** A place whose state the text may leave out. */
export type PastedPlace = Omit<Place, 'state'> & { state?: string }
type PastedRate = { cents: number; basis: 'flat' | 'per-mile' }

type Values = {
  origin: PastedPlace
  dest: PastedPlace
  pickup: DateText
  pickupUntil: DateText
  delivery: DateText
  deliveryUntil: DateText
  equipment: string
  fullPartial: 'full' | 'partial' | 'both'
  lengthFeet: number
  weightPounds: number
  tripMiles: number
  deadheadMiles: number
  rate: PastedRate
  company: string
  email: string
  phone: string
  reference: string
  mc: string
  dot: string
  commodity: string
  temperature: Temperature
  comments: string
  creditScore: number
  daysToPay: number
}
export type PastedKey = keyof Values

/** The facts of a load that a pasted text states, each with the text that states it. */
export type PastedFields = { [K in PastedKey]?: Reading<Values[K]> }

export type Requirement = 'Hazmat' | 'Team' | 'Tarps' | 'Extra stops'

/** A part of the text that is not taken over as it stands. */
export type PastedNote = { why: 'canadian-dollars'; text: string; start: number; end: number }

/** The stop that the words before speak of. */
export type Stop = 'origin' | 'dest' | undefined

/** One run over a pasted text for one of its loads. */
export type PastedReader = {
  text: string
  tokens: Token[]
  today: Day
  load: PastedFields
  /** How sure each fact is: the surer one replaces it, among equals the first counts. */
  ranks: Map<PastedKey, number>
  requirements: Map<Requirement, { start: number; end: number }>
  notes: PastedNote[]
  cue: Stop
  /** Whether the reefer runs without stops, where that is said apart from the temperature. */
  isContinuous: boolean | undefined
  /** What a quoted message or a signature cannot state. */
  ignored: ReadonlySet<PastedKey>
  /** What is taken off each rank: parts that belong to the load less, such as a quoted message, count less. */
  distance: number
}

/** Keeps a fact with its place, unless one that is as sure is kept already. Ranks: 1 found, 2 with a cue, 3 labeled. */
export function keep<K extends PastedKey>(
  reader: PastedReader,
  key: K,
  value: Values[K],
  span: { start: number; end: number },
  rank = 1,
): void {
  const sureness = rank - reader.distance
  if (reader.ignored.has(key) || sureness <= (reader.ranks.get(key) ?? Number.NEGATIVE_INFINITY)) return
  reader.ranks.set(key, sureness)
  const text = reader.text.slice(span.start, span.end)
  // The value's type is the key's, which TypeScript cannot follow through the table.
  reader.load[key] = { value, text, start: span.start, end: span.end } as PastedFields[K]
}

export function spanOf({ tokens }: PastedReader, from: number, next: number): { start: number; end: number } {
  const start = tokens[from]?.start ?? 0
  return { start, end: Math.max(start, tokens[next - 1]?.end ?? start) }
}

export function require(reader: PastedReader, requirement: Requirement, from: number, next: number): void {
  if (!reader.requirements.has(requirement)) reader.requirements.set(requirement, spanOf(reader, from, next))
}

/** Whether a cell of a table, a column or a line begins at the token: a break, a tab, a bar or two spaces are before it. */
export function startsCell({ text, tokens }: Pick<PastedReader, 'text' | 'tokens'>, index: number): boolean {
  const before = tokens[index - 1]
  const token = tokens[index]
  if (!before || !token || before.kind === 'break' || /^[|·•*,;/("{]$/.test(before.text)) return true
  return /\t|\s{2}/.test(text.slice(before.end, token.start))
}

/** Whether a cell ends before the token at the index. */
export const endsCell = ({ text, tokens }: PastedReader, index: number): boolean => {
  const token = tokens[index]
  if (!token || token.kind === 'break' || /^[|·•,;/)"}]$/.test(token.text)) return true
  return /\t|\s{2}/.test(text.slice(tokens[index - 1]?.end ?? 0, token.start))
}

/** Whether the tokens are all of a column, between tabs, bars or line breaks. */
export function isColumn({ text, tokens }: PastedReader, from: number, next: number): boolean {
  const before = tokens[from - 1]
  const after = tokens[next]
  const starts =
    !before ||
    before.kind === 'break' ||
    before.text === '|' ||
    /\t|\s{2}/.test(text.slice(before.end, tokens[from]?.start))
  const ends =
    !after ||
    after.kind === 'break' ||
    after.text === '|' ||
    /\t|\s{2}/.test(text.slice(tokens[next - 1]?.end, after.start))
  return starts && ends
}

/** Returns the index of the line break after the index. */
export function lineEnd(tokens: Token[], index: number, to = tokens.length): number {
  let next = index
  while (next < Math.min(to, tokens.length) && tokens[next]?.kind !== 'break') next++
  return next
}
