import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockDataFolder } from '../server/src/db/data-folder.ts'
import { createPool } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate, migrations } from '../server/src/db/migrate.ts'
import { createKeys } from '../server/src/keys.ts'
import { databaseUrlOf } from '../server/src/testing/database-url.ts'
import {
  sharedTempFolder,
  spawnedEnv,
  spawnProduct,
  spawnRefused,
  withoutDemo,
} from '../server/src/testing/spawned-product.ts'

// What an operator's commands do on a full disk: one line, and the next run finishes.
const folder = sharedTempFolder()
const source = join(folder, 'source')
const backups = join(folder, 'backups')
const disk = join(folder, 'disk')
mkdirSync(disk)
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', disk]).status === 0
afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', disk])
  rmSync(folder, { recursive: true, force: true })
})

const mebibyte = 1024 ** 2
const filler = join(disk, 'filler')

/** Fills the disk but for so many bytes. A server that writes meanwhile may leave less. */
function leaveFree(bytes: number): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

const freeDisk = () => rmSync(filler, { force: true })

const AUTH_SECRET = 'a-secret-of-this-test-0123456789-abcdefghijklmn'
const admin = async (args: string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], {
    env: spawnedEnv({ AUTH_SECRET, BACKUP_DIR: backups, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return {
    status,
    stdout,
    lines: stderr
      .trim()
      .split('\n')
      .filter((line) => !/^Database: |^\{/.test(line)),
  }
}
const refusedAsFull = (where = 'the data folder') => ({
  status: 1,
  stdout: '',
  lines: [expect.stringContaining(`The disk of ${where} is full. `)],
})

/** Runs the work with the database of a stopped data folder. */
async function withDatabase<T>(path: string, work: (pool: ReturnType<typeof createPool>) => Promise<T>): Promise<T> {
  const lock = lockDataFolder(path)
  const embedded = await startEmbedded(lock)
  const pool = createPool({ ...embedded.connection, max: 1, statement_timeout: 0, query_timeout: 0 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
    await embedded.stop()
    lock.release()
  }
}

/** Adds 20 MB that compress badly. */
const rowCount = 8_000
const addRows = (pool: ReturnType<typeof createPool>) =>
  pool.query(
    `insert into load_view select gen_random_uuid(), 1, 'view',
       (select string_agg(md5(row::text || part), '') from generate_series(1, 80) part) from generate_series(1, $1::int) row`,
    [rowCount],
  )

/** Creates a data folder without a database, in which a start makes no demo. */
function emptyWithoutDemo(path: string): string {
  mkdirSync(path)
  return withoutDemo(path)
}

beforeAll(async () => {
  if (!isMounted) return
  await admin(['migrate'], { DATA_DIR: source })
  await withDatabase(source, addRows)
  await admin(['backup', 'create'], { DATA_DIR: source })
}, 200_000)

const needsMount = (context: { skip: (note: string) => void }) => {
  if (!isMounted) context.skip('NOT RUN: a small disk cannot be mounted here (it takes root)')
}

test('[K06] [K08] a restore onto a full disk says so, and repeated with room it has all rows', async (context) => {
  needsMount(context)
  const DATA_DIR = join(disk, 'restored')
  for (const megabytes of [0, 10, 60]) {
    leaveFree(megabytes * mebibyte)
    expect(await admin(['restore', 'newest'], { DATA_DIR }), `${megabytes} MB`).toEqual(refusedAsFull())
    freeDisk()
  }
  const leftover = join(DATA_DIR, 'postgres', 'base', 'of-the-restore-before')
  writeFileSync(leftover, '')
  expect(await admin(['restore', 'newest'], { DATA_DIR })).toMatchObject({ status: 0 })
  expect(existsSync(leftover)).toBe(false)
  await withDatabase(DATA_DIR, async (pool) => {
    expect((await pool.query('select count(*)::int from load_view')).rows).toEqual([{ count: rowCount }])
  })
  rmSync(DATA_DIR, { recursive: true })
})

test('[K06] a migration on a full disk says so, and repeated with room it is done', async (context) => {
  needsMount(context)
  const DATA_DIR = emptyWithoutDemo(join(disk, 'older'))
  await withDatabase(DATA_DIR, async (pool) => {
    const client = await pool.connect()
    await migrate(client, migrations.slice(0, -1))
    client.release()
  })
  leaveFree(0)
  const refused = await admin(['migrate'], { DATA_DIR })
  const started = await spawnRefused({ DATA_DIR, AUTH_SECRET, LOG_LEVEL: 'error' })
  freeDisk()

  expect(refused).toEqual(refusedAsFull())
  expect(started).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The disk of the data folder is full\. .*\n$/),
  })
  expect(await admin(['migrate'], { DATA_DIR })).toMatchObject({ status: 0 })
  await withDatabase(DATA_DIR, async (pool) => {
    expect((await pool.query('select count(*)::int from migration')).rows).toEqual([{ count: migrations.length }])
  })
  rmSync(DATA_DIR, { recursive: true })
})

test('[K06] [P09] a rotation on a full disk says so, and repeated with room it is done', async (context) => {
  needsMount(context)
  const DATA_DIR = emptyWithoutDemo(join(disk, 'rotated'))
  const env = { DATA_DIR, AUTH_SECRET: `the-next-${AUTH_SECRET}`, OTHER_AUTH_SECRETS: AUTH_SECRET }
  await admin(['migrate'], { DATA_DIR })
  await withDatabase(DATA_DIR, addMailboxes)
  let product = await spawnProduct(env)
  leaveFree(0)
  const refused = await admin(['keys', 'rotate'], env)
  freeDisk()
  const isServing = await fetch(`${product.address}/readyz`).catch(() => undefined)
  if (isServing?.status !== 200) {
    await product.ended
    product = await spawnProduct(env) // as systemd restarts it
  }
  const repeated = await admin(['keys', 'rotate'], env)
  const status = await admin(['keys', 'status'], { ...env, OTHER_AUTH_SECRETS: '' })
  product.child.kill('SIGTERM')
  await product.ended

  expect(refused).toEqual(refusedAsFull())
  expect(repeated).toMatchObject({ status: 0 })
  expect(status.stdout).toContain(`credentials of mailboxes: ${mailboxCount} with it`)
  expect(status.stdout).toContain('All are encrypted with the key of AUTH_SECRET.')
  rmSync(DATA_DIR, { recursive: true })
})

const mailboxCount = 2_000

/** Adds mailboxes with long credentials. */
async function addMailboxes(pool: ReturnType<typeof createPool>): Promise<void> {
  const { encrypt } = createKeys(AUTH_SECRET)
  const userId = randomUUID()
  await pool.query('insert into account (id, email, created_at) values ($1, $2, now())', [userId, 'a@carrier.example'])
  const rows = Array.from({ length: mailboxCount }, (_, place) => {
    const address = `${place}@carrier.example`
    const grant = randomBytes(1_500).toString('base64')
    return { address, credentials: encrypt(grant, `mailbox google ${userId} ${address}`) }
  })
  await pool.query(
    `insert into mailbox (user_id, kind, address, connected_at, default_since, encrypted_credentials)
     select $1, 'google', address, now(), now(), credentials from json_to_recordset($2) as given (address text, credentials text)`,
    [userId, JSON.stringify(rows)],
  )
}

test('[K06] what commands write onto a full disk is whole or not there', async (context) => {
  needsMount(context)
  const env = { DATA_DIR: source }
  leaveFree(0)
  const key = await admin(['extension', 'key', join(disk, 'key.pem')], env)
  const backup = await admin(['backup', 'create', join(disk, 'backups')], env)
  const verified = await admin(['backup', 'verify'], { ...env, TMPDIR: disk })
  freeDisk()

  expect(key).toEqual(refusedAsFull(join(disk, 'key.pem')))
  expect(backup).toEqual(refusedAsFull(join(disk, 'backups')))
  expect(verified).toEqual(refusedAsFull(disk))
  expect(readdirSync(disk).filter((name) => name !== 'backups')).toEqual([])
  expect(existsSync(join(disk, 'backups')) && readdirSync(join(disk, 'backups'))).toEqual([])
})

test('[K06] a copy into a database on a full disk says so, and repeated with room it has all rows', async (context) => {
  needsMount(context)
  const lock = lockDataFolder(join(disk, 'target'))
  const target = await startEmbedded(lock)
  const args = ['copy-database', databaseUrlOf(target.connection)]
  leaveFree(mebibyte)
  const refused = await admin(args, { DATA_DIR: source })
  freeDisk()
  await target.stop()
  const again = await startEmbedded(lock)
  const copied = await admin(args, { DATA_DIR: source })
  await again.stop()
  lock.release()

  expect(refused).toEqual(refusedAsFull('the database to copy into'))
  expect(copied).toMatchObject({ status: 0, stdout: expect.stringContaining(`load_view ${rowCount}`) })
})
