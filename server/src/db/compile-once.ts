import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

type Values = Record<string, unknown>

/**
 * Returns a function that runs a query, built and compiled on the first run only. `build` must pass each value on as a
 * parameter.
 */
export function compileOnce<V extends Values, Row>(
  build: (db: Db, values: V) => Compilable<Row>,
): (db: Db, values: V) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= compile(db, build, values)
    const parameters = compiled.parameters.map((given) => (isPlaceholder(given) ? values[given[placeholder]] : given))
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

function compile<V extends Values, Row>(
  db: Db,
  build: (db: Db, values: V) => Compilable<Row>,
  values: V,
): CompiledQuery<Row> {
  const placeholders = Object.keys(values).map((name): Placeholder => ({ [placeholder]: name }))
  const named = Object.fromEntries(placeholders.map((one) => [one[placeholder], one]))
  const compiled = build(db, named as V).compile() // stand for the values until the query runs
  for (const one of placeholders) {
    if (!compiled.parameters.includes(one)) throw new Error(`The query has no parameter ${one[placeholder]}`)
  }
  return compiled
}

const placeholder = Symbol('placeholder')
type Placeholder = { [placeholder]: string }

const isPlaceholder = (value: unknown): value is Placeholder =>
  typeof value === 'object' && value !== null && placeholder in value
