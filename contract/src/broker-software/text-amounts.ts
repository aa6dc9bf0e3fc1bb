import type { Token } from './text-tokens.ts'

export type Amount = { cents: number; basis: 'flat' | 'per-mile' | 'other'; isShort: boolean }

/** Reads `$2,450`, `USD 2450` or `2.4k`, with what it is for: the trip, a mile, or something else such as an hour. */
export function readAmount(tokens: Token[], index: number): { value: Amount; next: number } | undefined {
  const isMarked = tokens[index]?.text === '$' || tokens[index]?.lower === 'usd'
  if (!isMarked && tokens[index]?.kind !== 'number') return undefined
  const start = isMarked ? index + 1 : index
  const dollars = readNumber(tokens[start])
  if (dollars === undefined) return undefined

  const after = tokens[start + 1]
  const isThousands = after?.lower === 'k' && after.isGlued
  const isHundreds = after?.lower === 'hundred' || after?.lower === 'grand'
  const isShort = isThousands || isHundreds
  const hasUnit = after?.lower === 'usd' || after?.lower === 'dollars'
  const end = start + (isShort || hasUnit ? 2 : 1)
  const per = readPer(tokens, end)
  if (!isMarked && !isShort && !hasUnit && per?.basis !== 'per-mile') return undefined
  const factor = isThousands || after?.lower === 'grand' ? 1000 : isHundreds ? 100 : 1
  return {
    value: { cents: Math.round(dollars * factor * 100), basis: per?.basis ?? 'flat', isShort },
    next: per?.next ?? end,
  }
}

function readPer(tokens: Token[], index: number): { basis: Amount['basis']; next: number } | undefined {
  if (!['/', 'per', 'a', 'an'].includes(tokens[index]?.lower ?? '')) return undefined
  const unit = tokens[index + 1]?.lower ?? ''
  if (['mi', 'mile'].includes(unit)) return { basis: 'per-mile', next: index + 2 }
  return ['h', 'hr', 'hour', 'day', 'stop', 'ton', 'pallet'].includes(unit)
    ? { basis: 'other', next: index + 2 }
    : undefined
}

/** Returns the value of a number such as `2,450.50`; wrongly grouped digits are none. */
export function readNumber(token: Token | undefined): number | undefined {
  if (token?.kind !== 'number' || !/^(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,9})(?:\.\d{1,2})?$/.test(token.text))
    return undefined
  return Number(token.text.replaceAll(',', ''))
}

/** Reads `(555) 010-0199` in its usual shapes and returns the index after it. */
export function readPhone(tokens: Token[], index: number): number | undefined {
  let next = index
  if (tokens[next]?.kind === 'mark' && !/^[+(]$/.test(tokens[next]?.text ?? '')) return undefined
  if (tokens[next]?.text === '+') next++
  if (tokens[next]?.text === '1' && tokens[next + 1]?.kind !== 'word') next++
  if (['-', '.'].includes(tokens[next]?.text ?? '') && next > index) next++
  if (/^\d{3}\.\d{3}\.\d{4}$/.test(tokens[next]?.text ?? '')) return next + 1
  const isOpen = tokens[next]?.text === '('
  if (isOpen) next++
  if (!isOpen && isDigits(tokens[next], 10)) return isCalled(tokens, index) ? next + 1 : undefined
  if (!isDigits(tokens[next], 3) || (isOpen && tokens[next + 1]?.text !== ')')) return undefined
  next += isOpen ? 2 : 1
  if (tokens[next]?.text === '-') next++
  if (!isDigits(tokens[next], 3)) return undefined
  next += tokens[next + 1]?.text === '-' ? 2 : 1
  return isDigits(tokens[next], 4) ? next + 1 : undefined
}

/** Ten digits are a phone number only after a word for one. */
const isCalled = (tokens: Token[], index: number): boolean =>
  tokens.slice(Math.max(0, index - 3), index).some(({ lower }) => /^(?:phone|call|cell|tel|ph|text)$/.test(lower))

const isDigits = (token: Token | undefined, length: number): boolean =>
  token?.text.length === length && /^\d+$/.test(token.text)

const maxAddressTokens = 60

/** Reads an email address around the `@` at the index: the indexes of its first token and after its last. */
export function readEmail(tokens: Token[], index: number): { start: number; next: number } | undefined {
  if (tokens[index]?.text !== '@' || !tokens[index]?.isGlued || !tokens[index + 1]?.isGlued) return undefined
  let start = index
  while (index - start < maxAddressTokens && tokens[start]?.isGlued && isAddressPart(tokens[start - 1])) start--
  let next = index + 1
  while (next - index < maxAddressTokens && tokens[next]?.isGlued && isDomainPart(tokens[next])) next++
  while (next > index + 1 && tokens[next - 1]?.kind === 'mark') next--
  const hasDot = tokens.slice(index, next).some(({ text }) => text.includes('.'))
  return start < index && hasDot ? { start, next } : undefined
}

const isAddressPart = (token: Token | undefined): boolean =>
  token?.kind === 'word' || token?.kind === 'number' || /^[._+-]$/.test(token?.text ?? '')
const isDomainPart = (token: Token | undefined): boolean =>
  token?.kind === 'word' || token?.kind === 'number' || /^[.-]$/.test(token?.text ?? '')
