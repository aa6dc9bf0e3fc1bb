import { createWriteStream, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { listMigrations } from '../db/migrate.ts'
import { fixFormats, listTables, readRows, type Table } from '../db/table-rows.ts'
import { codeOf, startupError } from '../startup-error.ts'
import {
  type Backup,
  backupNames,
  createBackupFolder,
  type Manifest,
  manifestFile,
  readBackup,
  removePartial,
  tableFile,
} from './backup-files.ts'
import { createDigest } from './digest.ts'

/** Far below what the database lets a transaction be idle. */
const maxRestMs = 2_000

/** An arbitrary id, the same in every process. */
const lockId = 4_806_301_178

/** Who makes a backup, where, and with which keys its secrets open. */
type NewBackup = {
  folder: string
  keyIds: string[]
  now: Date
  /** Rests after each page of rows for as long as it took, so that requests have the database half of the time. */
  isPatient?: boolean
}

/**
 * Writes a backup of one moment while LoadPing runs. It appears in the folder when it is complete, and not at all if it fails.
 * One is made at a time.
 */
export async function writeBackup(
  connection: pg.ClientConfig,
  { folder, keyIds, now, isPatient = false }: NewBackup,
): Promise<Backup> {
  createBackupFolder(folder)
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the next query fails
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_free', [lockId])
    if (!rows[0]?.is_free) throw startupError('Another backup is being made.')
    removePartial(folder)
    const { name, partial } = backupNames(now)
    const making = join(folder, partial)
    try {
      await mkdir(making, { mode: 0o700 })
      const manifest: Manifest = {
        format: 1,
        createdAt: now.toISOString(),
        keyIds,
        ...(await writeTables(client, making, isPatient)),
      }
      writeFileSync(join(making, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
      await syncFolder(making)
      renameSync(making, join(folder, name))
      await syncFolder(folder)
    } catch (error) {
      rmSync(making, { recursive: true, force: true })
      if (codeOf(error) === 'ENOSPC')
        throw startupError(`The disk of ${folder} is full. Free space there: no backup was made.`, error)
      throw error
    }
    return readBackup(join(folder, name))
  } finally {
    await client.end().catch(() => {})
  }
}

async function writeTables(
  client: pg.Client,
  path: string,
  isPatient: boolean,
): Promise<Pick<Manifest, 'postgres' | 'migrations' | 'tables'>> {
  await fixFormats(client)
  await client.query('begin isolation level repeatable read read only')
  const version = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  const migrations = await listMigrations(client)
  const tables: Manifest['tables'] = []
  for (const table of await listTables(client))
    tables.push({ name: table.name, ...(await writeTable(client, table, { path, isPatient })) })
  await client.query('commit')
  return { postgres: version.rows[0]?.version ?? '', migrations, tables }
}

async function writeTable(
  client: pg.Client,
  table: Table,
  { path, isPatient }: { path: string; isPatient: boolean },
): Promise<{ rows: number; digest: string }> {
  const digest = createDigest()
  let startedAt = performance.now()
  const lines = async function* () {
    for await (const rows of readRows(client, table)) {
      digest.add(rows)
      yield `${rows.join('\n')}\n`
      if (isPatient) await sleep(Math.min(maxRestMs, performance.now() - startedAt))
      startedAt = performance.now()
    }
  }
  const file = createWriteStream(tableFile(path, table.name), { mode: 0o600, flush: true })
  await pipeline(Readable.from(lines()), createGzip({ level: 5 }), file)
  return digest.result()
}

/** Makes the names of a folder's files durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
