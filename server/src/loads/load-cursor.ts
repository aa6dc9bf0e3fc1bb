import { Day } from '@loadping/contract/format/new-york-days'
import type { LoadSort } from '@loadping/contract/loads/saved-loads'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import type { LoadCursor } from './load-list.store.ts'

const texts: LoadSort[] = ['origin', 'dest', 'equipment', 'company', 'board']
const WrittenCursor = z.tuple([z.union([z.string(), z.number(), z.null()]), z.uuid()])

/** Writes where the next page of a list begins. */
export const writeCursor = ({ value, id }: LoadCursor): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Reads a cursor of a list with this sort. */
export function readCursor(sort: LoadSort, text: string): LoadCursor {
  const { data } = WrittenCursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!data || !isValueOf(sort, data[0]))
    throw new Problem('invalid-input', 'Invalid page cursor.', { after: 'Unknown' })
  const [value, id] = data
  return { value: sort === 'age' && value !== null ? new Date(value) : value, id }
}

function isValueOf(sort: LoadSort, value: string | number | null): boolean {
  if (value === null) return sort !== 'age'
  if (sort === 'age') return z.iso.datetime().safeParse(value).success
  if (sort === 'pickup') return Day.safeParse(value).success
  return texts.includes(sort) ? typeof value === 'string' && !value.includes('\0') : typeof value === 'number'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
