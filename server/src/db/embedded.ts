import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, startupError } from '../startup-error.ts'
import { type DataFolder, diskFullMessage, isDiskFull, isDiskFullError, readOrCreateSecret } from './data-folder.ts'
import { createFolder, type DatabaseLocation, resolveDatabaseLocation } from './database-location.ts'
import { stopOrphanedServer } from './orphaned-server.ts'

type Connection = { host: string; port: number; user: string; password: string; database: string }

/** A running embedded PostgreSQL, reachable only through a unix socket with a generated password. */
export type EmbeddedDatabase = {
  connection: Connection
  pid: number
  /** Resolves with the reason when the server has exited. */
  exited: Promise<string>
  isDiskFull: () => Promise<boolean>
  /** Returns that the disk is full, if that is why work on the database failed; else the error. */
  explain: (error: unknown) => Promise<unknown>
  stop: () => Promise<void>
}

/**
 * The settings that durable writes depend on: set on the command line, so no file can weaken them, and verified at
 * startup.
 */
export const durability = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  data_checksums: 'on',
} as const

/** Starts the embedded database of a locked data folder, creating the cluster on first use. */
export async function startEmbedded(folder: DataFolder): Promise<EmbeddedDatabase> {
  const location = resolveDatabaseLocation(folder.path)
  const connection = connectionOf(folder)

  if (!existsSync(join(location.cluster, 'PG_VERSION'))) initCluster(location, connection.password)
  await stopOrphanedServer(location.cluster, connection)
  const { child, exited } = await launch(folder, location, connection)
  const stop = async () => {
    // Fast shutdown first; if the server hangs, escalate. It recovers at the next start.
    const steps = (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const).map((signal, index) =>
      setTimeout(() => child.kill(signal), index * 8_000),
    )
    await exited
    for (const step of steps) clearTimeout(step)
  }
  try {
    await assertDurability(connection)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    connection,
    pid: child.pid ?? 0,
    exited: exited.then(reasonIn),
    isDiskFull: () => isDiskFull(location.cluster),
    explain: (error) => explainFailure(folder, error),
    stop,
  }
}

/** Returns the connection settings of a data folder's database. */
export const connectionOf = (folder: Pick<DataFolder, 'path'>): Connection => ({
  host: socketFolder(resolveDatabaseLocation(folder.path)),
  port: 5432,
  user: 'loadping',
  password: readOrCreateSecret(folder, 'database'),
  database: 'postgres',
})

/** Creates the cluster in a temporary folder and renames it, so that a crash never leaves a partial one. */
function initCluster(location: DatabaseLocation, password: string): void {
  removeAttempts(location)
  // A unique name, because the initdb of a killed process may still be writing to its folder.
  const fresh = `${location.cluster}.new-${randomUUID()}`
  createFolder(fresh, location)
  const passwordFile = join(fresh, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (location.identity) chownSync(passwordFile, location.identity.uid, location.identity.gid)
  const data = join(fresh, 'data')

  const options = [
    '-D',
    data,
    '-U',
    'loadping',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--data-checksums',
  ]
  const initdb = spawnSync(join(location.binaries, 'bin', 'initdb'), options, {
    ...location.identity,
    cwd: fresh,
    encoding: 'utf8',
    env: cleanEnvironment(),
  })
  if (initdb.status !== 0) {
    removeAttempts(location)
    if (isDiskFullError(initdb.stderr ?? '')) throw startupError(diskFullMessage)
    throw startupError(
      `Could not initialize the database in ${location.cluster}: ${lastLine(initdb.stderr ?? '') || initdb.error?.message}`,
    )
  }

  renameSync(data, location.cluster)
  removeAttempts(location)
}

function removeAttempts({ cluster }: DatabaseLocation): void {
  for (const name of readdirSync(dirname(cluster))) {
    if (name.startsWith(`${basename(cluster)}.new-`))
      rmSync(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function launch(
  folder: DataFolder,
  location: DatabaseLocation,
  connection: Connection,
): Promise<{ child: ChildProcess; exited: Promise<string> }> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const { child, exited } = spawnServer(folder, location, connection)
    const outcome = await Promise.race([exited, untilReady(connection, deadline)])
    if (outcome === 'ready') return { child, exited }
    if (outcome === 'timeout') child.kill('SIGQUIT')
    // Workers of a killed server take a moment to exit.
    if (
      outcome === 'timeout' ||
      !/still in use|already exists|another server/i.test(outcome) ||
      Date.now() > deadline - 100_000
    )
      throw startupError(`The embedded PostgreSQL didn't start: ${reasonIn(outcome)}`)
    await sleep(200)
  }
}

function spawnServer(
  folder: DataFolder,
  location: DatabaseLocation,
  { host, port }: Connection,
): { child: ChildProcess; exited: Promise<string> } {
  const logFile = logFileOf(folder)
  const log = openSync(logFile, 'w', 0o600)
  const settings = {
    ...durability,
    data_checksums: undefined, // set when the cluster was created
    listen_addresses: '',
    unix_socket_directories: host,
    unix_socket_permissions: '0700',
    port,
    max_connections: 200, // the tests of three workers use more than 100
    shared_buffers: '32MB',
    jit: 'off',
    max_parallel_workers: 0,
    max_parallel_workers_per_gather: 0, // or plans count on workers that never come
    io_method: 'sync',
    timezone: 'UTC',
    log_min_messages: 'warning',
  }
  const options = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : ['-c', `${name}=${value}`],
  )
  // Detached, so that Ctrl-C reaches only this process, which stops the database last.
  const child = spawn(join(location.binaries, 'bin', 'postgres'), ['-D', location.cluster, ...options], {
    ...location.identity,
    cwd: location.cluster,
    env: cleanEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
  })
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', () => resolve(readFileSync(logFile, 'utf8')))
  })
  return { child, exited }
}

/** What PostgreSQL calls a full disk. */
export const diskFullCode = '53100'

const logFileOf = ({ path }: Pick<DataFolder, 'path'>): string => join(path, 'postgres.log')

/** Returns that the disk is full, if that is why work on a running embedded database failed; else the error. */
export async function explainFailure(folder: Pick<DataFolder, 'path'>, error: unknown): Promise<unknown> {
  // The server stops when it cannot extend its log; its connections only end, and its reason may not fit on the disk.
  const isFull =
    codeOf(error) === diskFullCode ||
    (isLost(error) && (isDiskFullError(readLog(logFileOf(folder))) || (await isDiskFull(folder.path))))
  return isFull ? startupError(diskFullMessage, error) : error
}

const isLost = (error: unknown): boolean =>
  codeOf(error).startsWith('57P') || /connection|ECONN|ENOENT/i.test(String(error))

const readLog = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Removes the cluster of a stopped database. */
export const removeCluster = (folder: DataFolder): void =>
  rmSync(resolveDatabaseLocation(folder.path).cluster, { recursive: true, force: true })

async function untilReady(connection: Connection, deadline: number): Promise<'ready' | 'timeout'> {
  while (Date.now() < deadline) {
    if (await isAccepting(connection)) return 'ready'
    await sleep(15)
  }
  return 'timeout'
}

async function isAccepting(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {}) // counts as not accepting
  try {
    await client.connect()
    return true
  } catch {
    return false // not started, or still recovering
  } finally {
    await client.end().catch(() => {})
  }
}

async function assertDurability(connection: Connection): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client
    .query('select name, setting from pg_settings where name = any($1)', [Object.keys(durability)])
    .finally(() => client.end())
  const running = new Map(rows.map(({ name, setting }) => [name, setting]))
  for (const [name, required] of Object.entries(durability)) {
    if (running.get(name) !== required)
      throw startupError(
        `The embedded PostgreSQL runs with ${name}=${running.get(name)}; it must be ${required} so that no acknowledged write is lost.`,
      )
  }
}

/**
 * Returns a folder whose path is short enough for a unix socket (107 bytes): next to the data, else in the temp folder.
 */
function socketFolder(location: DatabaseLocation): string {
  const preferred = join(dirname(location.cluster), 'socket')
  if (preferred.length <= 80) {
    createFolder(preferred, location)
    return preferred
  }
  const fallback = join(tmpdir(), `loadping-${createHash('sha256').update(preferred).digest('hex').slice(0, 12)}`)
  const owner = location.identity?.uid ?? process.getuid?.()
  if (!existsSync(fallback)) createFolder(fallback, location)
  const { uid, mode } = lstatSync(fallback)
  if (uid !== owner || (mode & 0o777) !== 0o700)
    throw startupError(`${fallback} is owned by another user. Remove it, or set DATA_DIR to a shorter path.`)
  return fallback
}

const cleanEnvironment = (): NodeJS.ProcessEnv => ({ PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

/** Returns why the server exited, from its log. */
const reasonIn = (log: string): string => (isDiskFullError(log) ? diskFullMessage : lastLine(log))

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
