import { readTokens, type Token } from './text-tokens.ts'

export type CarrierNumber = { kind: 'mc' | 'dot'; number: string; start: number; end: number }

/** Finds the first docket number (MC, MX or FF) of a text, else the first USDOT number. */
export function findCarrierNumber(text: string): CarrierNumber | undefined {
  const tokens = readTokens(text)
  let dot: CarrierNumber | undefined
  for (let index = 0; index < tokens.length; index++) {
    const found = readCarrierNumber(tokens, index)
    if (found?.value.kind === 'mc') return found.value
    dot ??= found?.value
  }
  return dot
}

const between = new Set(['#', ':', '-', '.', 'no', 'number', 'is'])
const maxBetween = 5

/** Reads `MC 123456`, `MC No. 123456` or `USDOT 1234567` at the index. */
export function readCarrierNumber(tokens: Token[], index: number): { value: CarrierNumber; next: number } | undefined {
  const token = tokens[index]
  const kind = kindOf(token)
  if (!token || !kind || isInsideWord(tokens, index)) return undefined

  let next = index + 1
  while (next - index < maxBetween && between.has(tokens[next]?.lower ?? '')) next++
  const number = tokens[next]
  const hasRightLength = (kind === 'mc' ? /^\d{4,8}$/ : /^\d{1,8}$/).test(number?.text ?? '')
  if (!number || !hasRightLength) return undefined
  return { value: { kind, number: number.text, start: token.start, end: number.end }, next: next + 1 }
}

function kindOf(token: Token | undefined): 'mc' | 'dot' | undefined {
  if (token?.lower === 'mc' || token?.text === 'MX' || token?.text === 'FF') return 'mc'
  return token?.lower === 'usdot' || token?.text === 'DOT' ? 'dot' : undefined
}

const isInsideWord = (tokens: Token[], index: number): boolean =>
  tokens[index]?.isGlued === true && /[\p{L}\d_]/u.test(tokens[index - 1]?.text.at(-1) ?? '')
