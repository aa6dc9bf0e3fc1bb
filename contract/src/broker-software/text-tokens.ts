/** A word, a number, a line break, or one other character that is not a space. */
export type Token = {
  kind: 'word' | 'number' | 'break' | 'mark'
  text: string
  lower: string
  start: number
  end: number
  /** Whether no space stands before it. */
  isGlued: boolean
}

/** Splits text into tokens in linear time. Words keep inner apostrophes and hyphens, numbers their separators. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { 0: token, index } of text.matchAll(pattern)) {
    const isGlued = index === end && index > 0 && token !== '\n' && text[index - 1] !== '\n'
    end = index + token.length
    tokens.push({ kind: kindOf(token), text: token, lower: token.toLowerCase(), start: index, end, isGlued })
  }
  return tokens
}

const pattern = /\n|\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*|\d+(?:[.,]\d+)*|\S/gu

function kindOf(token: string): Token['kind'] {
  if (token === '\n') return 'break'
  if (/^\d/.test(token)) return 'number'
  return /^\p{L}/u.test(token) ? 'word' : 'mark'
}

/** Whether a sentence ends with this token: a line break, or a full stop that belongs to no abbreviation. */
export function endsSentence(tokens: Token[], index: number): boolean {
  const token = tokens[index]
  if (!token || token.kind === 'break') return true
  if (token.text === '?' || token.text === '!') return true
  if (token.text !== '.') return false
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  const isAbbreviation = before?.kind === 'word' && (before.text.length === 1 || abbreviations.has(before.lower))
  return !after?.isGlued && !(isAbbreviation && after?.kind !== 'break' && after !== undefined)
}

const abbreviations = new Set(['st', 'ste', 'ft', 'mt', 'pt', 'no', 'nr', 'approx', 'mon', 'tue', 'wed', 'thu', 'fri'])
