import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDb } from '../testing/test-database.ts'
import { oldestSnapshotSeconds } from './oldest-snapshot.ts'

test('the age of the oldest snapshot is that of the transaction that holds it', async () => {
  const { db, connection } = await emptyDb()
  const holder = new pg.Client(connection)
  await holder.connect()
  expect(await oldestSnapshotSeconds(db)).toBe(0)

  await holder.query('begin isolation level repeatable read')
  await holder.query('select from account limit 1')
  await holder.query('select pg_sleep(0.2)')
  const { rows } = await holder.query('select extract(epoch from clock_timestamp() - now())::float8 as seconds')
  expect(await oldestSnapshotSeconds(db)).toBeGreaterThanOrEqual(rows[0].seconds)

  await holder.query('commit')
  expect(await oldestSnapshotSeconds(db)).toBe(0)
  await holder.end()
})
