import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { goalSize } from '../testing/goal-size.ts'
import { compileCache } from '../testing/spawned-product.ts'
import { emptyDb } from '../testing/test-database.ts'
import { type Migration, migrate, migrations, schemaState } from './migrate.ts'

const names = migrations.map(({ name }) => name)

async function connected<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end().catch(() => {}))
}

/** Returns tables, columns and indexes as one text. */
async function shapeOf(pool: pg.Pool): Promise<string> {
  const columns = await pool.query(
    `select relname, attname, format_type(atttypid, atttypmod) as type, attnotnull
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
     order by 1, 2`,
  )
  const indexes = await pool.query(`select indexdef from pg_indexes where schemaname = 'public' order by 1`)
  return JSON.stringify([columns.rows, indexes.rows])
}

async function migratedShape(): Promise<string> {
  const { connection, pool } = await emptyDb({ isMigrated: false })
  await connected(connection, (client) => migrate(client))
  return shapeOf(pool)
}

test('[K09] of twenty starters at once one migrates and all continue', async () => {
  const { connection } = await emptyDb({ isMigrated: false })

  const ran = await Promise.all(Array.from({ length: 20 }, () => connected(connection, (client) => migrate(client))))

  expect(ran.filter((steps) => steps.length > 0)).toEqual([names])
})

test('[K09] a newer schema and a migration changed after it ran are rejected', async () => {
  const { connection } = await emptyDb()
  const [first, ...rest] = migrations
  if (!first) throw new Error('there are no migrations')

  await expect(connected(connection, (client) => migrate(client, [first]))).rejects.toThrow(/newer version of LoadPing/)
  await expect(
    connected(connection, (client) => migrate(client, [{ ...first, sql: `${first.sql} ` }, ...rest])),
  ).rejects.toThrow(/doesn't match this version/)
  expect(await connected(connection, (client) => migrate(client))).toEqual([])
})

test('[K09] one release back starts while the later only added, further back is refused in one line', async () => {
  const { connection } = await emptyDb()
  const added = { name: '997 added.sql', sql: 'create table added (id integer)', keepsEarlier: true }
  const changed = { name: '998 changed.sql', sql: 'drop table added' }
  const run = (list: Migration[]) => connected(connection, (client) => migrate(client, list))

  expect(await run([...migrations, added])).toEqual([added.name])
  expect(await run(migrations)).toEqual([])
  expect(await connected(connection, schemaState)).toBe('current')

  expect(await run([...migrations, added, changed])).toEqual([changed.name])
  await expect(run([...migrations, added])).rejects.toThrow(
    'The database was created by a newer version of LoadPing (migration 998 changed.sql). Run that version, or restore a backup.',
  )
})

test('[K09] a failing migration leaves no partial changes', async () => {
  const { connection, pool } = await emptyDb()
  const before = await shapeOf(pool)
  const broken = { name: '999-broken.sql', sql: 'create table half (id integer); select 1 / 0;' }

  await expect(connected(connection, (client) => migrate(client, [...migrations, broken]))).rejects.toThrow(
    /division by zero/,
  )

  expect(await shapeOf(pool)).toBe(before)
})

test('[K05] a server killed at any statement of any migration completes at the next start', async () => {
  const { connection, pool } = await emptyDb({ isMigrated: false, max: 1 })
  await pool.query('create extension pg_trgm; create extension btree_gin') // hundreds of statements each
  const step = goalSize({ full: 1, tenth: 3, quick: 3 })
  let kills = 0

  for (let count = 0; count <= migrations.length; count++) {
    const before = await shapeOf(pool)
    const list = migrations.slice(0, count)
    for (let killAt = 1; !(await isMigratedDespite(killAt, { connection, pool, list })); killAt += step) {
      expect(await shapeOf(pool)).toBe(before)
      expect(killAt).toBeLessThan(90)
      kills++
    }
  }

  expect(kills).toBeGreaterThan(migrations.length)
  expect(await shapeOf(pool)).toBe(await migratedShape())
})

type Starter = { connection: pg.ClientConfig; pool: pg.Pool; list: Migration[] }

/** Runs migrations, ending their server process after its n-th schema statement. Returns whether they completed. */
async function isMigratedDespite(killAt: number, { connection, pool, list }: Starter): Promise<boolean> {
  await pool.query(endingAt(killAt))
  const isMigrated = await connected(connection, (client) => migrate(client, list)).then(
    () => true,
    () => false,
  )
  await pool.query('drop event trigger ending; drop function ending; drop sequence statements')
  return isMigrated
}

/** Ends the connection's server process after its n-th schema statement. */
const endingAt = (count: number) => `
  create sequence statements;
  create function ending() returns event_trigger language plpgsql as $$
  begin
    if nextval('statements') = ${count} then perform pg_terminate_backend(pg_backend_pid()); end if;
  end $$;
  create event trigger ending on ddl_command_end execute function ending();`

const rounds = goalSize({ full: 500, tenth: 50, quick: 10 })
test(`[K09] kill -9 of a starter at any moment, ${rounds} times: later ones go on and complete`, async () => {
  const whole = await migratedShape()
  const { connection, pool } = await emptyDb({ isMigrated: false })
  const script = `
    import pg from 'pg'
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    const client = new pg.Client(${JSON.stringify(connection)})
    await client.connect()
    console.log('begun')
    await migrate(client)
    await client.end()`

  for (let round = 0; round < rounds; round++) {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      cwd: import.meta.dirname,
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended])
    await sleep((round % 10) * 3)
    child.kill('SIGKILL')
    await ended

    if (round % 5 !== 4) continue // the next one is killed too
    await connected(connection, (client) => migrate(client))
    expect(await shapeOf(pool)).toBe(whole)
    await pool.query('drop schema public cascade; create schema public')
  }
}, 300_000)
