import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { rawRequest } from '../testing/raw-request.ts'
import { testApp } from '../testing/test-app.ts'
import { emptyDb } from '../testing/test-database.ts'
import { createDb, createPool } from './db.ts'
import { endSlow } from './prepared-statements.ts'

const findByEmail = (email: string) => sql<{ id: string }>`select id from account where email = ${email}`

test('a connection prepares each statement that has parameters once, and at most 500', async () => {
  const { db, pool } = await emptyDb({ max: 1 })

  for (let run = 0; run < 3; run++) await findByEmail(`Template ${run}`).execute(db)
  const { rows: first } = await pool.query(
    'select statement, generic_plans + custom_plans as runs from pg_prepared_statements',
  )
  for (let width = 1; width <= 600; width++)
    await sql`select ${sql.join(Array.from({ length: width }, (_, index) => index))}`.execute(db)
  const { rows: all } = await pool.query('select count(*) as count from pg_prepared_statements')

  expect(first).toEqual([{ statement: 'select id from account where email = $1', runs: 3 }])
  expect(all).toEqual([{ count: 500 }])
})

test('a migration under a running server outdates no request', async () => {
  const { app, pool, signUp } = await testApp({ max: 1 })
  const user = await signUp()
  const headers = { authorization: `Bearer ${user.accessToken}` }
  const list = () => rawRequest(app, { method: 'GET', url: '/templates', headers })
  const before = await list()

  await pool.query('alter table template add column added int')
  const after = await list()

  expect([before.status, after.status]).toEqual([200, 200])
  expect(after.text).toBe(before.text)
})

test('a transaction that meets an outdated statement fails whole, and the next one succeeds', async () => {
  const { db, pool } = await emptyDb({ max: 1 })
  const readInTransaction = () =>
    db.transaction().execute((tx) => tx.selectFrom('account').selectAll().where('email', '=', 'x').execute())
  await readInTransaction()

  await pool.query('alter table account add column added int')

  await expect(readInTransaction()).rejects.toMatchObject({ code: '0A000' })
  expect(await readInTransaction()).toEqual([])
})

test('a query that the database does not support is tried once, and its connection stays', async () => {
  const { db, pool } = await emptyDb({ max: 1 })
  const processId = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
  const before = await processId()

  await expect(sql`select date_part(${'timezone'}, current_date)`.execute(db)).rejects.toMatchObject({ code: '0A000' })

  expect(await processId()).toBe(before)
})

test('statements that a connection lost are run again and prepared anew', async () => {
  const { db, pool } = await emptyDb({ max: 1 })
  await findByEmail('x').execute(db)

  await pool.query('deallocate all')

  for (let run = 0; run < 2; run++) expect((await findByEmail('x').execute(db)).rows).toEqual([])
  expect((await pool.query('select count(*) as count from pg_prepared_statements')).rows).toEqual([{ count: 1 }])
})

test('a statement that was given up takes its connection and transaction with it', async () => {
  const { connection } = await emptyDb()
  const pool = createPool({ ...connection, max: 1, query_timeout: 300 })
  const db = createDb(pool)
  const startedAt = performance.now()

  const hanging = db.transaction().execute((tx) => sql`select pg_sleep(5)`.execute(tx))
  await expect(hanging).rejects.toThrow('Query read timeout')
  const { rows } = await sql`select 1 as one`.execute(db)

  expect(rows).toEqual([{ one: 1 }])
  expect(performance.now() - startedAt).toBeLessThan(2_500)
  await pool.end()
})

test('[P10] each call tells how long it waited for a connection', async () => {
  const { connection } = await emptyDb()
  const pool = createPool({ ...connection, max: 1 })
  const waited: number[] = []
  const db = createDb(pool, { onWaited: (seconds) => waited.push(seconds) })
  await sql`select 1`.execute(db)

  await Promise.all([sql`select pg_sleep(0.3)`.execute(db), sql`select 2`.execute(db)])

  expect(waited.map((seconds) => seconds > 0.25)).toEqual([false, false, true])
  await pool.end()
})

test('statements that have run for long are ended, and others take their connections', async () => {
  const { connection } = await emptyDb()
  const pool = createPool({ ...connection, max: 2 })
  const running = new Map<pg.PoolClient, number>()
  const db = createDb(pool, { running })
  const hanging = sql`select pg_sleep(9)`.execute(db)
  const refused = expect(hanging).rejects.toThrow('Connection terminated')
  await sql`select pg_sleep(0.3)`.execute(db)
  expect(running.size).toBe(1)

  endSlow(running, 60_000)
  expect(running.size).toBe(1)
  endSlow(running, 200)
  await refused

  expect(running.size).toBe(0)
  await Promise.all([sql`select 1`.execute(db), sql`select 2`.execute(db)])
  await pool.end()
})
