import pg from 'pg'
import { startupError } from '../startup-error.ts'
import { applicationName } from './db.ts'
import { migrate } from './migrate.ts'

const { escapeIdentifier } = pg
const rowsPerInsert = 500

/** A table with the columns that it stores, and those that refer to its own rows. */
type Table = { name: string; columns: string[]; own_references: string[]; referenced: string[] }

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
    await source.query('begin isolation level repeatable read read only')
    await target.query('begin')
    const tables = inOrder(await listTables(source))
    for (const { name } of tables.toReversed()) await target.query(`delete from ${escapeIdentifier(name)}`)
    const copied = new Map<string, number>()
    for (const table of tables) copied.set(table.name, await copyTable(source, target, table))
    await target.query('commit')
    return copied
  } finally {
    await Promise.allSettled([source.end(), target.end()])
  }
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select attname::text from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
         where contype = 'f' and conrelid = c.oid and confrelid = c.oid) as own_references,
       array(select confrelid::regclass::text from pg_constraint
         where contype = 'f' and conrelid = c.oid and confrelid <> c.oid and not condeferrable) as referenced
     from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'
     order by relname`,
  )
  return rows
}

/** Puts each table after those that its rows refer to. */
function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  while (ordered.length < tables.length) {
    const isDone = (name: string) => ordered.some((table) => table.name === name)
    const next = tables.filter(({ name, referenced }) => !isDone(name) && referenced.every(isDone))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.')
    ordered.push(...next)
  }
  return ordered
}

async function copyTable(source: pg.Client, target: pg.Client, table: Table): Promise<number> {
  const name = escapeIdentifier(table.name)
  const columns = table.columns.map(escapeIdentifier).join(', ')
  const parentsFirst = table.own_references.map((column) => `${escapeIdentifier(column)} is not null`)
  const order = parentsFirst.length > 0 ? `order by ${parentsFirst.join(', ')}` : ''
  await source.query(
    `declare copied no scroll cursor for select to_json(stored)::text as row from ${name} as stored ${order}`,
  )
  let count = 0
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`fetch ${rowsPerInsert} from copied`)
    if (rows.length === 0) break
    await target.query(
      `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1)`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    )
    count += rows.length
  }
  await source.query('close copied')
  return count
}
