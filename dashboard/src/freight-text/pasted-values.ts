import { readNumber } from '@loadping/contract/broker-software/text-amounts'
import { findStateCode } from '@loadping/contract/places/states'
import { isLength, isMiles, isWeight, readSize, readSpaced, readTruckType, readWeight } from './pasted-freight.ts'
import type { LabelKey } from './pasted-labels.ts'
import { readAnyPlace, readCityAlone, readKnownCity } from './pasted-places.ts'
import { readContact, readLabeledCompany } from './pasted-poster.ts'
import { readLabeledPay } from './pasted-rate.ts'
import { keep, lineEnd, type PastedKey, type PastedReader, require, type Stop, spanOf } from './pasted-reader.ts'
import { readTemperature } from './pasted-temperature.ts'
import { readWhen } from './pasted-when.ts'

/** Reads a labeled value between two tokens and returns where the rest may be read without its label. */
type ReadValue = (reader: PastedReader, from: number, to: number) => number

/** How the value of each label is read. A label of a stop leads to its place and date, which are read without it. */
export const valueReaders: Record<LabelKey, ReadValue> = {
  origin: (reader, from, to) => readStop(reader, from, to, 'origin'),
  dest: (reader, from, to) => readStop(reader, from, to, 'dest'),
  originState: (reader, from, to) => readStateOf(reader, from, to, 'origin'),
  destState: (reader, from, to) => readStateOf(reader, from, to, 'dest'),
  state: (reader, from, to) => readStateOf(reader, from, to, reader.cue ?? 'origin'),
  stopOrigin: (reader, from) => follow(reader, from, 'origin'),
  stopDest: (reader, from) => follow(reader, from, 'dest'),
  pickupUntil: readLatest,
  when: (_, from) => from,
  equipment: readAllTruckWords,
  fullPartial: (reader, from, to) =>
    findFirst(from, to, (index) => readSize(reader, index, true)) ?? readLabeledReference(reader, from, to),
  lengthFeet: (reader, from, to) => readCount(reader, from, to, 'lengthFeet', isLength) ?? to,
  weightPounds: readLabeledWeight,
  tripMiles: (reader, from, to) => readDistance(reader, from, to, 'tripMiles'),
  deadheadMiles: (reader, from, to) => readDistance(reader, from, to, 'deadheadMiles'),
  rate: (reader, from, to) => readLabeledPay(reader, from, to, false),
  ratePerMile: (reader, from, to) => readLabeledPay(reader, from, to, true),
  company: readLabeledCompany,
  contact: (reader, from, to) => findFirst(from, to, (index) => readContact(reader, index, 2)) ?? from,
  phone: (reader, from, to) => findFirst(from, to, (index) => readContact(reader, index, 2.5)) ?? from,
  email: (reader, from, to) => findFirst(from, to, (index) => readContact(reader, index, 2.5)) ?? from,
  mc: (reader, from, to) => readDigits(reader, from, to, 'mc'),
  dot: (reader, from, to) => readDigits(reader, from, to, 'dot'),
  reference: readLabeledReference,
  commodity: (reader, from, to) => readWords(reader, from, to, 'commodity'),
  comments: (reader, from) => readWords(reader, from, from + maxCommentTokens, 'comments'),
  creditScore: (reader, from, to) => readCount(reader, from, to, 'creditScore', isScore) ?? to,
  daysToPay: (reader, from, to) => readCount(reader, from, to, 'daysToPay', isScore) ?? to,
  temperature: (reader, from, to) => findFirst(from, to, (index) => readTemperature(reader, index, true)) ?? to,
  hazmat: readHazmat,
  other: (_reader, _from, to) => to,
}

const isScore = (value: number): boolean => value >= 0 && value <= 999

function findFirst(from: number, to: number, read: (index: number) => number | undefined): number | undefined {
  for (let index = from; index < to; index++) {
    const next = read(index)
    if (next !== undefined) return next
  }
  return undefined
}

function follow(reader: PastedReader, from: number, stop: Stop): number {
  reader.cue = stop
  return from
}

function readStop(reader: PastedReader, from: number, to: number, stop: 'origin' | 'dest'): number {
  reader.cue = stop
  for (let index = from; index < to; index++) {
    const place = readAnyPlace(reader.tokens, index)
    if (!place || place.next > to) continue
    keep(reader, stop, place.value, place, 3)
    return place.next
  }
  const city = readKnownCity(reader.tokens, from) ?? readCityAlone(reader.tokens, from, to)
  if (!city || city.next > to) return from
  keep(reader, stop, city.value, city, 2.5)
  return city.next
}

function readStateOf(reader: PastedReader, from: number, to: number, stop: 'origin' | 'dest'): number {
  const place = reader.load[stop]
  const span = spanOf(reader, from, to)
  const state = findStateCode(reader.text.slice(span.start, span.end).replace(/[^\p{L} ]/gu, ''))
  if (!place || !state) return to
  reader.load[stop] = { ...place, value: { ...place.value, state } }
  return to
}

/** Reads the latest pickup as another window, and keeps it as the end of the pickup's. */
function readLatest(reader: PastedReader, from: number, to: number): number {
  const latest: PastedReader = { ...reader, load: {}, ranks: new Map(), cue: 'origin' }
  const next = readWhen(latest, from)
  const { pickup } = latest.load
  if (pickup) keep(reader, 'pickupUntil', pickup.value, pickup, 3)
  return next ?? to
}

/** Reads the equipment of a label, and leaves what stands beside it, such as a length, to be read without the label. */
function readAllTruckWords(reader: PastedReader, from: number, to: number): number {
  for (let index = from; index < to; index++) if (readTruckType(reader, index, true) !== undefined) break
  return from
}

function readCount(
  reader: PastedReader,
  from: number,
  to: number,
  key: 'lengthFeet' | 'creditScore' | 'daysToPay',
  isValid: (value: number) => boolean,
): number | undefined {
  for (let index = from; index < to; index++) {
    const value = readNumber(reader.tokens[index])
    if (value === undefined || !Number.isInteger(value) || !isValid(value)) continue
    keep(reader, key, value, spanOf(reader, index, index + 1), 3)
    return index + 1
  }
  return undefined
}

function readLabeledWeight(reader: PastedReader, from: number, to: number): number {
  for (let index = from; index < to; index++) {
    const weight = readWeight(reader.tokens, index)
    const plain = weight ? undefined : readSpaced(reader.tokens, index)
    const pounds = weight?.value ?? plain?.value
    if (pounds === undefined || !isWeight(pounds)) continue
    const next = weight?.next ?? plain?.next ?? to
    keep(reader, 'weightPounds', Math.round(pounds), spanOf(reader, index, next), 3)
    // A weight is read again without its label, for the freight that may follow it.
    return weight ? index : next
  }
  return to
}

function readDistance(reader: PastedReader, from: number, to: number, key: 'tripMiles' | 'deadheadMiles'): number {
  for (let index = from; index < to; index++) {
    const number = readSpaced(reader.tokens, index)
    if (!number) continue
    const isMetric = /^kms?$/.test(reader.tokens[number.next]?.lower ?? '')
    const miles = Math.round(isMetric ? number.value / 1.609344 : number.value)
    if (isMiles(miles)) keep(reader, key, miles, spanOf(reader, index, number.next), 3)
    return number.next
  }
  return to
}

function readDigits(reader: PastedReader, from: number, to: number, key: 'mc' | 'dot'): number {
  for (let index = from; index < to; index++) {
    const digits = reader.tokens[index]?.text ?? ''
    if (!/^\d{2,8}$/.test(digits)) continue
    keep(reader, key, digits, spanOf(reader, index, index + 1), 3)
    return index + 1
  }
  return to
}

const maxReferenceTokens = 20
const maxCommentTokens = 400

function readLabeledReference(reader: PastedReader, from: number, to: number): number {
  const { tokens } = reader
  let start = from
  while (start < to && /^["#:]$/.test(tokens[start]?.text ?? '')) start++
  let next = start
  while (
    next < to &&
    next - start < maxReferenceTokens &&
    (next === start || tokens[next]?.isGlued) &&
    /^[\p{L}\d]|^[-_/.]$/u.test(tokens[next]?.text ?? '')
  )
    next++
  while (next > start && tokens[next - 1]?.kind === 'mark') next--
  const span = spanOf(reader, start, next)
  const text = reader.text.slice(span.start, span.end)
  if (!/\d/.test(text)) return from
  keep(reader, 'reference', text.slice(0, 60), span, 3)
  return next
}

function readWords(
  reader: PastedReader,
  from: number,
  to: number,
  key: Extract<PastedKey, 'commodity' | 'comments'>,
): number {
  const end = lineEnd(reader.tokens, from, to)
  const { start, end: last } = spanOf(reader, from, end)
  const text = reader.text
    .slice(start, last)
    .replace(/\t.*|\s{2,}.*|["}\s]+$/s, '')
    .trimEnd()
  if (!/\p{L}{2}/u.test(text) || /^(?:tbd|n\/a|none)$/i.test(text)) return end
  const max = key === 'commodity' ? 120 : 1000
  keep(reader, key, text.slice(0, max), { start, end: start + Math.min(max, text.length) }, 3)
  let next = from
  while (next < end && (reader.tokens[next]?.end ?? 0) <= start + text.length) next++
  return next
}

function readHazmat(reader: PastedReader, from: number, to: number): number {
  if (/^(?:y|yes|true)$/.test(reader.tokens[from]?.lower ?? '')) require(reader, 'Hazmat', from - 1, from + 1)
  return to
}
