import { Problem } from '@loadping/contract/wire/problem'

const maxDepth = 32
/** Keys and further list entries of a whole body; ours have a hundred at most, and twelve for each truck of a fleet. */
const maxValues = 10_000
export const malformedTextMessage = 'Text must be well-formed, without NUL, and without a byte order mark.'
const invalid = (message: string) => new Problem('invalid-input', message)

/**
 * Parses a JSON body strictly. Rejects malformed UTF-8, duplicate or prototype keys, deep nesting, too many values and
 * out-of-range numbers.
 */
export function readStrictJson(bytes: Buffer): unknown {
  const text = decode(bytes)
  const value = parse(text)
  rejectAmbiguity(text)
  rejectBadValues(value)
  return value
}

/** Whether text has no NUL (which PostgreSQL rejects), no lone surrogate and no byte order mark. */
export const isWellFormedText = (text: string): boolean =>
  !text.includes('\u0000') && !text.startsWith('\uFEFF') && text.isWellFormed()

function decode(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.startsWith('\uFEFF')) return text
  } catch {
    // rejected below
  }
  throw invalid('The body is not plain UTF-8.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not JSON.')
  }
}

/**
 * Rejects what JSON.parse accepts silently: duplicate keys, prototype keys, deep nesting and too many values. The text
 * must be valid JSON.
 */
function rejectAmbiguity(text: string): void {
  const open: (Set<string> | 'list')[] = []
  let values = 0
  for (const [token, key] of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}[\],]/gs)) {
    const top = open.at(-1)
    const isValue = key !== undefined || (token === ',' && top === 'list')
    if (isValue && ++values > maxValues) throw invalid('The body has too many values.')
    if (key !== undefined && top instanceof Set) {
      const name = String(parse(key))
      if (top.has(name)) throw invalid('Repeated key in a JSON object.')
      if (name === '__proto__' || name === 'constructor' || name === 'prototype')
        throw invalid(`Key ${name} isn't allowed.`)
      top.add(name)
    } else if (token === '{') open.push(new Set())
    else if (token === '[') open.push('list')
    else if (token === '}' || token === ']') open.pop()
    if (open.length > maxDepth) throw invalid('The body is nested too deeply.')
  }
}

/** Rejects malformed text, 1e309 (which parses as Infinity) and -0 (which compares inconsistently). */
function rejectBadValues(value: unknown): void {
  if (typeof value === 'string' && !isWellFormedText(value)) throw invalid(malformedTextMessage)
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    throw invalid('A number is out of range.')
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (!isWellFormedText(key)) throw invalid(malformedTextMessage)
    rejectBadValues(inner)
  }
}
