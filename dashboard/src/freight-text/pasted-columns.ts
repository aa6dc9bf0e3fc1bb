import { readNumber } from '@loadping/contract/broker-software/text-amounts'
import { isLength, isMiles, isWeight } from './pasted-freight.ts'
import { endsCell, isColumn, keep, type PastedReader, spanOf, startsCell } from './pasted-reader.ts'

const trailers = new Set([26, 40, 48, 53])

/** Reads a number or a reference that has a column of its own, by its size. */
export function readColumn(reader: PastedReader, index: number): number | undefined {
  const { tokens, load } = reader
  const number = readNumber(tokens[index])
  if (number === undefined || !Number.isInteger(number)) return undefined
  const span = spanOf(reader, index, index + 1)
  const isHeavy = number >= 10_000 && number <= 60_000 && !/\p{Lu}{2}$/u.test(tokens[index - 1]?.text ?? '')
  if (isHeavy && (isColumn(reader, index, index + 1) || isBetweenMarks(reader, index)) && isWeight(number)) {
    keep(reader, 'weightPounds', number, span, 0.5)
    return index + 1
  }
  if (!isColumn(reader, index, index + 1)) return undefined
  if (trailers.has(number) && load.equipment && isLength(number)) keep(reader, 'lengthFeet', number, span, 0.5)
  else if (load.dest && !load.tripMiles && number >= 50 && number <= 4_000 && isMiles(number))
    keep(reader, 'tripMiles', number, span, 0.5)
  else return undefined
  return index + 1
}

/** Whether `38,000` stands between slashes or commas, as in `Reefer / 38,000`. */
const isBetweenMarks = (reader: PastedReader, index: number): boolean =>
  startsCell(reader, index) && endsCell(reader, index + 1) && /^\d{2},?\d{3}$/.test(reader.tokens[index]?.text ?? '')

/** Freight that is named without a weight or a label. */
const freight = new Set(
  (
    'almonds apples appliances bananas beef beer beverages berries brick bricks candy cardboard carton cement cheese ' +
    'chemicals chicken coils corn cotton dairy drywall electronics fertilizer flour fruit furniture glass grain hay ' +
    'insulation lettuce lumber machinery meat milk onions oranges paper pipe plastic plywood pork potatoes poultry ' +
    'produce rebar resin rice roofing salt seafood shingles sod soybeans steel strawberries sugar tires tomatoes ' +
    'vegetables watermelons wine yogurt'
  ).split(' '),
)
const counted = /^(?:pallets|skids|cases|pieces|bags|rolls|ft|feet|loads?|truckload|['’])$/

/** Reads freight that is counted, as in `21 pallets of bottled water`, or that is named, as in `lettuce 41k`. */
export function readCommodity(reader: PastedReader, index: number): number | undefined {
  const { tokens } = reader
  const isCounted = tokens[index]?.lower === 'of' && counted.test(tokens[index - 1]?.lower ?? '')
  const start = isCounted ? index + 1 : index
  let next = start
  while (
    isCounted &&
    next - start < 3 &&
    tokens[next]?.kind === 'word' &&
    !/^(?:at|to|from|in|on|for|and)$/.test(tokens[next]?.lower ?? '')
  )
    next++
  if (!isCounted && freight.has(tokens[index]?.lower ?? '') && !/^(?:truck|only)$/.test(tokens[index + 1]?.lower ?? ''))
    next = index + 1
  if (next === start) return undefined
  const span = { start: startOfPhrase(reader, start), end: tokens[next - 1]?.end ?? 0 }
  keep(reader, 'commodity', reader.text.slice(span.start, span.end), span, isCounted ? 1 : 0.5)
  return next
}

/** Returns where the words between the comma before and this one begin, as in `, high value electronics,`. */
function startOfPhrase({ tokens }: PastedReader, index: number): number {
  let first = index
  while (index - first < 3 && /^\p{Ll}+$/u.test(tokens[first - 1]?.text ?? '')) first--
  const isPhrase = tokens[first - 1]?.text === ','
  return tokens[isPhrase ? first : index]?.start ?? 0
}
