import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { deleteDueAccounts } from '../account-deletion/final-deletion.service.ts'
import { repeatDeletions } from '../accounts/deletion.service.ts'
import { markRestored } from '../copies/copies.service.ts'
import { countHeld, holdAfterCopy } from '../delivery/held.service.ts'
import { goalSize } from '../testing/goal-size.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { sharedTempFolder } from '../testing/spawned-product.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { testApp } from '../testing/test-app.ts'
import { emptyDb, type TestDatabase } from '../testing/test-database.ts'
import { type Backup, listBackups, listDeletions, readBackup, removeOldBackups } from './backup-files.ts'
import { backUpNightly } from './nightly-backup.ts'
import { rehearseRestore, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const parent = sharedTempFolder()
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const newFolder = () => join(parent, randomUUID())
const backUp = (connection: pg.ClientConfig, folder = newFolder(), now = new Date()) =>
  writeBackup(connection, { folder, keyIds: ['key-id'], now })
const asWell = async () => {}

/** Returns all rows of each table that has any. */
async function contentOf({ pool }: Pick<TestDatabase, 'pool'>): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of rows) {
    const leftOut = name === 'migration' ? `'applied_at'` : `'none'`
    const found = await pool.query<{ text: string }>(
      `select (to_jsonb(t) - ${leftOut})::text as text from ${name} t order by 1`,
    )
    if (found.rows.length > 0) content[name] = found.rows.map(({ text }) => text)
  }
  return content
}

test('[K08] a restored backup has every row of its moment and no other, and holds what was queued', async () => {
  const app = await testApp()
  const owner = await createOwner(app)
  await createMember(app, owner)
  await sendInquiry(owner, { load: buildLoad({ comments: 'Tarps – "5 ft" \\ drop\r\n\u2028🚚' }) })
  await app.runDueJobs()
  await holdAfterCopy(app.deps, null)
  await sendInquiry(owner)
  const before = await contentOf(app)
  const backup = await backUp(app.connection)
  await sendInquiry(owner)
  const target = await emptyDb({ isMigrated: false })

  await restoreBackup(target.connection, backup, asWell)

  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['organization', 'membership', 'email', 'delivery', 'load']),
  )
  expect(await contentOf(target)).toEqual(before)
  await expect(restoreBackup(target.connection, backup, asWell)).rejects.toThrow('already exists')
  const restored = { ...app.deps, db: target.db }
  await holdAfterCopy(restored, null)
  expect(await countHeld(restored)).toMatchObject({ inquiries: 1 })
})

const backups = goalSize({ full: 100, tenth: 10, quick: 2 })

test(`[K08] each of ${backups} backups during writes restores a prefix of the acknowledged history`, {
  timeout: 60_000 + backups * 20_000,
}, async () => {
  const app = await testApp()
  const user = await createOwner(app) // without an allowance
  const acknowledged: string[] = []
  let isWriting = true
  const writing = (async () => {
    while (isWriting) acknowledged.push((await sendInquiry(user)).id)
  })()
  const made: { backup: Backup; before: number; after: number }[] = []
  const folder = newFolder()
  for (let count = 0; count < backups; count++) {
    const before = acknowledged.length
    const backup = await backUp(app.connection, folder)
    made.push({ backup, before, after: acknowledged.length })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
  }
  isWriting = false
  await writing

  for (const { backup, before, after } of made) {
    const target = await emptyDb({ isMigrated: false })
    await restoreBackup(target.connection, backup, asWell)
    const count = async (statement: string) => Number((await target.pool.query(statement)).rows[0].count)
    const { rows } = await target.pool.query<{ id: string }>('select id from email order by created_at, id')
    const ids = new Set(rows.map(({ id }) => id))
    const prefix = acknowledged.slice(0, ids.size)
    expect(ids.size).toBeGreaterThanOrEqual(before)
    expect(ids.size).toBeLessThanOrEqual(after + 1) // one may be committed before it is acknowledged
    expect(prefix.filter((id) => !ids.has(id))).toEqual([])
    for (const table of ['delivery', 'contact_event', 'idempotency_key'])
      expect([table, await count(`select count(*) from ${table}`)]).toEqual([table, ids.size])
  }
})

test('[K08] a rehearsal finds a changed, a missing and an added row, and a file that is cut off', async () => {
  const app = await testApp()
  const user = await app.signUp()
  await user.templates.createTemplate({ body: { name: 'Reefer', subject: '', template: '', cc: [], labels: [] } })
  const backup = await backUp(app.connection)
  const file = join(backup.path, 'template.jsonl.gz')
  const original = readFileSync(file)
  const rehearse = async () => {
    const { connection } = await emptyDb({ isMigrated: false })
    return rehearseRestore(connection, backup)
  }
  const lines = gunzipSync(original).toString().trimEnd().split('\n')

  await rehearse()
  for (const changed of [
    lines.map((line) => line.replace('Reefer', 'Flatbed')),
    lines.slice(1),
    [
      ...lines,
      (lines[0] ?? '')
        .replace(/"id":"[^"]+"/, `"id":"${randomUUID()}"`)
        .replace('"is_default":true', '"is_default":false'),
    ],
  ]) {
    writeFileSync(file, gzipSync(`${changed.join('\n')}\n`))
    await expect(rehearse()).rejects.toThrow(/is damaged: template has/)
  }
  writeFileSync(file, original.subarray(0, -12))
  await expect(rehearse()).rejects.toThrow()
  rmSync(file)
  await expect(rehearse()).rejects.toThrow(/ENOENT/)
})

test('[K08] a backup that fails leaves none, and the next one removes what a killed one left', async () => {
  const { connection, pool } = await emptyDb()
  const folder = newFolder()
  mkdirSync(join(folder, '.partial-loadping-killed'), { recursive: true })
  writeFileSync(join(folder, '.partial-loadping-killed', 'account.jsonl.gz'), 'half')
  await pool.query('alter table account rename to account_away')

  await pool.query('create view account as select * from account_away, (select 1 / 0) as fails')
  await pool.query('alter table migration rename to migration_away')
  await expect(backUp(connection, folder)).rejects.toThrow('migration')
  expect(readdirSync(folder)).toEqual([])
})

test('[K08] a restore that fails or is cut off leaves a database without tables', async () => {
  const app = await testApp()
  await app.signUp()
  const backup = await backUp(app.connection)
  const target = await emptyDb({ isMigrated: false })
  const tables = async () =>
    (
      await target.pool.query(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      )
    ).rows

  await expect(
    restoreBackup(target.connection, backup, async (client) => {
      await client.query('select pg_terminate_backend(pg_backend_pid())') // as if the process were killed before the commit
    }),
  ).rejects.toThrow()
  expect(await tables()).toEqual([])
  await restoreBackup(target.connection, backup, asWell)
  expect(await tables()).not.toEqual([])
})

test('[K08] a backup of a newer version is refused, and changes nothing', async () => {
  const { connection } = await emptyDb()
  const { path } = await backUp(connection)
  const file = join(path, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const newer = { name: '999 newer.sql', checksum: 'of it' }
  writeFileSync(file, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, newer] }))
  const target = await emptyDb({ isMigrated: false })

  await expect(restoreBackup(target.connection, readBackup(path), asWell)).rejects.toThrow('newer version of LoadPing')
  expect((await target.pool.query(`select from pg_class where relname = 'migration'`)).rowCount).toBe(0)
})

test('[D13.21] an account that was deleted after the backup is deleted again at its restore', async () => {
  const backupFolder = newFolder()
  const app = await testApp({ change: (deps) => ({ ...deps, backupFolder }) })
  const leaver = await app.signUp()
  const stayer = await app.signUp()
  const backup = await backUp(app.connection, backupFolder)
  await app.pool.query(`update account set deletes_at = now() - interval '1 day' where id = $1`, [leaver.userId])
  await deleteDueAccounts(app.deps)
  const target = await emptyDb({ isMigrated: false })

  expect(readFileSync(join(backupFolder, 'deleted-accounts'), 'utf8')).not.toContain(leaver.userId)
  await restoreBackup(target.connection, backup, async (client) => {
    await markRestored(client)
    expect(await repeatDeletions(client, listDeletions(backupFolder))).toBe(1)
  })
  await deleteDueAccounts({ ...app.deps, db: target.db, backupFolder: null })

  const { rows } = await target.pool.query<{ id: string }>('select id from account')
  expect(rows).toEqual([{ id: stayer.userId }])
})

test('[K08] each night has one backup, and those that are too old go, but never the newest', async () => {
  const app = await testApp()
  const folder = newFolder()
  const { password, ...connection } = app.connection
  const { signal } = new AbortController()
  const nightly = { folder, days: 2, connection: { ...connection, password: String(password) }, signal }
  const at = (time: string) => ({ ...app.deps, now: () => new Date(time) })

  await backUpNightly(at(new Date().toISOString()), nightly)
  const [first] = listBackups(folder)
  await backUpNightly(at(new Date().toISOString()), nightly)
  expect(listBackups(folder)).toHaveLength(1)
  await backUpNightly(at(new Date(Date.now() + 86_400_000).toISOString()), nightly)
  expect(listBackups(folder)).toHaveLength(2)
  expect(app.log).toContainEqual(expect.objectContaining({ msg: 'backup made', name: first?.name }))

  const later = new Date(Date.now() + 30 * 86_400_000)
  const kept = listBackups(folder).length
  expect(removeOldBackups(folder, { days: 2, now: later })).toHaveLength(kept - 1)
  expect(listBackups(folder)).toHaveLength(1)
  expect(existsSync(listBackups(folder)[0]?.path ?? '')).toBe(true)
  expect(() => readBackup(join(folder, 'none'))).toThrow('There is no backup')
})

test('[K08] half a backup, a failure and a clock that was ahead do not end the nightly backups', async () => {
  const app = await testApp()
  const folder = newFolder()
  const { password, ...connection } = app.connection
  const { signal } = new AbortController()
  const nightly = { folder, days: 2, connection: { ...connection, password: String(password) }, signal }
  const now = Date.now()
  for (const days of [-40, -39, 3]) await backUp(app.connection, folder, new Date(now + days * 86_400_000))
  mkdirSync(join(folder, 'loadping-2026-01-01T08-00-00-000Z')) // as a copy that is not finished

  await expect(
    backUpNightly(app.deps, { ...nightly, connection: { ...connection, password: '', port: 1 } }),
  ).rejects.toThrow()
  expect(listBackups(folder)).toHaveLength(1)

  await backUpNightly({ ...app.deps, now: () => new Date(now) }, nightly)
  await backUpNightly({ ...app.deps, now: () => new Date(now) }, nightly)
  expect(listBackups(folder)).toHaveLength(2)
})

test('[K08] a stop of the server does not wait for a backup, which then leaves none', async () => {
  const app = await testApp()
  const folder = newFolder()
  const { password, ...connection } = app.connection
  const stopping = new AbortController()
  const lock = await app.pool.connect()
  await lock.query('begin')
  await lock.query('lock table account in access exclusive mode') // for which the backup waits

  const made = backUpNightly(app.deps, {
    folder,
    days: 2,
    connection: { ...connection, password: String(password) },
    signal: stopping.signal,
  })
  setTimeout(() => stopping.abort(), 1_500)
  const unlocking = setTimeout(() => lock.release(true), 5_000) // so that a backup that goes on is made
  await expect(made).rejects.toThrow(/abort/i)
  clearTimeout(unlocking)
  lock.release(true)
  expect(listBackups(folder)).toEqual([])
}, 10_000)
