import { readAmount, readNumber } from '@loadping/contract/broker-software/text-amounts'
import { wordsAfter, wordsBefore } from '@loadping/contract/broker-software/text-reader'
import type { Token } from '@loadping/contract/broker-software/text-tokens'
import { readSpaced } from './pasted-freight.ts'
import { endsCell, keep, type PastedReader, spanOf, startsCell } from './pasted-reader.ts'

const accessorial =
  /^(?:detention|layover|tonu|lumper|stop-off|insurance|liability|cargo|coverage|policy|fee|fine|late|hour|max|factoring|deposit|per-hour)$/
const rateWords =
  /^(?:rate|pay|pays|paying|offer|offering|target|all-in|total|money|price|book|truck|do|can|flat|firm|obo|best|now|now|at|for)$/
const pastWords = /^(?:was|original|originally|posted|ask|asking|asked|needed|wanted)$/

const canadian = /^(?:cad|cdn)$/

type Found = { cents: number; basis: 'flat' | 'per-mile'; next: number; sureness: number; isCanadian: boolean }

/** Reads what the load pays: `$2,400`, `2.1k`, `1650$`, `$2.05 per mile`, or a number that words call pay. */
export function readPay(reader: PastedReader, index: number): number | undefined {
  const found = findPay(reader, index)
  if (!found) return undefined
  const { tokens } = reader
  const around = [...wordsBefore(tokens, index, 4), ...wordsAfter(tokens, found.next, 3)]
  const before = wordsBefore(tokens, index, 3)
  if (around.some((word) => accessorial.test(word)) && !around.includes('rate')) return found.next
  keepPay(
    reader,
    found,
    index,
    before.some((word) => pastWords.test(word))
      ? 0.2
      : found.sureness + (around.some((word) => rateWords.test(word)) ? 0.4 : 0),
  )
  return found.next
}

/** Reads the amount of a labeled rate. A number is one also without a sign. */
export function readLabeledPay(reader: PastedReader, from: number, to: number, isPerMile: boolean): number {
  const { tokens } = reader
  for (let index = from; index < to; index++) {
    const plain = tokens[index]?.kind === 'number' ? readSpaced(tokens, index) : undefined
    const found =
      findPay(reader, index) ??
      (plain && plain.value > 0
        ? {
            cents: Math.round(plain.value * 100),
            basis: 'flat' as const,
            next: plain.next,
            sureness: 1,
            isCanadian: isCanadian(tokens, index, plain.next),
          }
        : undefined)
    if (!found) continue
    const basis = isPerMile || (found.cents < 20_00 && found.basis === 'flat') ? 'per-mile' : found.basis
    keepPay(reader, { ...found, basis }, index, isPerMile ? 0.5 : 3)
    return found.next
  }
  return to
}

function keepPay(reader: PastedReader, { cents, basis, next, isCanadian }: Found, index: number, rank: number): void {
  const span = spanOf(reader, index, next)
  const isInRange = basis === 'per-mile' ? cents >= 20 && cents <= 50_00 : cents >= 50_00 && cents <= 100_000_00
  if (!isInRange) return
  if (!isCanadian) keep(reader, 'rate', { cents, basis }, span, rank)
  else if (!reader.notes.some(({ why }) => why === 'canadian-dollars'))
    reader.notes.push({ why: 'canadian-dollars', text: reader.text.slice(span.start, span.end), ...span })
}

function findPay(reader: PastedReader, index: number): Found | undefined {
  const { tokens } = reader
  const amount = readAmount(tokens, index)
  const isSigned = tokens[index]?.text === '$' || tokens[index]?.lower === 'usd'
  if (amount && amount.value.basis !== 'other') {
    const { cents, basis, isShort } = amount.value
    const isThousands = isShort && !isSigned && cents >= 10_000_00
    if (isThousands) return undefined
    const { next, isPerMile } = readPerMile(tokens, amount.next)
    return {
      cents,
      basis: isPerMile ? 'per-mile' : basis,
      next,
      sureness: basis === 'per-mile' || isPerMile ? 0.6 : isShort && !isSigned ? 0.8 : 1,
      isCanadian: isCanadian(tokens, index, next),
    }
  }
  if (amount) return undefined
  const number = readSpaced(tokens, index)
  if (!number) return undefined
  const after = tokens[number.next]
  if (after?.text === '$' && !tokens[number.next + 1]?.isGlued)
    return {
      cents: Math.round(number.value * 100),
      basis: 'flat',
      next: number.next + 1,
      sureness: 1,
      isCanadian: isCanadian(tokens, index, number.next + 1),
    }
  const isNamedAfter = canadian.test(after?.lower ?? '')
  if (isNamedAfter || canadian.test(tokens[index - 1]?.lower ?? ''))
    return {
      cents: Math.round(number.value * 100),
      basis: 'flat',
      next: isNamedAfter ? number.next + 1 : number.next,
      sureness: 1,
      isCanadian: true,
    }
  const perMile = readPerMile(tokens, number.next)
  if (perMile.isPerMile)
    return {
      cents: Math.round(number.value * 100),
      basis: 'per-mile',
      next: perMile.next,
      sureness: 0.6,
      isCanadian: false,
    }
  return findBarePay(reader, index)
}

/** Reads ` a mile`, `/mile` or `rpm` and the `*` that DAT One puts before it. */
function readPerMile(tokens: Token[], index: number): { next: number; isPerMile: boolean } {
  const at = tokens[index]?.text === '*' ? index + 1 : index
  if (tokens[at]?.lower === 'rpm') return { next: at + 1, isPerMile: true }
  const isPer = /^(?:\/|per|a)$/.test(tokens[at]?.lower ?? '') && /^(?:mi|miles?)$/.test(tokens[at + 1]?.lower ?? '')
  return isPer ? { next: at + 2, isPerMile: true } : { next: index, isPerMile: false }
}

function isCanadian(tokens: Token[], index: number, next: number): boolean {
  return (
    /^(?:cad|cdn|c)$/.test(tokens[next]?.lower ?? '') ||
    (tokens[index - 1]?.lower === 'c' && tokens[index]?.text === '$') ||
    canadian.test(tokens[index - 1]?.lower ?? '')
  )
}

const payBefore = /^(?:rate|pay|pays|paying|paid|money|for|do|offer|offering|at|target|is|have|need|max)$/
const payAfter = /^(?:flat|firm|obo|ok|okay|now|usd|dollars)$/

/** Reads a number without a sign: beside a word for pay, or on its own, as the `2400` of `CHI-DAL van 44k 2400`. */
function findBarePay(reader: PastedReader, index: number): Found | undefined {
  const { tokens } = reader
  const dollars = readNumber(tokens[index])
  const text = tokens[index]?.text ?? ''
  if (
    dollars === undefined ||
    dollars < 200 ||
    dollars > 20_000 ||
    text.startsWith('0') ||
    isPartOfNumber(tokens, index)
  )
    return undefined
  const next = index + 1
  const first = tokens[next]?.lower ?? ''
  const second = tokens[next + 1]?.lower ?? ''
  const isAllIn = first === 'all-in' || (first === 'all' && second === 'in')
  const isToTruck = first === 'to' && second === 'the' && tokens[next + 2]?.lower === 'truck'
  const before = wordsBefore(tokens, index, 1)[0] ?? ''
  const isSaid =
    isAllIn || isToTruck || payAfter.test(first) || (payBefore.test(before) && tokens[index - 1]?.kind === 'word')
  if (isSaid && !/^(?:lbs?|mi|miles|ft|pcs|pallets|skids|loaded)$/.test(first))
    return { cents: Math.round(dollars * 100), basis: 'flat', next, sureness: 0.7, isCanadian: false }
  const isAlone = !tokens[next] || endsCell(reader, next) || /^(?:[./?]|pick|call|picks)$/.test(first)
  const isMilitary =
    /^(?:[01]\d|2[0-3])[0-5]\d$/.test(text) && /^(?:at|@|by|after|del|pu)$/.test(tokens[index - 1]?.lower ?? '')
  const isAfterText = !startsCell(reader, index) || tokens[index - 1]?.kind === 'mark'
  if (!isAlone || isMilitary || !isAfterText || reader.distance > 0) return undefined
  return { cents: Math.round(dollars * 100), basis: 'flat', next, sureness: 0.1, isCanadian: false }
}

const isPartOfNumber = (tokens: Token[], index: number): boolean =>
  (/^[.:]$/.test(tokens[index - 1]?.text ?? '') && tokens[index]?.isGlued === true) ||
  /^(?:[#$]|ref|mc|dot|load|order|pro|un|class|box|suite|ste|no|-)$/.test(tokens[index - 1]?.lower ?? '') ||
  (tokens[index + 1]?.isGlued === true && /^(?:\p{L}.*|[-:/'’"#°%])$/u.test(tokens[index + 1]?.text ?? '')) ||
  (tokens[index]?.isGlued === true && /^[\p{L}\d]/u.test(tokens[index - 1]?.text ?? ''))
