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
import { startupError } from '../startup-error.ts'
import { type DataFolder, readOrCreateSecret } from './data-folder.ts'
import { createFolder, type DatabaseLocation, resolveDatabaseLocation } from './database-location.ts'
import { stopOrphanedServer } from './orphaned-server.ts'

type Connection = { host: string; port: number; user: string; password: string; database: string }

/** A PostgreSQL of our own, reachable over a unix socket with a generated password only. */
export type EmbeddedDatabase = {
  connection: Connection
  pid: number
  /** Resolves when the server ended without being asked to. */
  exited: Promise<void>
  stop: () => Promise<void>
}

/** What an acknowledged write rests on; given at each start, so that no edited file can weaken it, and asserted once it runs (K01). */
export const durability = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  data_checksums: 'on',
} as const

/** Starts the database of a data folder that this process has taken, making it first if need be. */
export async function startEmbedded(folder: DataFolder): Promise<EmbeddedDatabase> {
  const quarters = resolveDatabaseLocation(folder.path)
  const connection = connectionOf(folder)

  if (!existsSync(join(quarters.cluster, 'PG_VERSION'))) initCluster(quarters, connection.password)
  await stopOrphanedServer(quarters.cluster, connection)
  const { child, exited } = await launch(folder, quarters, connection)
  const stop = async () => {
    // A fast shutdown ends sessions and writes a checkpoint; a server that hangs is ended harder, and recovers at the next start.
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
  return { connection, pid: child.pid ?? 0, exited: exited.then(() => {}), stop }
}

/** How the database of a data folder is reached while it runs. */
export const connectionOf = (folder: Pick<DataFolder, 'path'>): Connection => ({
  host: socketFolder(resolveDatabaseLocation(folder.path)),
  port: 5432,
  user: 'loadping',
  password: readOrCreateSecret(folder, 'database'),
  database: 'postgres',
})

/** Made beside its place and moved there whole, so that a crash leaves either no database or a good one (K05). */
function initCluster(quarters: DatabaseLocation, password: string): void {
  removeAttempts(quarters)
  // A name of its own: the initdb of a killed starter may still be writing under its.
  const fresh = `${quarters.cluster}.new-${randomUUID()}`
  createFolder(fresh, quarters)
  const passwordFile = join(fresh, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (quarters.identity) chownSync(passwordFile, quarters.identity.uid, quarters.identity.gid)
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
  const made = spawnSync(join(quarters.binaries, 'bin', 'initdb'), options, {
    ...quarters.identity,
    cwd: fresh,
    encoding: 'utf8',
    env: cleanEnvironment(),
  })
  if (made.status !== 0)
    throw startupError(
      `The database could not be made in ${quarters.cluster}: ${lastLine(made.stderr ?? '') || made.error?.message}`,
    )

  renameSync(data, quarters.cluster)
  removeAttempts(quarters)
}

function removeAttempts({ cluster }: DatabaseLocation): void {
  for (const name of readdirSync(dirname(cluster))) {
    if (name.startsWith(`${basename(cluster)}.new-`))
      rmSync(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function launch(
  folder: DataFolder,
  quarters: DatabaseLocation,
  connection: Connection,
): Promise<{ child: ChildProcess; exited: Promise<string> }> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const { child, exited } = spawnServer(folder, quarters, connection)
    const outcome = await Promise.race([exited, untilReady(connection, deadline)])
    if (outcome === 'ready') return { child, exited }
    if (outcome === 'late') child.kill('SIGQUIT')
    // The workers of a killed server need a moment to notice that it is gone.
    if (
      outcome === 'late' ||
      !/still in use|already exists|another server/i.test(outcome) ||
      Date.now() > deadline - 100_000
    )
      throw startupError(`The embedded PostgreSQL did not start: ${lastLine(outcome)}`)
    await sleep(200)
  }
}

function spawnServer(
  folder: DataFolder,
  quarters: DatabaseLocation,
  { host, port }: Connection,
): { child: ChildProcess; exited: Promise<string> } {
  const logFile = join(folder.path, 'postgres.log')
  const log = openSync(logFile, 'w', 0o600)
  const settings = {
    ...durability,
    data_checksums: undefined, // fixed when the cluster was made
    listen_addresses: '',
    unix_socket_directories: host,
    unix_socket_permissions: '0700',
    port,
    max_connections: 100,
    shared_buffers: '32MB',
    jit: 'off',
    max_parallel_workers: 0,
    io_method: 'sync',
    timezone: 'UTC',
    log_min_messages: 'warning',
  }
  const options = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : ['-c', `${name}=${value}`],
  )
  // Detached: Ctrl-C in a terminal goes to us alone, and we stop it once the last answers are out.
  const child = spawn(join(quarters.binaries, 'bin', 'postgres'), ['-D', quarters.cluster, ...options], {
    ...quarters.identity,
    cwd: quarters.cluster,
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

async function untilReady(connection: Connection, deadline: number): Promise<'ready' | 'late'> {
  while (Date.now() < deadline) {
    if (await isAccepting(connection)) return 'ready'
    await sleep(15)
  }
  return 'late'
}

async function isAccepting(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {}) // a server that goes away while we ask has not answered
  try {
    await client.connect()
    return true
  } catch {
    return false // not there yet, or still recovering
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
  for (const [name, wanted] of Object.entries(durability)) {
    if (running.get(name) !== wanted)
      throw startupError(
        `The embedded PostgreSQL runs with ${name}=${running.get(name)}; it must be ${wanted} so that nothing acknowledged is lost.`,
      )
  }
}

/** Beside the data while the path is short enough for a socket (107 bytes), else in the temporary folder under a name of its own. */
function socketFolder(quarters: DatabaseLocation): string {
  const beside = join(dirname(quarters.cluster), 'socket')
  if (beside.length <= 80) {
    createFolder(beside, quarters)
    return beside
  }
  const away = join(tmpdir(), `loadping-${createHash('sha256').update(beside).digest('hex').slice(0, 12)}`)
  const owner = quarters.identity?.uid ?? process.getuid?.()
  if (!existsSync(away)) createFolder(away, quarters)
  const { uid, mode } = lstatSync(away)
  if (uid !== owner || (mode & 0o777) !== 0o700)
    throw startupError(`${away} belongs to somebody else. Remove it, or set DATA_DIR to a shorter path.`)
  return away
}

const cleanEnvironment = (): NodeJS.ProcessEnv => ({ PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })
const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
