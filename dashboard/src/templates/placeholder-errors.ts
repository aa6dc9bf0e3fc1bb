import { unknownPlaceholders } from '@loadping/contract/rules/placeholders'

/** An invalid placeholder or bracket, with its position in the text. */
export type PlaceholderError = { text: string; line: number; start: number; end: number }

/** Finds what would keep a template from being filled. */
export function findPlaceholderErrors(text: string): PlaceholderError[] {
  let from = 0
  return unknownPlaceholders(text).map((raw) => {
    const position = findPosition(text, raw, from) ?? findPosition(text, raw, 0) ?? { start: 0, end: 0 }
    from = position.end
    return {
      ...position,
      text: text.slice(position.start, position.end) || raw,
      line: text.slice(0, position.start).split('\n').length,
    }
  })
}

function findPosition(text: string, raw: string, from: number): { start: number; end: number } | undefined {
  const isBracket = raw === '[[' || raw === ']]' || raw === '}}' || raw.startsWith('{{')
  const pattern = isBracket ? escapePattern(raw) : `\\{\\{\\s*${escapePattern(raw)}\\s*\\}\\}`
  const match = new RegExp(pattern, 'g')
  match.lastIndex = from
  const found = match.exec(text)
  return found ? { start: found.index, end: found.index + found[0].length } : undefined
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
