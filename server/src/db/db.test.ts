import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { databaseUrlOf } from '../testing/database-url.ts'
import { emptyDb } from '../testing/test-database.ts'
import { openDatabase } from './open-database.ts'

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

test('instants are read to the millisecond, whatever the zone of the session', async () => {
  const { pool } = await emptyDb()
  const instants = ['1999-12-31T23:59:59.999Z', '2026-03-08T06:59:59.100Z', '2026-11-28T06:30:00.000Z']
  const client = await pool.connect()
  try {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata', 'America/St_Johns']) {
      await client.query(`set time zone '${zone}'`)
      const { rows } = await client.query({
        text: `select at + interval '999 microseconds' as at from unnest($1::timestamptz[]) as at`,
        values: [instants],
      })
      expect(
        rows.map(({ at }) => at.toISOString()),
        zone,
      ).toEqual(instants)
    }
  } finally {
    client.release(true)
  }
})

test('[D1.4] a database with a style of its own for dates is refused', async () => {
  const { pool, connection } = await emptyDb()
  await pool.query(`alter database ${connection.database} set datestyle = 'SQL, DMY'`)
  const config = {
    databaseUrl: databaseUrlOf(connection),
    dataDir: '/nonexistent',
    authSecret: 'x',
    smtpUrl: 'smtp://x',
  }
  const opened = openDatabase(config, { check: async () => {}, onLost: () => {} })

  await expect(opened).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/^DATABASE_URL .* the style SQL, DMY: run alter role … set datestyle = 'ISO'\.$/),
  })
})

test('a connection lost in the middle of a transaction affects no other session', async () => {
  const { pool } = await emptyDb()
  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query('select pg_backend_pid() as pid')
  await pool.query('select pg_terminate_backend($1::int)', [rows[0].pid])
  // The pool is idle when the error arrives; an unhandled error event would end the process.
  await new Promise((resolve) => setTimeout(resolve, 50))

  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)

  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('[K11] tests of races run on at least 16 connections at once', async () => {
  const { pool } = await emptyDb()
  const source = join(import.meta.dirname, '..')
  const races = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .filter((text) => /test[^\n]*[(\n][^\n]*\b(concurrent|double click|tabs at once|refreshing at once)\b/.test(text))

  const answers = await Promise.all(
    Array.from({ length: 16 }, () => pool.query('select pg_backend_pid() as pid, pg_sleep(0.2)')),
  )

  expect(new Set(answers.map(({ rows }) => rows[0].pid)).size).toBe(16)
  expect(races.length).toBeGreaterThan(5)
  const pools = races.flatMap((text) => [...text.matchAll(/testApp\(\{[^}]*max: (\d+)/g)].map(([, max]) => Number(max)))
  expect(pools.filter((max) => max < 16)).toEqual([])
})
