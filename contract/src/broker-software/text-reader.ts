import type { Place } from '../boards/posted-load.ts'
import type { Day } from '../format/new-york-days.ts'
import type { DateText } from './text-dates.ts'
import { endsSentence, type Token } from './text-tokens.ts'

/** A value with the text that it was read from. */
export type Reading<T> = { value: T; text: string; start: number; end: number }
type RateText = { cents: number; basis: 'flat' | 'per-mile'; isAllIn: boolean }

/** The facts of a load or an offer that a text states; what it leaves out is absent. */
export type LoadText = Partial<{
  origin: Reading<Place>
  dest: Reading<Place>
  emptyIn: Reading<Place>
  pickup: Reading<DateText>
  delivery: Reading<DateText>
  emptyOn: Reading<DateText>
  equipment: Reading<string>
  rate: Reading<RateText>
  weightPounds: Reading<number>
  lengthFeet: Reading<number>
  tripMiles: Reading<number>
  deadheadMiles: Reading<number>
  totalMiles: Reading<number>
  fullPartial: Reading<'full' | 'partial' | 'both'>
  mc: Reading<string>
  dot: Reading<string>
  phone: Reading<string>
  email: Reading<string>
  reference: Reading<string>
}>

/** A part of the text that software cannot read, although a person can. */
export type Unreadable = {
  why: 'written-date' | 'shorthand' | 'inexact-place'
  text: string
  start: number
  end: number
}

export type Cue = 'origin' | 'dest' | 'empty' | undefined
/** One run over a text. */
export type Reader = {
  text: string
  tokens: Token[]
  today: Day
  cue: Cue
  load: LoadText
  unreadable: Unreadable[]
  labeled: Set<keyof LoadText>
  /** How sure the rate is: 2 with a label, 1 without, 0 for the posted one. */
  rateRank: number
}

/** Keeps a fact with its place. The first one counts, or the first with a label, as in `Origin: Joliet, IL`. */
export function note<K extends keyof LoadText>(
  reader: Reader,
  key: K,
  value: NonNullable<LoadText[K]>['value'],
  from: number,
  next: number,
): void {
  const isLabeled = reader.tokens[from - 1]?.text === ':'
  if (reader.load[key] && (!isLabeled || reader.labeled.has(key))) return
  if (isLabeled) reader.labeled.add(key)
  // The value's type is the key's, which TypeScript cannot follow through the table.
  reader.load[key] = { value, ...spanOf(reader, from, next) } as LoadText[K]
}

export function spanOf(
  { text, tokens }: Reader,
  from: number,
  next: number,
): { text: string; start: number; end: number } {
  const start = tokens[from]?.start ?? 0
  const end = tokens[next - 1]?.end ?? start
  return { text: text.slice(start, end), start, end }
}

export function markUnreadable(reader: Reader, why: Unreadable['why'], from: number, next: number): number {
  reader.unreadable.push({ why, ...spanOf(reader, from, next) })
  return next
}

/** The words of the same sentence before an index, at most `count` tokens away. */
export function wordsBefore(tokens: Token[], index: number, count: number): string[] {
  const words: string[] = []
  for (let at = index - 1; at >= Math.max(0, index - count) && !endsSentence(tokens, at); at--)
    if (tokens[at]?.kind === 'word') words.unshift(tokens[at]?.lower ?? '')
  return words
}

export function wordsAfter(tokens: Token[], index: number, count: number): string[] {
  const words: string[] = []
  for (let at = index; at < index + count && at < tokens.length && !endsSentence(tokens, at); at++)
    if (tokens[at]?.kind === 'word') words.push(tokens[at]?.lower ?? '')
  return words
}
