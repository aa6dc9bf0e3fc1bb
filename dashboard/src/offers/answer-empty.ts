import { endsSentence, type Token } from '@loadping/contract/broker-software/text-tokens'
import { isMexican } from '@loadping/contract/places/states'
import { findCity, findCityCode } from '../freight-text/freight-cities.ts'
import { type PlaceFound, readAnyPlace, readCityAlone, readKnownCity } from '../freight-text/pasted-places.ts'
import type { PastedPlace } from '../freight-text/pasted-reader.ts'
import { readMoment } from '../freight-text/pasted-when.ts'
import { type AnswerReader, keepValue } from './answer-parts.ts'

/** What the words of a sentence speak of: a truck that gets empty, another place or time such as the pickup's, or a truck. */
export type Cue = 'empty' | 'other' | 'truck' | undefined

const emptyWords =
  /^(?:empty|empties|emptying|mt|mty|available|avail|unload|unloads|unloading|unloaded|sitting|located|location|parked|vacia|vacía|vacio|vacío)$/
const otherWords =
  /^(?:pickup|pick|picks|pu|deliver|delivery|del|based|office|terminal|yard|home|going|towards?|back|loads|loading|before|there|arrive|arrives)$/
const truckWords =
  /^(?:(?:truck|driver|guy|he|she|van)(?:['’]s)?|trucks|drivers|vans|reefer|flatbed|unit|him|one|trailer)$/

/** Follows what the sentence speaks of; a line or sentence begins anew. */
export function followCue({ tokens }: AnswerReader, index: number, cue: Cue): Cue {
  if (endsSentence(tokens, index)) return undefined
  const word = tokens[index]?.lower ?? ''
  const next = tokens[index + 1]?.lower ?? ''
  const isAsked = /^(?:still|is)$/.test(tokens[index - 1]?.lower ?? '') && /^avail/.test(word)
  if (emptyWords.test(word) && !isAsked) return 'empty'
  if (word === 'ready' && next !== 'to') return 'empty'
  if (word === 'when' && next === ':') return 'empty'
  if (/^deliver(?:s|ing)$/.test(word)) return cue === 'truck' ? 'empty' : 'other'
  if (otherWords.test(word) || isVerbLoad(tokens, index)) return 'other'
  return cue === undefined && truckWords.test(word) ? 'truck' : cue
}

/** Whether it says when the truck can load, as in `could load in KC by 2`. */
const isVerbLoad = (tokens: Token[], index: number): boolean =>
  tokens[index]?.lower === 'load' && /^(?:can|could|to|they|we|will|would)$/.test(tokens[index - 1]?.lower ?? '')

/** Whether a word begins no city, although the words after it may: the `sitting` of `sitting joplin mo`. */
const isCueWord = ({ text, lower }: Token = noToken): boolean =>
  text !== 'Mt' &&
  (emptyWords.test(lower) ||
    otherWords.test(lower) ||
    truckWords.test(lower) ||
    /^(?:en|de|out|got|is|now)$/.test(lower))
const noToken: Token = { kind: 'break', text: '', lower: '', start: 0, end: 0, isGlued: false }

const arrows = new Set(['to', '-', '–', '—', '→', '>', '»', '⇒'])
const lead = /^(?:in|en|at|of|near|around|outside|by|:)$/
const away = /^(?:to|from|for|towards?|thru|through|via)$/

/** Reads where a truck is empty. A lane, and places of another cue, are passed over. */
export function readEmptyIn(reader: AnswerReader, index: number, cue: Cue): number | undefined {
  const { tokens } = reader
  const before = tokens[index - 1]?.lower ?? ''
  if (isCueWord(tokens[index])) return undefined
  const isLed = lead.test(before)
  const isMeant = (cue === 'empty' && !away.test(before)) || (cue === 'truck' && isLed)
  const known = readAnyPlace(tokens, index) ?? readKnownCity(tokens, index)
  const found = known ?? (cue === 'empty' && isLed ? readCityAlone(tokens, index, placeEnd(tokens, index)) : undefined)
  if (!found || isEmptyNotMontana(tokens, found) || isSmallWord(tokens, found)) return undefined
  const lane = arrows.has(tokens[found.next]?.lower ?? '') ? found.next + 1 : undefined
  const dest = lane === undefined ? undefined : (readAnyPlace(tokens, lane) ?? readKnownCity(tokens, lane))
  if (dest) return dest.next
  if (isMeant || (cue !== 'other' && !away.test(before) && leadsToEmpty(tokens, found.next)))
    keepValue(reader, 'emptyIn', fullName(found.value), index, found.next)
  return found.next
}

/** Whether a word such as `empty` follows a place, as in `Olathe KS, empty 4pm`. */
function leadsToEmpty(tokens: Token[], index: number): boolean {
  let next = index
  while (next - index < 3 && /^(?:,|-|both|is|are|will|be)$/.test(tokens[next]?.lower ?? '')) next++
  return emptyWords.test(tokens[next]?.lower ?? '')
}

/** Whether the state is a small word, such as the `so` of `only, so not`. */
const isSmallWord = (tokens: Token[], { value, next }: PlaceFound): boolean =>
  isMexican(value.state ?? '') && tokens[next - 1]?.text !== value.state

/** Whether the state is the `MT` of `will be MT in Raymore`. */
const isEmptyNotMontana = (tokens: Token[], { value, next }: PlaceFound): boolean =>
  value.state === 'MT' && tokens[next - 2]?.text !== ',' && !value.postalCode && findCity(value.city)?.state !== 'MT'

/** Spells out `KC, MO`. */
function fullName(place: PastedPlace): PastedPlace {
  const code = place.city.length < 5 ? findCityCode(place.city) : undefined
  return code?.state && code.state === (place.state ?? code.state) ? { ...place, ...code } : place
}

/** Where the words of a city without its state end: before a mark, or before when the truck is there. */
function placeEnd(tokens: Token[], index: number): number {
  let next = index
  while (next - index < 3 && tokens[next]?.kind === 'word' && !stops.test(tokens[next]?.lower ?? '')) next++
  return next
}

const stops =
  /^(?:at|by|on|now|today|tonight|tomorrow|tmrw|tmr|around|about|after|and|or|with|need|asking|this|for|is|will)$/

/** Reads when a truck is empty: `now`, a day, a time, or both. */
export function readEmptyOn(reader: AnswerReader, index: number, cue: Cue): number | undefined {
  const { tokens, today } = reader
  if (/^(?:now|immediately|already|ahora)$/.test(tokens[index]?.lower ?? '')) {
    const isMeant = cue === 'empty' && !/^(?:un)?load/.test(tokens[index + 1]?.lower ?? '')
    if (isMeant) keepValue(reader, 'emptyOn', { isNow: true }, index, index + 1)
    return isMeant ? index + 1 : undefined
  }
  const moment = readAnyMoment({ tokens, today }, index, cue)
  if (!moment) return undefined
  const { day, time } = moment.value
  const isMeant = cue === 'empty' || (cue !== 'other' && startsEmpty(tokens, moment.next))
  if (isMeant && day) keepValue(reader, 'emptyOn', { day, ...(time && { time }) }, index, moment.next)
  else if (isMeant && time) keepValue(reader, 'emptyOn', { time }, index, moment.next)
  return moment.next
}

type Moment = NonNullable<ReturnType<typeof readMoment>>

function readAnyMoment(reader: Pick<AnswerReader, 'tokens' | 'today'>, index: number, cue: Cue): Moment | undefined {
  const { tokens } = reader
  const glued = readGluedTime(tokens, index)
  const isBare = /^\d{4}$/.test(tokens[index]?.text ?? '') && !/^[:/]$/.test(tokens[index + 1]?.text ?? '')
  if (!glued && isBare && cue !== 'empty') return undefined // rather a price than a time
  const first = glued ?? readMoment({ ...reader, cue: undefined }, index)
  if (first?.value.day && !first.value.time && /^(?:around|about|approx)$/.test(tokens[first.next]?.lower ?? '')) {
    const time = readGluedTime(tokens, first.next + 1) ?? readMoment({ ...reader, cue: undefined }, first.next + 1)
    if (time?.value.time && !time.value.day)
      return { value: { day: first.value.day, time: time.value.time }, next: time.next }
  }
  if (!first || first.value.day || !first.value.time) return first
  const at = tokens[first.next]?.lower === 'on' ? first.next + 1 : first.next
  const day = readMoment({ ...reader, cue: undefined }, at)
  return day?.value.day && !day.value.time
    ? { value: { day: day.value.day, time: first.value.time }, next: day.next }
    : first
}

/** Reads `630pm`. */
function readGluedTime(tokens: Token[], index: number): Moment | undefined {
  const { text = '', kind } = tokens[index] ?? {}
  const half = /^([ap])\.?m?$/.exec(tokens[index + 1]?.lower ?? '')?.[1]
  if (kind !== 'number' || !/^(?:[1-9]|1[0-2])[0-5]\d$/.test(text) || !half || !tokens[index + 1]?.isGlued)
    return undefined
  const hours = (Number(text.slice(0, -2)) % 12) + (half === 'p' ? 12 : 0)
  return { value: { time: `${String(hours).padStart(2, '0')}:${text.slice(-2)}` }, next: index + 2 }
}

/** Whether a word such as `empty` follows, as in `Tue 7am empty in Olathe`. */
const startsEmpty = (tokens: Token[], index: number): boolean =>
  emptyWords.test(tokens[index]?.lower ?? '') || emptyWords.test(tokens[index + 1]?.lower ?? '')
