import { type Expression, sql } from 'kysely'
import type { Db } from './db.ts'

/** Few enough that writing them takes a few milliseconds. */
const pageSize = 250

/**
 * Executes a select page by page, each in a statement of its own, so that no transaction stays open. `by` are the columns
 * that tell its rows apart; they give the order.
 */
export async function* readPages<Row extends object>(
  db: Db,
  select: Expression<Row>,
  by: readonly (keyof Row & string)[],
): AsyncGenerator<Row[]> {
  let after: unknown[] | undefined
  for (;;) {
    const rows = await readPage<Row>(db, select, { by, after })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = by.map((column) => last[column])
  }
}

async function readPage<Row>(
  db: Db,
  select: Expression<Row>,
  { by, after }: { by: readonly string[]; after: unknown[] | undefined },
): Promise<Row[]> {
  const key = sql.join(by.map((column) => sql.ref(column)))
  const isNext = after ? sql`where (${key}) > (${sql.join(after)})` : sql``
  const { rows } = await sql<Row>`
    select * from ${select} as own ${isNext} order by ${key} limit ${pageSize}`.execute(db)
  return rows
}

/** Counts the rows of a select. */
export async function countRows(db: Db, select: Expression<object>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${select} as own`.execute(db)
  return rows[0]?.count ?? 0
}
