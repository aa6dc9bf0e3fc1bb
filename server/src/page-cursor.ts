import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'

/** The last row of a page: the value that its list is sorted by, and its id. */
export type PageCursor<Value> = { value: Value; id: string }

/** Writes where the next page begins, as a text that clients only send back. */
export const writeCursor = ({ value, id }: PageCursor<unknown>): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Reads a cursor whose value has this shape. Throws `invalid-input` for this field of the query if it is none. */
export function readCursor<Value>(text: string, field: string, shape: z.ZodMiniType<Value>): PageCursor<Value> {
  const { data } = z.tuple([shape, z.uuid()]).safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!data) throw new Problem('invalid-input', 'Invalid page cursor.', { [field]: 'Unknown' })
  const [value, id] = data
  return { value, id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
