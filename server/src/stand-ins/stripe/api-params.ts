import * as z from 'zod/mini'
import type { Form } from './form.ts'
import { invalid } from './refusal.ts'

// Parameters that the simulator does not know are refused, so that no caller relies on one that does nothing here.

export const text = z.string().check(z.minLength(1), z.maxLength(5_000))
export const whole = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((digits: string) => Number(digits)),
)
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((word: 'true' | 'false') => word === 'true'),
)
/** An empty text takes a value away. */
export const emptied = z.pipe(
  z.literal(''),
  z.transform(() => null),
)
export const metadata = z.record(z.string(), z.string())

const isAddress = (value: string): boolean => URL.canParse(value)
export const address = z.string().check(z.refine(isAddress, { error: 'Not a valid URL' }))

const common = { expand: z.optional(z.array(text)) }

/** Returns the schema of a request that may also say what to expand. */
export const body = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.strictObject({ ...shape, ...common })

const times = { gt: z.optional(whole), gte: z.optional(whole), lt: z.optional(whole), lte: z.optional(whole) }

const paging = {
  limit: z.optional(whole),
  starting_after: z.optional(text),
  ending_before: z.optional(text),
  created: z.optional(z.union([whole, z.strictObject(times)])),
}

/** Returns the schema of a list's query. */
export const query = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ ...shape, ...paging, ...common })

const nothing = query({})
export type Paging = z.output<typeof nothing>

/** Reads the parameters of a request, or refuses the first that is wrong. */
export function readParams<Schema extends z.ZodMiniType>(schema: Schema, form: Form): z.output<Schema> {
  const { data, error } = schema.safeParse(form)
  if (!error) return data
  const [issue] = error.issues
  const path = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])]
  const param = path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')
  if (issue?.code === 'unrecognized_keys')
    throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined && valueAt(form, path) === undefined
  if (isMissing) throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  throw invalid(`Invalid ${param}: ${issue?.message ?? ''}`, { param })
}

const valueAt = (form: Form, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    form,
  )

/** Returns a page of rows, the newest first, and whether there are more. */
export function pageOf<Row extends { id: string; created: number }>(
  rows: Row[],
  { limit = 10, starting_after, ending_before, created }: Paging,
): { rows: Row[]; hasMore: boolean } {
  if (limit < 1 || limit > 100) throw invalid('This value must be between 1 and 100.', { param: 'limit' })
  const range = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {})
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range
  const found = rows
    .filter((row) => row.created > gt && row.created >= gte && row.created < lt && row.created <= lte)
    .reverse()
  const indexOf = (id: string, param: string): number => {
    const index = found.findIndex((row) => row.id === id)
    if (index < 0) throw invalid(`No such object: '${id}'`, { code: 'resource_missing', param })
    return index
  }
  if (ending_before !== undefined) {
    const before = found.slice(0, indexOf(ending_before, 'ending_before'))
    return { rows: before.slice(-limit), hasMore: before.length > limit }
  }
  const after = starting_after === undefined ? found : found.slice(indexOf(starting_after, 'starting_after') + 1)
  return { rows: after.slice(0, limit), hasMore: after.length > limit }
}
