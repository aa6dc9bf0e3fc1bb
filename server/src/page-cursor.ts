import { Problem } from '@loadping/contract/wire/problem'
import type * as z from 'zod/mini'

/** Writes where the next page begins: what the last row of a page is sorted by. Clients only send the text back. */
export const writeCursor = (...values: unknown[]): string => Buffer.from(JSON.stringify(values)).toString('base64url')

/** Reads the values of a cursor of this shape. Throws `invalid-input` for this field of the query if it is none. */
export function readCursor<Values>(text: string, field: string, shape: z.ZodMiniType<Values>): Values {
  const { data } = shape.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!data) throw new Problem('invalid-input', 'Invalid page cursor.', { [field]: 'Unknown' })
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
