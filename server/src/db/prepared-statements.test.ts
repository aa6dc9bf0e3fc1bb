import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rawRequest } from '../testing/raw-request.ts'
import { testApp } from '../testing/test-app.ts'
import { emptyDb } from '../testing/test-database.ts'

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
