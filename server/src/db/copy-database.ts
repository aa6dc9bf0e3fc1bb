import pg from 'pg'
import { codeOf, startupError } from '../startup-error.ts'
import { applicationName } from './db.ts'
import { diskFullCode } from './embedded.ts'
import { migrate } from './migrate.ts'
import { emptyTables, fixFormats, insertRows, listTables, readRows } from './table-rows.ts'

/** Throws if a running LoadPing is connected to the database. */
export async function refuseWhileRunning(database: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(database)
  try {
    await client.connect()
    const { rows } = await client.query(
      'select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
      [applicationName],
    )
    // Emails that it sends after the copy would be sent again from the copy.
    if (rows.length > 0) throw startupError('LoadPing is running on this database. Stop it first.')
  } finally {
    await client.end()
  }
}

/**
 * Copies every row of one moment into a database that has no users, all or none, and returns the rows of each table.
 * Creates missing tables.
 */
export async function copyDatabase(from: pg.ClientConfig, to: pg.ClientConfig): Promise<Map<string, number>> {
  const source = new pg.Client(from)
  const target = new pg.Client(to)
  try {
    await Promise.all([source.connect(), target.connect()])
    await migrate(target)
    const { rows } = await target.query('select from account limit 1')
    if (rows.length > 0) throw startupError('The target has users already. Copy into a database without any.')
    await Promise.all([fixFormats(source), fixFormats(target)])
    await source.query('begin isolation level repeatable read read only')
    await target.query('begin')
    const tables = await listTables(source)
    await emptyTables(target, tables)
    const copied = new Map<string, number>()
    for (const table of tables) {
      let count = 0
      for await (const rows of readRows(source, table)) {
        await insertRows(target, table, rows)
        count += rows.length
      }
      copied.set(table.name, count)
    }
    await target.query('commit')
    return copied
  } catch (error) {
    if (codeOf(error) !== diskFullCode) throw error
    throw startupError(
      'The disk of the database to copy into is full. Free space there, then repeat it: it has no users yet.',
    )
  } finally {
    await Promise.allSettled([source.end(), target.end()])
  }
}
