import { commonEquipment } from '../boards/equipment.ts'
import { readAmount, readNumber } from './text-amounts.ts'
import { readEquipment } from './text-equipment.ts'
import { markUnreadable, note, type Reader, spanOf, wordsAfter, wordsBefore } from './text-reader.ts'
import type { Token } from './text-tokens.ts'

const accessorial = /^(?:detention|layover|tonu|lumper|stop|stop-off|insurance|liability|cargo|coverage|policy)$/
const rateWords = /^(?:rate|ask|asking|all-in|need|want|offer|total|price)$/

/** Reads what the offer or the load pays, and ignores accessorials and insurance. */
export function readRate(reader: Reader, index: number): number | undefined {
  const { tokens } = reader
  const amount = readAmount(tokens, index) ?? readLabeledRate(tokens, index)
  if (!amount) return undefined
  const { value, next } = amount
  if (value.isShort) return markUnreadable(reader, 'shorthand', index, next)

  const around = [...wordsBefore(tokens, index, 4), ...wordsAfter(tokens, next, 3)]
  const isInRange =
    value.basis === 'per-mile' ? value.cents <= 25_00 : value.cents >= 50_00 && value.cents <= 100_000_00
  if (value.basis === 'other' || !isInRange || around.some((word) => accessorial.test(word))) return next
  const isAllIn = around.includes('all-in') || around.some((word, at) => word === 'all' && around[at + 1] === 'in')
  const rank = around.includes('posted') ? 0 : isAllIn || around.some((word) => rateWords.test(word)) ? 2 : 1
  if (rank > reader.rateRank) {
    const { cents, basis } = value
    reader.rateRank = rank
    reader.load.rate = { value: { cents, basis, isAllIn }, ...spanOf(reader, index, next) }
  }
  return next
}

/** Reads a number without a sign that the words beside it call a rate: `Rate: 2450`, `2450 all in`. */
function readLabeledRate(tokens: Token[], index: number): ReturnType<typeof readAmount> {
  const dollars = readNumber(tokens[index])
  if (dollars === undefined || dollars < 100 || dollars > 100_000) return undefined
  const [first = '', second = ''] = wordsAfter(tokens, index + 1, 2)
  if (/^(?:lbs?|pounds|mi|miles?|ft|feet|trucks|years|total|loaded|trip|deadhead)$/.test(first)) return undefined
  const isLabeled = /^(?:rate|ask|asking|need|want|for)$/.test(
    wordsBefore(tokens, index, 3).findLast((word) => word !== 'is') ?? '',
  )
  if (!isLabeled && !/^(?:all-in|obo|firm|flat)$/.test(first) && !(first === 'all' && second === 'in')) return undefined
  return { value: { cents: Math.round(dollars * 100), basis: 'flat', isShort: false }, next: index + 1 }
}

/** Reads weight, length and miles, by their unit or label. */
export function readMeasure(reader: Reader, index: number): number | undefined {
  const { tokens } = reader
  const number = readNumber(tokens[index])
  if (number === undefined || !Number.isInteger(number)) return undefined

  const label = tokens[index - 1]?.text === ':' ? (tokens[index - 2]?.lower ?? '') : ''
  const adjective = /^(?:total|loaded|trip|deadhead|empty)$/.test(tokens[index + 1]?.lower ?? '') ? 1 : 0
  const unit = tokens[index + 1 + adjective]?.lower ?? ''
  const next = index + 2 + adjective
  const words = [label, adjective ? (tokens[index + 1]?.lower ?? '') : '', ...wordsBefore(tokens, index, 2)]
  if (/^(?:lbs?|pounds)$/.test(unit)) note(reader, 'weightPounds', number, index, next)
  else if (/^(?:ft|feet|foot|['’])$/.test(unit)) note(reader, 'lengthFeet', number, index, next)
  else if (/^(?:mi|miles?)$/.test(unit))
    note(reader, milesKey(words, wordsAfter(tokens, next, 3).join(' ')), number, index, next)
  else if (/^(?:miles|trip|deadhead|dh)$/.test(label)) note(reader, milesKey(words, ''), number, index, index + 1)
  else if (label === 'weight') note(reader, 'weightPounds', number, index, index + 1)
  else if (label === 'length') note(reader, 'lengthFeet', number, index, index + 1)
  else if (adjective && tokens[index + 1]?.lower === 'deadhead') note(reader, 'deadheadMiles', number, index, index + 2)
  else return undefined
  return /^(?:lbs?|pounds|ft|feet|foot|['’]|mi|miles?)$/.test(unit) ? next : index + 1 + adjective
}

function milesKey(before: string[], after: string): 'tripMiles' | 'deadheadMiles' | 'totalMiles' {
  if (before.includes('loaded') || before.includes('trip')) return 'tripMiles'
  if (before.includes('total')) return 'totalMiles'
  const isToPickup = /^(?:deadhead|empty|from (?:(?:the|your) )?(?:pickup|shipper|origin|you)\b)/.test(after)
  return isToPickup || before.some((word) => /^(?:deadhead|dh|empty)$/.test(word)) ? 'deadheadMiles' : 'tripMiles'
}

const referenceWords = new Set(['ref', 'reference'])
const numberedWords = new Set(['load', 'order', 'pro', 'po', 'posting'])
const maxReferenceTokens = 20

/** Reads `Ref# Q48213` or `Load # 8841-A`. A reference holds a digit. */
export function readReference(reader: Reader, index: number): number | undefined {
  const found = findReference(reader.tokens, index)
  if (found) note(reader, 'reference', spanOf(reader, found.start, found.next).text, found.start, found.next)
  return found?.next
}

/** Finds the tokens of the reference whose label is at the index. */
export function findReference(tokens: Token[], index: number): { start: number; next: number } | undefined {
  const word = tokens[index]?.lower ?? ''
  if (!referenceWords.has(word) && !numberedWords.has(word)) return undefined

  let start = index + 1
  while (start - index < 6 && /^(?:#|:|\.|no|number|id|is)$/.test(tokens[start]?.lower ?? '')) start++
  const isNumbered = tokens.slice(index + 1, start).some(({ lower }) => /^(?:#|no|number|id)$/.test(lower))
  if (!referenceWords.has(word) && !isNumbered) return undefined

  let next = start
  while (next - start < maxReferenceTokens && isReferencePart(tokens, next, start)) next++
  while (next > start && tokens[next - 1]?.kind === 'mark') next--
  return tokens.slice(start, next).some(({ text }) => /\d/.test(text)) ? { start, next } : undefined
}

function isReferencePart(tokens: Token[], index: number, start: number): boolean {
  const token = tokens[index]
  if (!token || (index > start && !token.isGlued)) return false
  return token.kind === 'word' || token.kind === 'number' || (index > start && /^[-_/.]$/.test(token.text))
}

/** Reads the name of the equipment, a labeled code, or whether the load is full or partial. */
export function readTruck(reader: Reader, index: number): number | undefined {
  const { tokens } = reader
  const equipment = readEquipment(tokens, index) ?? readLabeledCode(tokens, index)
  if (equipment) {
    note(reader, 'equipment', equipment.value, index, equipment.next)
    return equipment.next
  }
  return readFullPartial(reader, index)
}

function readLabeledCode(tokens: Token[], index: number): { value: string; next: number } | undefined {
  const isLabeled =
    tokens[index - 1]?.text === ':' && /^(?:equipment|truck|trailer)$/.test(tokens[index - 2]?.lower ?? '')
  const value = isLabeled ? commonEquipment(tokens[index]?.text ?? '') : undefined
  return value === undefined ? undefined : { value, next: index + 1 }
}

function readFullPartial(reader: Reader, index: number): number | undefined {
  const { tokens } = reader
  const word = tokens[index]?.lower
  if (word !== 'full' && word !== 'partial') return undefined
  const isBoth = word === 'full' && tokens[index + 1]?.lower === 'or' && tokens[index + 2]?.lower === 'partial'
  const next = index + (isBoth ? 3 : 1)
  const isAlone = tokens[index - 1]?.kind !== 'word' && tokens[next]?.kind !== 'word'
  const isOfLoad = wordsAfter(tokens, next, 4).some((after) => after === 'load' || after === 'truckload')
  if (!isAlone && !isOfLoad) return undefined
  note(reader, 'fullPartial', isBoth ? 'both' : word, index, next)
  return next
}
