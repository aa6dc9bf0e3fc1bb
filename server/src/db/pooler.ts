import pg from 'pg'
import { settingError } from '../startup-error.ts'
import { sessionLimits } from './db.ts'

/**
 * Throws if a connection pooler on the way to the database cannot be used as it is set up. Directly at PostgreSQL it finds
 * nothing.
 */
export async function refuseUnusablePooler(connection: pg.PoolConfig): Promise<void> {
  const clients = [0, 1].map(() => new pg.Client({ ...connection, ...sessionLimits, connectionTimeoutMillis: 10_000 }))
  for (const client of clients) client.on('error', () => {})
  try {
    for (const client of clients) await client.connect()
    await tryStatements(clients)
  } catch (error) {
    const missing = missingOptionOf(error)
    if (missing) throw settingError(`DATABASE_URL leads to a connection pooler that ${missing}`, error)
    throw error
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}

const noLimits = 'a connection has no limits'

/** Each prepares one statement of the same name and runs it twice, as the connections of a pool do. */
async function tryStatements(clients: pg.Client[]): Promise<void> {
  const settingsOf = 'select current_setting(name) as value from unnest($1::text[]) as name'
  const named = { name: 'loadping start', text: settingsOf, values: [Object.keys(sessionLimits)] }
  for (const client of [...clients, ...clients]) {
    const { rows } = await client.query<{ value: string }>(named)
    if (rows.some(({ value }) => value === '0')) throw new Error(noLimits)
  }
}

/** Returns what is missing at a pooler, as its errors tell; undefined for any other error. */
export function missingOptionOf(error: unknown): string | undefined {
  const { code, message }: { code?: unknown; message?: unknown } = Object(error)
  const limits = Object.keys(sessionLimits)
  if (/unsupported startup parameter/.test(String(message)))
    return `refuses our options: set ignore_startup_parameters = ${limits.join(',')} in PgBouncer.`
  if (code === '42P05' || code === '26000')
    return 'does not support prepared statements: use PgBouncer 1.21 or newer with max_prepared_statements = 500.'
  if (message === noLimits)
    return `drops our limits: run ${limits.map((limit) => `alter role … set ${limit} = '10s'`).join(' and ')}.`
  return undefined
}
