import type { Place } from '../boards/posted-load.ts'
import type { Day } from '../format/new-york-days.ts'
import { readCarrierNumber } from './mc-number.ts'
import { readEmail, readPhone } from './text-amounts.ts'
import { findWrittenDate, notBefore, readDate, weekdayOf } from './text-dates.ts'
import { readMeasure, readRate, readReference, readTruck } from './text-freight.ts'
import { readPlace } from './text-places.ts'
import { type Cue, type LoadText, markUnreadable, note, type Reader, spanOf, type Unreadable } from './text-reader.ts'
import { endsSentence, readTokens, type Token } from './text-tokens.ts'

/** Reads the facts of an inquiry, a broker's email or a chat message. Deterministic, in linear time. */
export function readLoadText(text: string, { today }: { today: Day }): { load: LoadText; unreadable: Unreadable[] } {
  const reader: Reader = {
    text,
    tokens: readTokens(text),
    today,
    cue: undefined,
    load: {},
    unreadable: [],
    labeled: new Set(),
    rateRank: -1,
  }
  let index = 0
  while (index < reader.tokens.length) {
    const next = readFact(reader, index)
    if (next === undefined) followCue(reader, index)
    index = next ?? index + 1
  }
  return { load: reader.load, unreadable: reader.unreadable }
}

/** Reads the fact at the index, notes it, and returns the index after it. */
function readFact(reader: Reader, index: number): number | undefined {
  for (const read of readers[reader.tokens[index]?.kind ?? 'break']) {
    const next = read(reader, index)
    if (next !== undefined) return next
  }
  return undefined
}

/** What can begin with each kind of token. */
const readers: Record<Token['kind'], ((reader: Reader, index: number) => number | undefined)[]> = {
  word: [readNumbers, readDates, readPlaces, readRate, readReference, readTruck],
  number: [readContact, readDates, readRate, readMeasure],
  mark: [readContact, readRate],
  break: [],
}

const cues: Record<string, Cue> = {
  ...Object.fromEntries(['origin', 'from', 'pickup', 'pick', 'pu', 'shipper'].map((word) => [word, 'origin'])),
  ...Object.fromEntries(
    ['dest', 'destination', 'destinations', 'delivery', 'delivering', 'delivers', 'deliver', 'del', 'drop'].map(
      (word) => [word, 'dest'],
    ),
  ),
  ...Object.fromEntries(
    [
      'empty',
      'empties',
      'available',
      'avail',
      'mt',
      'mty',
      'location',
      'unloads',
      'unloading',
      'unloaded',
      'located',
      'sitting',
      'parked',
    ].map((word) => [word, 'empty']),
  ),
}

function followCue(reader: Reader, index: number): void {
  const word = reader.tokens[index]?.lower ?? ''
  if (endsSentence(reader.tokens, index)) reader.cue = undefined
  else if (Object.hasOwn(cues, word)) reader.cue = cues[word]
}

function readContact(reader: Reader, index: number): number | undefined {
  const email = readEmail(reader.tokens, index)
  if (email) note(reader, 'email', spanOf(reader, email.start, email.next).text, email.start, email.next)
  const phone = email ? undefined : readPhone(reader.tokens, index)
  if (phone) note(reader, 'phone', spanOf(reader, index, phone).text, index, phone)
  return email?.next ?? phone
}

function readNumbers(reader: Reader, index: number): number | undefined {
  const found = readCarrierNumber(reader.tokens, index)
  if (found) note(reader, found.value.kind, found.value.number, index, found.next)
  return found?.next
}

function readDates(reader: Reader, index: number): number | undefined {
  const written = findWrittenDate(reader.tokens, index)
  if (written) return markUnreadable(reader, 'written-date', index, written)
  const date = readDate(reader.tokens, index, reader.today)
  if (!date) return undefined

  const key = reader.cue === 'dest' ? 'delivery' : reader.cue === 'empty' ? 'emptyOn' : 'pickup'
  const isWeekday =
    weekdayOf(reader.tokens[index]) !== undefined && !/\d/.test(reader.tokens[date.next - 1]?.text ?? '')
  const earliest = key === 'delivery' && isWeekday ? reader.load.pickup?.value.day : undefined
  const day = earliest ? notBefore(date.value.day, earliest) : date.value.day
  note(reader, key, { ...date.value, day }, index, date.next)
  return date.next
}

const inexact = new Set(['towards', 'toward', 'near', 'around', 'outside'])
const arrows = new Set(['to', '-', '–', '—', '→', '>', '»', '⇒'])

function readPlaces(reader: Reader, index: number): number | undefined {
  const { tokens, cue } = reader
  const place = readPlace(tokens, index)
  if (!place) return undefined
  const before = tokens[index - 1]?.lower ?? ''
  if (inexact.has(before)) return markUnreadable(reader, 'inexact-place', index, place.next)

  const lane = cue === 'empty' ? undefined : readLaneEnd(tokens, place.next)
  if (lane) {
    note(reader, 'origin', place.value, index, place.next)
    note(reader, 'dest', lane.value, lane.start, lane.next)
    return lane.next
  }
  const key = before === 'to' ? 'dest' : cue === 'empty' ? 'emptyIn' : cue
  if (key) note(reader, key, place.value, index, place.next)
  return place.next
}

/** Reads ` to City, ST` after the origin of a lane. */
function readLaneEnd(tokens: Token[], index: number): { value: Place; start: number; next: number } | undefined {
  if (!arrows.has(tokens[index]?.lower ?? '')) return undefined
  const start = tokens[index]?.text === '-' && tokens[index + 1]?.text === '>' ? index + 2 : index + 1
  const place = readPlace(tokens, start)
  return place && { ...place, start }
}
