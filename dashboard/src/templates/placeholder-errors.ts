import { unknownPlaceholders } from '@loadping/contract/templates/placeholders'

/** An invalid placeholder or bracket, with its position in the text. */
export type PlaceholderError = { text: string; line: number; start: number; end: number }

type Found = { text: string; start: number }

/** Finds what would keep one block of a template from being filled. Takes linear time. */
export const findPlaceholderErrors = (text: string): PlaceholderError[] => withLines(text, findInBlock(text, 0))

/** Finds what would keep a body from being filled; brackets are paired within a paragraph, list item or cell. */
export function findBodyErrors(body: string): PlaceholderError[] {
  const found: Found[] = []
  let start = 0
  for (const { 0: tag, index } of body.matchAll(blockTags)) {
    found.push(...findInBlock(body.slice(start, index), start))
    start = index + tag.length
  }
  return withLines(body, [...found, ...findInBlock(body.slice(start), start)])
}

const blockTags = /<\/?(?:p|div|li|[uo]l|h[1-3]|t[dhr]|table|thead|tbody|blockquote|hr)(?![a-z0-9])[^<>]*>/gi
const tokens = /\{\{[^}]*\}?\}?|\}\}|\[\[|\]\]/g

function findInBlock(text: string, offset: number): Found[] {
  const found: Found[] = []
  let open: Found | undefined
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const here = { text: token, start: offset + index }
    if (token === '[[' && !open) open = here
    else if (token === ']]' && open) open = undefined
    else if (unknownPlaceholders(token).length > 0) found.push(here)
  }
  return open ? [...found, open].sort((one, other) => one.start - other.start) : found
}

function withLines(text: string, found: Found[]): PlaceholderError[] {
  let line = 1
  let from = 0
  return found.map(({ text: invalid, start }) => {
    for (let index = from; index < start; index++) if (text[index] === '\n') line++
    from = start
    return { text: invalid, line, start, end: start + invalid.length }
  })
}
