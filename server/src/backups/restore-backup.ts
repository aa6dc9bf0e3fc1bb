import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { createSchema, migrate } from '../db/migrate.ts'
import { emptyTables, fixFormats, insertRows, listTables, readRows, type Table } from '../db/table-rows.ts'
import { startupError } from '../startup-error.ts'
import { type Backup, tableFile } from './backup-files.ts'
import { createDigest } from './digest.ts'

/**
 * Restores a backup into a database without tables, all or none, and brings its tables to this version. `finish` changes what was
 * restored before anybody sees it.
 */
export async function restoreBackup(
  connection: pg.ClientConfig,
  backup: Backup,
  finish: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  await withClient(connection, async (client) => {
    await load(client, backup, finish)
    await migrate(client)
  })
}

/** Restores a backup into a database without tables, reads it back, and brings its tables to this version. */
export async function rehearseRestore(connection: pg.ClientConfig, backup: Backup): Promise<void> {
  await withClient(connection, async (client) => {
    await load(client, backup, async () => {})
    await client.query('begin isolation level repeatable read read only')
    for (const table of await listTables(client)) {
      const digest = createDigest()
      for await (const rows of readRows(client, table)) digest.add(rows)
      compare(backup, table.name, digest.result())
    }
    await client.query('commit')
    await migrate(client)
  })
}

async function withClient(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the next query fails
  await client.connect()
  await work(client).finally(() => client.end().catch(() => {}))
}

async function load(
  client: pg.Client,
  backup: Backup,
  finish: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  await fixFormats(client)
  await client.query('begin')
  await createSchema(client, backup.manifest.migrations)
  const tables = await listTables(client)
  await emptyTables(client, tables)
  for (const table of tables) compare(backup, table.name, await loadTable(client, table, backup))
  await finish(client)
  await client.query('commit')
  await client.query('analyze')
}

const rowsAtOnce = 500
const charactersAtOnce = 8_000_000

async function loadTable(client: pg.Client, table: Table, { path }: Backup): Promise<{ rows: number; digest: string }> {
  const digest = createDigest()
  let waiting: string[] = []
  let characters = 0
  const flush = async () => {
    if (waiting.length === 0) return
    digest.add(waiting)
    await insertRows(client, table, waiting)
    waiting = []
    characters = 0
  }
  for await (const line of readLines(tableFile(path, table.name))) {
    waiting.push(line)
    characters += line.length
    if (waiting.length >= rowsAtOnce || characters >= charactersAtOnce) await flush()
  }
  await flush()
  return digest.result()
}

/** Reads lines that end with a line feed only: rows may have other characters that end a line. */
async function* readLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const text = file.pipe(createGunzip()).setEncoding('utf8')
  file.once('error', (error) => text.destroy(error))
  let rest = ''
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw startupError(`${path} is cut off.`)
}

function compare({ manifest, path }: Backup, table: string, found: { rows: number; digest: string }): void {
  const stated = manifest.tables.find(({ name }) => name === table)
  if (stated?.rows === found.rows && stated.digest === found.digest) return
  throw startupError(
    `The backup in ${path} is damaged: ${table} has ${found.rows} rows, of ${stated?.rows ?? 0} that its manifest states, or other ones.`,
  )
}
