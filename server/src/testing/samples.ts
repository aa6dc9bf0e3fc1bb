import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** Texts and numbers that some field accepts; add one here for a field that accepts none of them. */
export const texts = [
  'Joliet',
  'IL',
  '10000000-0000-4000-8000-000000000001',
  'snippet:van',
  'maria@redbud.example',
  '2026-11-21',
  '2026-11-20T12:00:00Z',
  '123456',
  'A'.repeat(43),
  'https://loadping.test/',
  'smtp.redbud.example',
  '2026-11-20T12:00:00.000Z_10000000-0000-4000-8000-000000000001',
  '926',
  '08:00',
  'saved',
  'van',
  'dat-one',
  '50',
  'A'.repeat(22),
  'Joliet, IL',
  'America/Chicago',
]
const numbers = [1, 10, 100, 465, 1_000]

/** Returns valid values of a schema: one with every key, or several where keys exclude each other. */
export function samplesOf(schema: Schema): unknown[] {
  const full = sampleOf(schema)
  if (z.safeParse(schema, full).success) return [full]
  const accepted = largestAccepted(schema, Object.entries(Object(full)))
  if (accepted.length === 0) throw new Error('No sample fits a schema of the contract: give one in samples.ts')
  return accepted
}

/** Returns the largest valid sets of keys, none a subset of another; up to three keys are left out. */
function largestAccepted(schema: Schema, entries: [string, unknown][]): unknown[] {
  const accepted: [string, unknown][][] = []
  let choices = [entries]
  for (let left = 1; left <= 3; left++) {
    choices = choices.flatMap((choice) => choice.map((dropped) => choice.filter((entry) => entry !== dropped)))
    for (const choice of choices) {
      const isPartOfAnother = accepted.some((larger) => choice.every((entry) => larger.includes(entry)))
      if (!isPartOfAnother && z.safeParse(schema, Object.fromEntries(choice)).success) accepted.push(choice)
    }
  }
  return accepted.map((choice) => Object.fromEntries(choice))
}

function sampleOf(schema: Schema): unknown {
  if (schema instanceof z.core.$ZodObject)
    return Object.fromEntries(Object.entries(schema._zod.def.shape).map(([key, inner]) => [key, sampleOf(inner)]))
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  )
    return sampleOf(schema._zod.def.innerType)
  if (schema instanceof z.core.$ZodArray) return [sampleOf(schema._zod.def.element)]
  if (schema instanceof z.core.$ZodRecord)
    return { [String(sampleOf(schema._zod.def.keyType))]: sampleOf(schema._zod.def.valueType) }
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.map(sampleOf)[0]

  const [value] = [...valuesNamedBy(schema), ...texts, ...numbers, true, null].filter(
    (candidate) => z.safeParse(schema, candidate).success,
  )
  if (value === undefined)
    throw new Error(`No sample fits a field of the contract (${schema._zod.def.type}): give one in samples.ts`)
  return value
}

const valuesNamedBy = (schema: Schema): unknown[] => {
  if (schema instanceof z.core.$ZodEnum) return Object.values(schema._zod.def.entries)
  return schema instanceof z.core.$ZodLiteral ? schema._zod.def.values : []
}
