import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { migrations } from './migrate.ts'
import { type Noticed, withPreparedStatements } from './prepared-statements.ts'
import type { Tables } from './tables.ts'

/** The database or an open transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** The name of a running LoadPing's connections. */
export const applicationName = 'loadping'

export const statementTimeoutMs = 10_000
/** How long a call waits for a connection. */
export const connectTimeoutMs = 5_000

/** What each connection asks of the database when it begins. */
export const sessionLimits = {
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: 10_000,
}

/** The one connection that renews leases: what takes longer than until the next renewal is given up. */
export const leaseLimits = { max: 1, connectionTimeoutMillis: 4_000, statement_timeout: 4_000, query_timeout: 4_500 }

/**
 * Connections for requests stay, because a new one plans each statement again, which a burst would wait for. A firewall that
 * forgets silent ones sees each once a minute.
 */
export const requestLimits = { idleTimeoutMillis: 600_000, keepAlive: true, keepAliveInitialDelayMillis: 60_000 }

/** A connection that asks whether machines of a cluster answer. */
export const lookLimits = { max: 1, connectionTimeoutMillis: 3_000, statement_timeout: 3_000, query_timeout: 3_000 }

export function createPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    connectionTimeoutMillis: connectTimeoutMs,
    ...sessionLimits,
    query_timeout: statementTimeoutMs + 2_000, // in case the server hangs and can't cancel it
    application_name: applicationName,
    types: { getTypeParser },
    ...connection,
  })
  // Ignore lost connections: the next query on one fails, and the pool opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const createDb = (pool: pg.Pool, noticed?: Noticed): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool, noticed) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** Whether this program may serve the schema: it has all of its migrations, and none of later ones that rules it out. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ known: number; newer: number }>`
    select count(*) filter (where name = any(${names})) as known,
      count(*) filter (where name <> all(${names}) and not keeps_earlier) as newer
    from migration`.execute(db)
  return rows[0]?.known === names.length && rows[0].newer === 0
}
const names = migrations.map(({ name }) => name)

type DatabaseState = { at: Date; version: string; bytes: number }

/** Returns the database's clock, version and size. */
export async function describeDatabase(db: Db): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select clock_timestamp() as at, current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database describes itself with no row.')
  return row
}

/**
 * Parses dates as text, and bigint and numeric as numbers, because our values stay far below 2^53. V8 reads an instant
 * as PostgreSQL writes it three times as fast as the driver's parser.
 */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.DATE) return String
  if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text)
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}
