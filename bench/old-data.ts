import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { startMailSink } from '../server/src/testing/mail-sink.ts'
import { freePort, type SpawnedProduct, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { clickFor, signUpSenders } from './steady-sends.ts'

// node bench/old-data.ts [loads of each sender] [contacts of each sender] measures sends beside the removal of old loads and contacts,
// and before. A run of the removal takes fewer than 10,000 of each.

const quietMs = 60_000
const maxRemovalMs = 600_000

type Pool = ReturnType<typeof createPool>

async function measureRemoval(loads: number, contacts: number): Promise<void> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const data = join(folder, 'data')
  const sink = await startMailSink()
  const port = String(await freePort()) // part of the address that tokens name
  const running = new Set<SpawnedProduct>()
  const stop = async (product: SpawnedProduct) => {
    product.child.kill('SIGTERM')
    await product.ended
    running.delete(product)
  }
  const start = async (env: Record<string, string> = {}) => {
    const product = await spawnProduct({
      PORT: port,
      DATA_DIR: data,
      SMTP_URL: sink.smtpUrl,
      LOG_LEVEL: 'error',
      UNDO_SECONDS: '60',
      RELAY_EMAILS_PER_DAY: '1000000',
      ...env,
    })
    running.add(product)
    return product
  }
  try {
    const quiet = await start({ LOAD_DAYS: '0', CONTACT_DAYS: '0' })
    const senders = await signUpSenders(quiet, sink)
    const added = await withDatabase(data, (pool) => addOldRows(pool, { loads, contacts }))
    print('before', { old: added, ...(await clickFor(quiet, senders, sleep(quietMs))) })
    await stop(quiet)

    const removing = await start()
    const begun = performance.now()
    const clicked = await clickFor(removing, senders, withDatabase(data, waitUntilRemoved))
    print('beside the removal', { seconds: Math.round((performance.now() - begun) / 1_000), ...clicked })
    print('after', await clickFor(removing, senders, sleep(quietMs)))
    await stop(removing)
  } finally {
    for (const product of running) await stop(product)
    sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const print = (name: string, figures: object) => console.log(JSON.stringify({ name, ...figures }))

async function withDatabase<T>(path: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool({ ...connectionOf({ path }), max: 1, statement_timeout: 0, query_timeout: 0 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

const countOld = async (pool: Pool): Promise<Record<'loads' | 'contacts' | 'events', number>> =>
  (
    await pool.query(
      `select (select count(*)::int from load where updated_at < now() - interval '800 days') as loads,
        (select count(*)::int from contact where created_at < now() - interval '1100 days') as contacts,
        (select count(*)::int from contact_event where contact_time < now() - interval '1100 days') as events`,
    )
  ).rows[0]

/** Repeats the loads and contacts of each sender as of four years ago. */
async function addOldRows(pool: Pool, counts: { loads: number; contacts: number }) {
  const { rows } = await pool.query<{ userId: string }>(
    `select id as "userId" from account where email like '%@carrier.example'`,
  )
  for (const { userId } of rows) {
    await pool.query(
      `with sample as (select *, row_number() over () as place from (select * from load limit 20) as saved),
       added as (
         insert into load (user_id, id, load_key, facts, board, origin, dest, company, pickup_day, equipment_class, trip_miles, status,
           first_seen_at, posted_at, updated_at, contacted_at)
         select $1, gen_random_uuid(), load_key || '-' || n, facts, board, origin, dest, company || ' ' || n, pickup_day, equipment_class,
           trip_miles, status, old, old, old, old
         from generate_series(1, $2) n join sample on place = 1 + n % (select count(*) from sample),
           lateral (select now() - interval '1400 days' - n * interval '1 minute' as old) as times
         returning user_id, id, company, updated_at),
       named as (insert into load_name select user_id, company, company, '' from added)
       insert into load_event (user_id, load_id, id, at, by, kind)
       select user_id, id, gen_random_uuid(), updated_at, user_id, 'saved' from added`,
      [userId, counts.loads],
    )
    await pool.query(
      `with added as (
         insert into contact (holder, to_address, load_key, id, type, user_id, created_at)
         select $1, 'broker' || n || '@broker.example', 'old-' || n, gen_random_uuid(), 'EMAIL', $1,
           now() - interval '1400 days' - n * interval '1 minute'
         from generate_series(1, $2) n
         returning user_id, id, created_at)
       insert into contact_event (user_id, id, type, contact_time, day, email_id, load)
       select user_id, gen_random_uuid(), 'EMAIL', created_at, created_at::date, id, '{}' from added`,
      [userId, counts.contacts],
    )
  }
  await pool.query('vacuum analyze') // as autovacuum does
  return countOld(pool)
}

async function waitUntilRemoved(pool: Pool): Promise<void> {
  for (const end = performance.now() + maxRemovalMs; performance.now() < end; await sleep(3_000)) {
    const { loads, contacts, events } = await countOld(pool)
    if (loads + contacts + events === 0) return
  }
  throw new Error('The removal took too long.')
}

const [loads = '5000', contacts = '9900'] = process.argv.slice(2)
await measureRemoval(Number(loads), Number(contacts))
