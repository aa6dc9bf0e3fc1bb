import { readNumber } from '@loadping/contract/broker-software/text-amounts'
import { weekdayOf } from '@loadping/contract/broker-software/text-dates'
import { readEquipment, readEquipmentCode } from '@loadping/contract/broker-software/text-equipment'
import type { Token } from '@loadping/contract/broker-software/text-tokens'
import { endsCell, keep, type PastedReader, require, spanOf, startsCell } from './pasted-reader.ts'
import { readTemperature } from './pasted-temperature.ts'

export const isWeight = (pounds: number): boolean => pounds >= 50 && pounds <= 200_000
export const isLength = (feet: number): boolean => feet >= 4 && feet <= 199
export const isMiles = (miles: number): boolean => miles >= 0 && miles <= 20_000

const poundsOf: [RegExp, number][] = [
  [/^(?:lbs?|pounds?|#)$/, 1],
  [/^(?:kgs?|kilos?)$/, 2.20462],
  [/^(?:tonnes?|mt|t)$/, 2204.62],
  [/^tons?$/, 2000],
]

/** Reads a number whose thousands may be apart, as in `20 000`. */
export function readSpaced(tokens: Token[], index: number): { value: number; next: number } | undefined {
  const value = readNumber(tokens[index])
  if (value === undefined) return undefined
  const [first, second] = tokens.slice(index, index + 2)
  const isApart = /^\d{1,3}$/.test(first?.text ?? '') && /^\d{3}$/.test(second?.text ?? '') && !second?.isGlued
  const isUnit = /^(?:\$|kgs?|lbs?)$/.test(tokens[index + 2]?.lower ?? '')
  return isApart && isUnit
    ? { value: value * 1000 + Number(second?.text), next: index + 2 }
    : { value, next: index + 1 }
}

/** Reads `44,000 lbs`, `44k`, `44#` or `20 tonnes` in pounds. */
export function readWeight(tokens: Token[], index: number): { value: number; next: number } | undefined {
  if (/^[$#]$|^ref$/.test(tokens[index - 1]?.lower ?? '')) return undefined
  const number = readSpaced(tokens, index)
  if (!number) return undefined
  const after = tokens[number.next]
  const isThousands = (after?.lower === 'k' && after.isGlued) || after?.lower === 'thousand'
  const unitAt = number.next + (isThousands ? 1 : 0)
  const unit = poundsOf.find(([pattern]) => pattern.test(tokens[unitAt]?.lower ?? ''))
  const isTons = unit && unit[1] > 1000
  const hasUnit =
    unit &&
    !(isTons && (number.value > 60 || number.value < 2)) &&
    !(unit[0].source.includes('#') && tokens[unitAt]?.text === '#' && !tokens[unitAt]?.isGlued)
  if (
    !hasUnit &&
    !(
      isThousands &&
      number.value >= 10 &&
      number.value <= 100 &&
      !/^(?:flat|all|obo|firm|usd)$/.test(tokens[unitAt]?.lower ?? '')
    )
  )
    return undefined
  const pounds = Math.round(number.value * (isThousands ? 1000 : 1) * (hasUnit ? unit[1] : 1))
  return isWeight(pounds) ? { value: pounds, next: hasUnit ? unitAt + 1 : unitAt } : undefined
}

/** Reads weight, length, miles, temperature, credit score or days to pay at a number, by the unit after it. */
export function readQuantity(reader: PastedReader, index: number): number | undefined {
  const { tokens } = reader
  const weight = readWeight(tokens, index)
  if (weight) {
    keep(reader, 'weightPounds', weight.value, spanOf(reader, index, weight.next))
    return readCommodityAfter(reader, weight.next) ?? weight.next
  }
  const number = readNumber(tokens[index])
  if (number === undefined) return undefined
  return (
    readFeet(reader, index, number) ??
    readMiles(reader, index, number) ??
    readTemperature(reader, index) ??
    readScore(reader, index, number)
  )
}

function readFeet(reader: PastedReader, index: number, number: number): number | undefined {
  const { tokens } = reader
  const unitAt = index + (tokens[index + 1]?.lower === 'linear' ? 2 : 1)
  const unit = tokens[unitAt]
  const isInches = /^\d+$/.test(tokens[unitAt + 1]?.text ?? '') && tokens[unitAt + 1]?.isGlued
  if (/^(?:ft|feet|foot|pi|pieds|['’])$/.test(unit?.lower ?? '') && !isInches && Number.isInteger(number)) {
    if (isLength(number)) keep(reader, 'lengthFeet', number, spanOf(reader, index, unitAt + 1))
    return unitAt + 1
  }
  const isTrailer = [20, 24, 26, 28, 40, 48, 53].includes(number) && tokens[index]?.text.length === 2
  const isBeside = readEquipment(tokens, index + 1) ?? (readsEquipmentBefore(tokens, index) ? { next: 0 } : undefined)
  if (!isTrailer || !isBeside || (unit?.isGlued && unit.text !== ',' && unit.text !== '.')) return undefined
  keep(reader, 'lengthFeet', number, spanOf(reader, index, index + 1))
  return index + 1
}

function readsEquipmentBefore(tokens: Token[], index: number): boolean {
  for (let at = Math.max(0, index - 3); at < index; at++) if (readEquipment(tokens, at)?.next === index) return true
  return false
}

function readMiles(reader: PastedReader, index: number, number: number): number | undefined {
  const { tokens } = reader
  const unitAt = index + (/^(?:loaded|total|trip)$/.test(tokens[index + 1]?.lower ?? '') ? 2 : 1)
  const unit = tokens[unitAt]?.lower ?? ''
  if (!/^(?:mi|miles?|km|kms)$/.test(unit)) return undefined
  const after = tokens[unitAt + 1]?.lower ?? ''
  const miles = Math.round(unit.startsWith('km') ? number / 1.609344 : number)
  const isDeadhead =
    /^(?:dh-o|dh|deadhead|empty)$/.test(after) || /^(?:dh|deadhead)$/.test(tokens[index - 1]?.lower ?? '')
  if (after !== 'dh-d' && isMiles(miles))
    keep(reader, isDeadhead ? 'deadheadMiles' : 'tripMiles', miles, spanOf(reader, index, unitAt + 1))
  return unitAt + 1
}

function readScore(reader: PastedReader, index: number, number: number): number | undefined {
  const unit = reader.tokens[index + 1]?.text
  if ((unit !== 'CS' && unit !== 'DTP') || !Number.isInteger(number) || number > 999) return undefined
  keep(reader, unit === 'CS' ? 'creditScore' : 'daysToPay', number, spanOf(reader, index, index + 2))
  return index + 2
}

const notFreight =
  /^(?:total|gross|max|net|all|in|flat|the|a|an|and|or|to|from|for|with|w|pick|picks|pu|del|drop|drops|deliver|delivers|delivery|load|pays|paying|pay|rate|can|ready|team|full|partial|on|at|is|ok|obo|mon|firm|tomorrow|tmrw|today|no|each|van|v|r|f|truck|miles|mi|call|legal)$/
const maxWords = 4

/** Reads `of paper rolls` or `almonds` after a weight. */
function readCommodityAfter(reader: PastedReader, index: number): number | undefined {
  const { tokens } = reader
  const hasOf = tokens[index]?.lower === 'of'
  if (!hasOf && /\t|\s{2}/.test(reader.text.slice(tokens[index - 1]?.end ?? 0, tokens[index]?.start ?? 0)))
    return undefined
  const start = hasOf
    ? index + 1
    : index + (tokens[index]?.text === ',' && tokens[index + 1]?.kind === 'word' && endsCell(reader, index + 2) ? 1 : 0)
  let next = start
  while (next - start < maxWords && isFreightWord(reader, next, start)) next++
  if (next === start || (start > index && !hasOf && /^\p{Lu}\p{Ll}/u.test(tokens[start]?.text ?? ''))) return undefined
  const span = spanOf(reader, start, next)
  keep(reader, 'commodity', reader.text.slice(span.start, span.end), span)
  return next
}

function isFreightWord(reader: PastedReader, index: number, start: number): boolean {
  const token = reader.tokens[index]
  if (
    token?.kind !== 'word' ||
    token.lower.length < 3 ||
    notFreight.test(token.lower) ||
    weekdayOf(token) !== undefined
  )
    return false
  if (index > start && /\t|\s{2}/.test(reader.text.slice(reader.tokens[index - 1]?.end ?? 0, token.start))) return false
  return !readEquipment(reader.tokens, index)
}

/** Reads the equipment by name, or by its code where a cell or a label says that one is meant. */
export function readTruckType(reader: PastedReader, index: number, isLabeled = false): number | undefined {
  const { tokens } = reader
  const found =
    readEquipment(tokens, index) ??
    (isLabeled || isCodeCell(reader, index) ? readEquipmentCode(tokens, index) : undefined)
  if (!found) return undefined
  const either = readAlternative(tokens, found)
  const next = either?.next ?? found.next
  const name = either?.value ?? found.value
  const withTarps = name === 'Flatbed' ? findTarps(tokens, next) : undefined
  keep(
    reader,
    'equipment',
    withTarps ? 'Flatbed with tarps' : name,
    spanOf(reader, index, withTarps ?? next),
    isLabeled ? 3 : 1,
  )
  if (/with team/.test(name)) require(reader, 'Team', index, next)
  if (withTarps || /tarps/.test(name)) require(reader, 'Tarps', index, withTarps ?? next)
  return withTarps ?? next
}

/** Reads `or reefer`, `, REEFER` or `/R` after a van. */
function readAlternative(tokens: Token[], { value, next }: { value: string; next: number }) {
  if (value !== 'Van' && value !== 'Reefer') return undefined
  if (!/^(?:or|,|\/|&|and)$/.test(tokens[next]?.lower ?? '')) return undefined
  const other =
    readEquipment(tokens, next + 1) ?? (tokens[next]?.text === '/' ? readEquipmentCode(tokens, next + 1) : undefined)
  const isPair = other && other.value !== value && /^(?:Van|Reefer)$/.test(other.value)
  return isPair ? { value: 'Van or reefer', next: other.next } : undefined
}

function findTarps(tokens: Token[], index: number): number | undefined {
  const at = tokens[index]?.text === '/' ? index + 1 : index
  const start = /^(?:w|with|and|\+)$/.test(tokens[at]?.lower ?? '') ? at + 1 : undefined
  const word = start !== undefined && tokens[start]?.text === '/' ? start + 1 : start
  return word !== undefined && /^tarps?$/.test(tokens[word]?.lower ?? '') ? word + 1 : undefined
}

/** Whether a code such as `V` or `FD` has a cell of its own, or follows a date. */
function isCodeCell(reader: PastedReader, index: number): boolean {
  const { tokens } = reader
  if (!/^[A-Z][A-Z0-9]{0,2}$/.test(tokens[index]?.text ?? '')) return false
  const isAfterDate = /^\d{1,2}$/.test(tokens[index - 1]?.text ?? '') && tokens[index - 2]?.text === '/'
  const isSlashed = tokens[index + 1]?.text === '/' && /^[VRF]$/.test(tokens[index + 2]?.text ?? '')
  return (
    isAfterDate ||
    isSlashed ||
    (startsCell(reader, index) && (endsCell(reader, index + 1) || /^[-–·(]$/.test(tokens[index + 1]?.text ?? '')))
  )
}

const sizes: Record<string, 'full' | 'partial' | 'both'> = {
  full: 'full',
  f: 'full',
  tl: 'full',
  ftl: 'full',
  partial: 'partial',
  p: 'partial',
  ltl: 'partial',
  both: 'both',
}

/** Reads whether the load is full or partial; of letters, only where a cell or a label says that one is meant. */
export function readSize(reader: PastedReader, index: number, isLabeled = false): number | undefined {
  const { tokens } = reader
  const word = tokens[index]?.lower ?? ''
  const size = Object.hasOwn(sizes, word) ? sizes[word] : undefined
  if (!size) return undefined
  const isAlone = startsCell(reader, index) && endsCell(reader, index + 1)
  const isLetter = word.length === 1
  const isAfterEquipment = reader.load.equipment?.end === tokens[index - 1]?.end && reader.load.equipment !== undefined
  const isSaid =
    /^(?:tl|ftl|ltl)$/.test(word) || /^(?:load|truckload|only|shipment)$/.test(tokens[index + 1]?.lower ?? '')
  const isMeant = isLetter
    ? reader.load.equipment !== undefined && (isAlone || isAfterEquipment)
    : isAlone ||
      isSaid ||
      isAfterEquipment ||
      (word === 'partial' && !/^(?:payment|refund)$/.test(tokens[index + 1]?.lower ?? ''))
  if (!isLabeled && !isMeant) return undefined
  const isBoth =
    size === 'full' && /^(?:or|\/|and)$/.test(tokens[index + 1]?.lower ?? '') && tokens[index + 2]?.lower === 'partial'
  keep(
    reader,
    'fullPartial',
    isBoth ? 'both' : size,
    spanOf(reader, index, index + (isBoth ? 3 : 1)),
    isLabeled ? 3 : 1,
  )
  return index + (isBoth ? 3 : 1)
}

/** Notes what the load requires: hazmat, a team, tarps, more than two stops. */
export function readRequirement(reader: PastedReader, index: number): number | undefined {
  const { tokens } = reader
  const { lower = '', text = '' } = tokens[index] ?? {}
  const after = tokens[index + 1]?.lower ?? ''
  const isDenied = tokens
    .slice(Math.max(0, index - 2), index)
    .some((token) => /^(?:no|not|non|without)$/.test(token.lower))
  if (/^(?:hazmat|haz-mat|hazardous)$/.test(lower) && !isDenied && !/^(?:endorsement|free|:)$/.test(after)) {
    require(reader, 'Hazmat', index, index + 1)
    return index + 1
  }
  const isTeam = lower === 'team' && (text === 'TEAM' || /^(?:load|drivers?|only|required|service|needed)$/.test(after))
  if (isTeam && !isDenied) require(reader, 'Team', index, index + 1)
  if (/^(?:tarps|tarped)$/.test(lower) && !isDenied) require(reader, 'Tarps', index, index + 1)
  return undefined
}
