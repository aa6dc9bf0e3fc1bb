import { unknownPlaceholders } from '@loadping/contract/rules/placeholders'

/** A placeholder or bracket that means nothing, where it stands in the text. */
export type Fault = { text: string; line: number; start: number; end: number }

/** What would keep a template from being filled, each with its place; [] when nothing does. */
export function findFaults(text: string): Fault[] {
  let from = 0
  return unknownPlaceholders(text).map((raw) => {
    const place = findPlace(text, raw, from) ?? findPlace(text, raw, 0) ?? { start: 0, end: 0 }
    from = place.end
    return { ...place, text: text.slice(place.start, place.end) || raw, line: text.slice(0, place.start).split('\n').length }
  })
}

function findPlace(text: string, raw: string, from: number): { start: number; end: number } | undefined {
  const isBracket = raw === '[[' || raw === ']]' || raw === '}}' || raw.startsWith('{{')
  const pattern = isBracket ? escapePattern(raw) : `\\{\\{\\s*${escapePattern(raw)}\\s*\\}\\}`
  const match = new RegExp(pattern, 'g')
  match.lastIndex = from
  const found = match.exec(text)
  return found ? { start: found.index, end: found.index + found[0].length } : undefined
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
