import { Day } from '@loadping/contract/format/new-york-days'
import type { LoadSort } from '@loadping/contract/loads/saved-loads'
import * as z from 'zod/mini'
import { readCursor } from '../page-cursor.ts'
import type { LoadCursor } from './load-list.store.ts'

const Text = z.nullable(z.string().check(z.regex(/^[^\0]*$/)))
const Amount = z.nullable(z.number())

const shapes: Record<LoadSort, z.ZodMiniType<string | number | null>> = {
  age: z.iso.datetime(),
  pickup: z.nullable(Day),
  origin: Text,
  dest: Text,
  equipment: Text,
  company: Text,
  board: Text,
  trip: Amount,
  deadhead: Amount,
  rate: Amount,
  rpm: Amount,
  'all-in-rpm': Amount,
  ask: Amount,
  status: Amount,
}

/** Reads where the next page of a list with this sort begins. */
export function readLoadCursor(sort: LoadSort, text: string): LoadCursor {
  const [value, id] = readCursor(text, 'after', z.tuple([shapes[sort], z.uuid()]))
  return { value: sort === 'age' && value !== null ? new Date(value) : value, id }
}
