import { readAmount, readNumber } from '@loadping/contract/broker-software/text-amounts'
import { wordsAfter } from '@loadping/contract/broker-software/text-reader'
import { endsSentence, type Token } from '@loadping/contract/broker-software/text-tokens'
import type { Ask } from './answer-fields.ts'
import { type AnswerReader, keepValue, sentenceBefore } from './answer-parts.ts'

type Found = Ask & { next: number }

/** Reads what the carrier asks: `$1,350`, `$2.50/mi`, `1.4k`, `fourteen hundred`, or a number that stands for a price. */
export function readAsk(reader: AnswerReader, index: number): number | undefined {
  const { tokens } = reader
  const found = readSigned(tokens, index) ?? readSpoken(tokens, index) ?? readBare(tokens, index)
  if (!found) return undefined
  const { cents, basis, next } = found
  const isInRange = basis === 'per-mile' ? cents >= 50 && cents <= 50_00 : cents >= 100_00 && cents <= 50_000_00
  if (!isInRange || isOther(tokens, index, next)) return next
  keepValue(reader, 'ask', { cents, basis }, index, next)
  return keepRangeEnd(reader, next) ?? next
}

/** Keeps the `1350` of `1300-1350`. */
function keepRangeEnd(reader: AnswerReader, next: number): number | undefined {
  const { tokens } = reader
  if (!/^[-–]$/.test(tokens[next]?.text ?? '')) return undefined
  const start = next + 1
  const found = readSigned(tokens, start) ?? (isPrice(tokens[start]) ? flat(tokens[start], start + 1) : undefined)
  if (!found || found.cents > 50_000_00) return undefined
  keepValue(reader, 'ask', { cents: found.cents, basis: found.basis }, start, found.next)
  return found.next
}

function readSigned(tokens: Token[], index: number): Found | undefined {
  const amount = readAmount(tokens, index)
  const perMile = amount ? undefined : readNumber(tokens[index])
  if (perMile !== undefined && tokens[index + 1]?.lower === 'rpm')
    return { cents: Math.round(perMile * 100), basis: 'per-mile', next: index + 2 }
  if (!amount) return undefined
  const { cents, basis } = amount.value
  if (basis === 'other') return { cents: 0, basis: 'flat', next: amount.next }
  const isSign = tokens[index]?.kind !== 'number'
  if (!isSign && basis === 'flat' && amount.value.isShort && cents >= 10_000_00)
    return { cents: 0, basis, next: amount.next }
  const rpm = tokens[amount.next]?.lower === 'rpm'
  return { cents, basis: rpm ? 'per-mile' : basis, next: rpm ? amount.next + 1 : amount.next }
}

const hundreds = 'nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')

/** Reads `fourteen hundred`, also with `fifty` after it. */
function readSpoken(tokens: Token[], index: number): Found | undefined {
  const count = hundreds.indexOf(tokens[index]?.lower ?? '')
  if (count < 0 || tokens[index + 1]?.lower !== 'hundred') return undefined
  const hasFifty = tokens[index + 2]?.lower === 'fifty'
  return { cents: ((count + 9) * 100 + (hasFifty ? 50 : 0)) * 100, basis: 'flat', next: index + (hasFifty ? 3 : 2) }
}

const flat = (token: Token | undefined, next: number): Found => ({
  cents: Math.round((readNumber(token) ?? 0) * 100),
  basis: 'flat',
  next,
})

/** A number that can be a price without a sign: no year, time or weight looks like it beside the words of one. */
function isPrice(token: Token | undefined): boolean {
  const dollars = readNumber(token)
  return dollars !== undefined && dollars >= 300 && dollars <= 20_000 && !token?.text.startsWith('0')
}

const askBefore =
  /^(?:need|needs|want|wants|do|does|for|at|take|rate|ask|asking|cover|run|is|minimum|min|least|best|around|about|offer|bid|quote|haul|move|book|price|get|total)$/
const askAfter = /^(?:all-in|flat|firm|obo|usd|dollars|works|gets|and|for|if|or|out|total|even)$/
const notAfter =
  /^(?:lbs?|pounds|mi|miles?|ft|feet|foot|pies|pallets|skids|pcs|hrs?|hours|am|pm|a|p|k|trucks?|loads?|trailers?|years|deadhead|dh|['’"°%:/#])$/
const notBefore =
  /^(?:#|ref|reference|mc|dot|usdot|load|order|po|pro|ext|unit|truck|suite|ste|box|zip|st|hwy|exit|-|\/|:|\.|\+)$/

/** Reads a number without a sign: beside a word of asking, or on its own between commas or in its sentence. */
function readBare(tokens: Token[], index: number): Found | undefined {
  const token = tokens[index]
  if (!isPrice(token) || isPartOfWord(tokens, index)) return undefined
  const after = tokens[index + 1]
  const before = tokens[index - 1]
  const words = sentenceBefore(tokens, index, 4)
  const isLabeled = isLabel(tokens, index - 1)
  const isAllIn = after?.lower === 'all' && tokens[index + 2]?.lower === 'in'
  const isToTruck = after?.lower === 'to' && tokens[index + 2]?.lower === 'the'
  const isAsked = words.slice(-2).some((word) => askBefore.test(word))
  const startsPart = !before || endsSentence(tokens, index - 1) || before.text === ',' || before.text === '('
  const endsPart =
    !after ||
    endsSentence(tokens, index + 1) ||
    /^(?:[,)!]|\p{Extended_Pictographic})$/u.test(after.text) ||
    askAfter.test(after.lower) ||
    /^[-–]$/.test(after.text)
  const isMeant = isLabeled || isAllIn || isToTruck || (startsPart && endsPart) || isAsked
  return isMeant ? flat(token, index + 1) : undefined
}

/** Whether a label such as `Rate:` ends at the index. */
const isLabel = (tokens: Token[], index: number): boolean =>
  tokens[index]?.text === ':' &&
  /^(?:rate|ask|asking|price|quote|offer|total|bid)$/.test(tokens[index - 1]?.lower ?? '')

function isPartOfWord(tokens: Token[], index: number): boolean {
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  return (
    (before !== undefined &&
      before.kind !== 'break' &&
      notBefore.test(before.lower) &&
      !isLabel(tokens, index - 1) &&
      !isEnd(tokens, index - 1)) ||
    (tokens[index]?.isGlued === true && /[\p{L}\d]$/u.test(before?.text ?? '')) ||
    (after !== undefined && notAfter.test(after.lower) && !(after.text === '-' && after.isGlued)) ||
    (after?.isGlued === true && /^[\p{L}]/u.test(after.text))
  )
}

const isEnd = (tokens: Token[], index: number): boolean => tokens[index]?.text === '.' && endsSentence(tokens, index)

const accessorial =
  /^(?:detention|layover|tonu|lumper|stop-off|insurance|liability|cargo|coverage|policy|fee|fine|deposit|advance|factoring|bond|linehaul|haul|fuel|fsc|cost|costs|charged)$/
const brokersOwn = /^(?:your|posted|paying|pays|pay|offered|offering|shows|showing)$/
const agreed = /^(?:take|accept|agree|agreed|ok|okay|fine|good|book|works|do|cover|need|want)$/

const denied = /^(?:can['’]?t|cannot|won['’]?t|not|couldn['’]?t|wouldn['’]?t)$/

/** Whether an amount is no ask, and no refusal of one: insurance, detention, or what the broker posted. */
function isOther(tokens: Token[], index: number, next: number): boolean {
  const before = sentenceBefore(tokens, index, 8)
  const after = wordsAfter(tokens, next, 2)
  if ([...before.slice(-3), ...after.slice(0, 1)].some((word) => accessorial.test(word))) return true
  if (before.slice(-3).some((word) => denied.test(word))) return true
  if (after[0] === 'cargo' || after[1] === 'insurance') return true
  return before.slice(-3).some((word) => brokersOwn.test(word)) && !before.some((word) => agreed.test(word))
}
