import { type Expression, sql } from 'kysely'
import { compileOnce } from './compile-once.ts'
import type { Db } from './db.ts'

/** A select that is not executed yet. Rows arrive as JSON: times are texts, but for the columns named in `times`. */
type Read<Row, Time extends TimeOf<Row> = never> = { select: Expression<Row>; times?: readonly Time[] }

type TimeOf<Row> = { [Column in keyof Row]: Date extends Row[Column] ? Column : never }[keyof Row] & string

type AnyRead = { select: Expression<unknown>; times?: readonly string[] }

type AsJson<Value> = Value extends Date ? string : Value

type RowOf<R> =
  R extends Read<infer Row, infer Time>
    ? { [Column in keyof Row]: Column extends Time ? Row[Column] : AsJson<Row[Column]> }
    : never

type Rows<Reads> = { [Name in keyof Reads]: RowOf<Reads[Name]>[] }

/**
 * Returns a function that executes reads as one statement, in one round trip, and returns the rows of each. `build` must
 * pass each value on as a parameter. No read may depend on another.
 */
export function readTogether<V extends Record<string, unknown>, const Reads extends Record<string, AnyRead>>(
  build: (db: Db, values: V) => Reads,
): (db: Db, values: V) => Promise<Rows<Reads>> {
  const decoders = new Map<string, (row: JsonRow) => JsonRow>()
  const execute = compileOnce((db, values: V) => {
    const reads = Object.entries(build(db, values))
    for (const [name, read] of reads) decoders.set(name, decoderOf(read))
    // One materialized part each, since a cluster may have the parts on different machines.
    const parts = reads.map(
      ([name, { select }]) =>
        sql`${sql.id(name)} as materialized (
          select coalesce(json_agg(found), '[]') as all_rows from (${select}) as found)`,
    )
    const columns = reads.map(([name]) => sql`${sql.ref(`${name}.allRows`)} as ${sql.id(name)}`)
    const names = reads.map(([name]) => sql.id(name))
    const statement = sql<Record<string, JsonRow[]>>`
      with ${sql.join(parts)} select ${sql.join(columns)} from ${sql.join(names)}`
    return { compile: () => statement.compile(db) }
  })
  return async (db, values) => {
    const [found = {}] = await execute(db, values)
    const rows = [...decoders].map(([name, decode]) => [name, (found[name] ?? []).map(decode)])
    return Object.fromEntries(rows) as Rows<Reads> // each read names the type of its rows
  }
}

type JsonRow = Record<string, unknown>

/** Names columns as everywhere in the code, and makes times of the texts that JSON has for them. */
function decoderOf({ times = [] }: AnyRead): (row: JsonRow) => JsonRow {
  const columns = new Map<string, string>() // every row has the same columns
  const columnOf = (key: string): string => {
    const column = columns.get(key) ?? key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    columns.set(key, column)
    return column
  }
  return (row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => {
        const column = columnOf(key)
        return [column, times.includes(column) && typeof value === 'string' ? new Date(value) : value]
      }),
    )
}
