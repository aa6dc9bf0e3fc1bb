import { Problem } from '@loadping/contract/problem'

const maxDepth = 32
const maxItems = 10_000
export const malformedTextMessage = 'Text must be well-formed, without NUL, and without a byte order mark.'
const refuse = (message: string) => new Problem('invalid-input', message)

/**
 * Reads a JSON body that means one thing only: valid UTF-8 without a byte order mark, no key twice in one object,
 * no key that reaches into prototypes, at most 32 levels and 10,000 entries in a list, only well-formed text without NUL,
 * and only numbers that are what they say.
 */
export function readStrictJson(bytes: Buffer): unknown {
  const text = decode(bytes)
  const value = parse(text)
  refuseAmbiguity(text)
  refuseBadValues(value)
  return value
}

/** Whether text can be stored and shown: no NUL (which PostgreSQL refuses), no half of a surrogate pair, no byte order mark before it. */
export const isWellFormedText = (text: string): boolean =>
  !text.includes('\u0000') && !text.startsWith('\uFEFF') && text.isWellFormed()

function decode(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.startsWith('\uFEFF')) return text
  } catch {
    // falls through to the same refusal
  }
  throw refuse('The body is not plain UTF-8.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse('The body is not JSON.')
  }
}

/** What JSON.parse silently settles (the last of two equal keys) or later steps choke on (depth), in one pass over the tokens of a text that is JSON: every string in it ends. */
function refuseAmbiguity(text: string): void {
  const open: (Set<string> | { items: number })[] = []
  for (const [token, key] of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}[\],]/gs)) {
    const top = open.at(-1)
    if (key !== undefined && top instanceof Set) {
      const name = String(parse(key))
      if (top.has(name)) throw refuse('A key stands twice in one object.')
      if (name === '__proto__' || name === 'constructor' || name === 'prototype')
        throw refuse(`The key ${name} is not taken.`)
      top.add(name)
    } else if (token === '{') open.push(new Set())
    else if (token === '[') open.push({ items: 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && top && !(top instanceof Set) && ++top.items >= maxItems)
      throw refuse('The list is too long.')
    if (open.length > maxDepth) throw refuse('The body is nested too deeply.')
  }
}

/** JSON reads 1e309 as Infinity, and -0 as a number that is 0 in one place and not in another. */
function refuseBadValues(value: unknown): void {
  if (typeof value === 'string' && !isWellFormedText(value)) throw refuse(malformedTextMessage)
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    throw refuse('A number is out of range.')
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (!isWellFormedText(key)) throw refuse(malformedTextMessage)
    refuseBadValues(inner)
  }
}
