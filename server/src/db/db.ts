import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { migrations } from './migrate.ts'
import type { Tables } from './tables.ts'

/** The database, or a transaction in it. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** A query that runs longer is ended by the server, and so is a transaction that nobody goes on with (K07). */
const statementTimeoutMs = 10_000

export function createPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 2_000, // where the server itself cannot end it, because it hangs
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'loadping',
    types: { getTypeParser },
    ...connection,
  })
  // A connection was lost, idle or between two statements of a transaction: whoever uses it next is told, and the pool opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const createDb = (pool: pg.Pool): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** Whether the schema is the one of this version. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from migration`.execute(db)
  return rows[0]?.count === migrations.length
}

/** Days stay text, and counts, sums and cents are numbers: all of ours are far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.DATE) return String
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}
