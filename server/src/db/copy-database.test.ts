import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { emptyDb } from '../testing/test-database.ts'
import { copyDatabase, refuseWhileRunning } from './copy-database.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** Returns all rows of each table that has any. */
async function contentOf(pool: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'`,
  )
  const content = new Map<string, string[]>()
  for (const { name } of rows) {
    const found = await pool.query<{ text: string }>(`select to_json(t)::text as text from ${name} t order by 1`)
    if (found.rows.length > 0)
      content.set(
        name,
        found.rows.map(({ text }) => text),
      )
  }
  return content
}

test('a copy into another server or a cluster has every row, and is made once only', async () => {
  const owner = await createOwner(app)
  await createMember(app, owner)
  await sendInquiry(owner, { load: buildLoad({ comments: 'Tarps – "5 ft" \\ drop\n🚚' }) })
  await app.runDueJobs()
  const target = await emptyDb()

  const copied = await copyDatabase(app.connection, target.connection)

  const content = await contentOf(app.pool)
  expect([...content.keys()]).toEqual(
    expect.arrayContaining(['organization', 'membership', 'email', 'contact', 'load']),
  )
  expect(await contentOf(target.pool)).toEqual(content)
  expect([...copied].filter(([, rows]) => rows > 0).sort()).toEqual(
    [...content].map(([name, rows]) => [name, rows.length]).sort(),
  )
  await expect(copyDatabase(app.connection, target.connection)).rejects.toThrow('has users already')
})

test('a copy has nothing of an email that is sent while it is made', async () => {
  const owner = await createOwner(app)
  const target = await emptyDb()
  const before = await contentOf(app.pool)
  const other = new pg.Client(app.connection)
  await other.connect()
  await other.query('begin')
  await other.query('lock table cost_profile') // the copy reads contacts before it, emails and deliveries after it
  const isWaiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

  const copying = copyDatabase(app.connection, target.connection)
  await vi.waitFor(async () => expect((await app.pool.query(isWaiting)).rowCount).toBe(1), { timeout: 30_000 })
  await sendInquiry(owner).finally(() => other.end())
  await copying

  const copy = await contentOf(target.pool)
  expect(copy).toEqual(before)
  expect(await contentOf(app.pool)).not.toEqual(copy)
})

test('a database is not copied while LoadPing is connected to it', async () => {
  const unused = await emptyDb()
  await app.pool.query('select')

  await expect(refuseWhileRunning(app.connection)).rejects.toThrow('LoadPing is running on this database.')
  await expect(refuseWhileRunning(unused.connection)).resolves.toBeUndefined()
})
