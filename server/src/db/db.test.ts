import { expect, inject, test } from 'vitest'
import { emptyDb } from '../testing/test-database.ts'

test('[K10] the tests run on the requested PostgreSQL, version 15 to 18', async () => {
  const { pool } = await emptyDb()
  const wanted = process.env['TEST_DATABASE_URL']

  const { rows } = await pool.query(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('unix_socket_directories') as sockets`,
  )

  expect(rows[0].version).toBeGreaterThanOrEqual(15)
  expect(rows[0].version).toBeLessThanOrEqual(18)
  expect(inject('server').host).toBe(
    wanted ? (new URL(wanted).searchParams.get('host') ?? new URL(wanted).hostname) : rows[0].sockets,
  )
})

test('a connection lost in the middle of a transaction affects no other session', async () => {
  const { pool } = await emptyDb()
  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query('select pg_backend_pid() as pid')
  await pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  // The pool is idle when the error arrives; an unhandled error event would end the process.
  await new Promise((resolve) => setTimeout(resolve, 50))

  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)

  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
