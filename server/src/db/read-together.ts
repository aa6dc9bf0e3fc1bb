import { type Expression, sql } from 'kysely'
import type { Db } from './db.ts'

/** A select that is not executed yet, and its columns of times, because rows arrive as JSON, which has no times. */
export type Read<Row> = { select: Expression<Row>; times?: readonly TimeOf<Row>[] }

type TimeOf<Row> = { [Column in keyof Row]: Date extends Row[Column] ? Column : never }[keyof Row] & string

type AnyRead = { select: Expression<unknown>; times?: readonly string[] }

type Rows<Reads> = { [Name in keyof Reads]: Reads[Name] extends { select: Expression<infer Row> } ? Row[] : never }

/** Executes selects as one statement, in one round trip. Returns the rows of each, in its order. */
export async function readTogether<Reads extends Record<string, AnyRead>>(db: Db, reads: Reads): Promise<Rows<Reads>> {
  const parts = Object.entries(reads).map(
    ([name, { select }]) => sql`(select coalesce(json_agg(found), '[]') from (${select}) as found) as ${sql.id(name)}`,
  )
  const { rows } = await sql<Record<string, JsonRow[]>>`select ${sql.join(parts)}`.execute(db)
  const found = Object.entries(reads).map(([name, read]) => [name, (rows[0]?.[name] ?? []).map(decoderOf(read))])
  return Object.fromEntries(found) as Rows<Reads> // each read names the type of its rows
}

type JsonRow = Record<string, unknown>

/** Names columns as everywhere in the code, and makes times of the texts that JSON has for them. */
function decoderOf({ times = [] }: AnyRead): (row: JsonRow) => JsonRow {
  return (row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => {
        const column = key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
        return [column, times.includes(column) && typeof value === 'string' ? new Date(value) : value]
      }),
    )
}
