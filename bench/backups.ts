import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listBackups } from '../server/src/backups/backup-files.ts'
import { createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { type MailSink, startMailSink } from '../server/src/testing/mail-sink.ts'
import { type SpawnedProduct, spawnedEnv, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { clickFor, signUpSenders } from './steady-sends.ts'

// node bench/backups.ts FOLDER [gigabytes] measures sends beside the nightly backup of a large database, which FOLDER keeps, and
// a restore. NO_RESTORE=1 leaves that out.

const quietMs = 60_000
const rowsAtOnce = 40_000

type Bench = { folder: string; data: string; sink: MailSink }

const startServer = ({ data, sink }: Bench, env: Record<string, string> = {}): Promise<SpawnedProduct> =>
  spawnProduct({
    DATA_DIR: data,
    SMTP_URL: sink.smtpUrl,
    LOG_LEVEL: 'error',
    UNDO_SECONDS: '60',
    RELAY_EMAILS_PER_DAY: '1000000',
    ...env,
  })

async function stopServer({ child, ended }: SpawnedProduct): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

async function measureBackups(folder: string, gigabytes: number): Promise<void> {
  const bench = { folder, data: join(folder, 'data'), sink: await startMailSink() }
  const backups = join(folder, 'backups')
  for (const { path } of listBackups(backups)) rmSync(path, { recursive: true })
  try {
    const filled = await startServer(bench)
    await signUpSenders(filled, bench.sink)
    print('database', { gigabytes: await fillDatabase(bench, gigabytes) })
    const before = await signUpSenders(filled, bench.sink) // access tokens may have expired meanwhile
    print('quiet minute', await clickFor(filled, before, sleep(quietMs)))
    await stopServer(filled)

    const busy = await startServer(bench, { BACKUP_DIR: backups })
    const startedAt = performance.now()
    const senders = await signUpSenders(busy, bench.sink)
    print('sends beside the backup', await clickFor(busy, senders, untilMade(backups)))
    print('backup', { seconds: secondsSince(startedAt), gigabytes: sizeOf(listBackups(backups).at(-1)?.path ?? '') })
    print('quiet minute after', await clickFor(busy, senders, sleep(quietMs)))
    await stopServer(busy)
    if (!process.env['NO_RESTORE']) print('restore', { seconds: await restore(bench, backups) })
  } finally {
    bench.sink.stop()
  }
}

const print = (name: string, figures: object) => console.log(JSON.stringify({ name, ...figures }))
const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 1_000)
const inGigabytes = (bytes: number) => Math.round(bytes / 1e7) / 100
const sizeOf = (path: string) =>
  inGigabytes(readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0))

async function untilMade(backups: string): Promise<void> {
  while (listBackups(backups).length === 0) await sleep(200)
}

/** Multiplies the emails of the senders, with their loads and contacts, until the database is so large. */
async function fillDatabase({ data }: Bench, gigabytes: number): Promise<number> {
  const pool = createPool({ ...connectionOf({ path: data }), max: 1, statement_timeout: 0, query_timeout: 0 })
  const readSize = async () =>
    inGigabytes(Number((await pool.query('select pg_database_size(current_database()) as bytes')).rows[0].bytes))
  try {
    await pool.query('set synchronous_commit = off')
    for (let part = 0; (await readSize()) < gigabytes; part++) await addRows(pool, part)
    await pool.query('vacuum analyze') // as autovacuum does
    await pool.query('checkpoint')
    return await readSize()
  } finally {
    await pool.end()
  }
}

/** Adds emails of one more user, each with a text of its own. */
async function addRows(pool: ReturnType<typeof createPool>, part: number): Promise<void> {
  const userId = randomUUID()
  const columns = `state, template_id, template_version, template_name, from_address, from_name, reply_to, to_address, cc, subject,
    mailbox_kind, template_inputs`
  await pool.query(
    `with sample as (select *, row_number() over () as place from (select * from email order by id limit 200) as newest),
     added as (
       insert into email (user_id, id, html, load, created_at, load_key, load_id, ${columns})
       select $1, gen_random_uuid(), replace(html, '</p>', ' ' || md5($2 || n) || '</p>'), load,
         created_at - n * interval '20 minutes', load_key || $2 || n, gen_random_uuid(), ${columns}
       from generate_series(1, $3) n join sample on place = 1 + n % (select count(*) from sample)
       returning *),
     known as (
       insert into contact (holder, to_address, load_key, id, type, user_id, created_at)
       select user_id, to_address, load_key, id, 'EMAIL', user_id, created_at from added)
     insert into contact_event (user_id, id, type, contact_time, day, email_id, load_id, load)
     select user_id, gen_random_uuid(), 'EMAIL', created_at, created_at::date, id, load_id, load from added`,
    [userId, String(part), rowsAtOnce],
  )
}

/** Restores the backup as an operator does, into a data folder that is deleted afterwards. */
async function restore({ folder, data }: Bench, backups: string): Promise<number> {
  const target = join(folder, 'restored')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/admin.ts'), 'restore', 'newest'], {
    env: spawnedEnv({
      DATA_DIR: target,
      BACKUP_DIR: backups,
      AUTH_SECRET: readFileSync(join(data, 'auth.secret'), 'utf8'),
    }),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The restore ended with ${code}`)
  const seconds = secondsSince(startedAt)
  rmSync(target, { recursive: true })
  return seconds
}

const [folder, gigabytes = '10'] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name a folder.')
await measureBackups(resolve(folder), Number(gigabytes))
