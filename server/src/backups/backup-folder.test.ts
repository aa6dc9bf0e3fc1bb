import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { deleteDueAccounts } from '../account-deletion/final-deletion.service.ts'
import { holdAfterCopy } from '../delivery/held.service.ts'
import { deleteAccount } from '../testing/deletion.ts'
import { sharedTempFolder, spawnRefused } from '../testing/spawned-product.ts'
import { testApp } from '../testing/test-app.ts'
import { emptyDb } from '../testing/test-database.ts'
import { listDeletions } from './backup-files.ts'
import { claimBackupFolder } from './backup-folder.service.ts'
import { backUpNightly } from './nightly-backup.ts'

const parent = sharedTempFolder()
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const newFolder = () => join(parent, randomUUID())

test('[K08] two installations do not share a folder of backups, and processes of one do', async () => {
  const folder = newFolder()
  const one = await emptyDb()
  const other = await emptyDb()
  await Promise.all(Array.from({ length: 8 }, () => claimBackupFolder(one, folder)))
  await claimBackupFolder(one, folder)

  await expect(claimBackupFolder(other, folder)).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/^BACKUP_DIR \S+ has the backups of another installation/),
  })
  await claimBackupFolder(other, newFolder())
  await expect(claimBackupFolder(other, folder)).rejects.toThrow('another installation')
})

test('[K08] a folder that was used and is not mounted gets neither a backup nor a deletion', async () => {
  const folder = newFolder()
  const app = await testApp()
  const deps = { ...app.deps, backupFolder: folder }
  const makeBackup = () =>
    backUpNightly(deps, { folder, days: 30, connection: app.connection, signal: new AbortController().signal })
  await makeBackup()
  renameSync(folder, `${folder}-elsewhere`)
  mkdirSync(folder)
  const user = await app.signUp()
  await deleteAccount(user)
  app.clock.advance(8 * 86_400_000)

  await expect(makeBackup()).rejects.toThrow(/The file installation is missing in BACKUP_DIR .* Is it mounted\?/)
  expect(app.deps.observed.backupFailure?.reason).toContain('Is it mounted?')
  await deleteDueAccounts(deps)
  expect((await app.pool.query('select id from account where id = $1', [user.userId])).rows).toHaveLength(1)
  expect(existsSync(join(folder, 'deleted-accounts'))).toBe(false)

  rmSync(folder, { recursive: true })
  renameSync(`${folder}-elsewhere`, folder)
  await deleteDueAccounts(deps)
  expect(listDeletions(folder)).toHaveLength(1)
  expect((await app.pool.query('select id from account where id = $1', [user.userId])).rows).toEqual([])
})

test('[K08] what a refusal says makes a new folder usable, and another path is one', async () => {
  const folder = newFolder()
  const database = await emptyDb()
  await claimBackupFolder(database, folder)
  rmSync(folder, { recursive: true })
  const refusal: Error = await claimBackupFolder(database, folder).catch((error) => error)
  const [, id = '', file = ''] = /echo (\S+) > (\S+)$/.exec(refusal.message) ?? []
  mkdirSync(folder)
  writeFileSync(file, `${id}\n`)

  await claimBackupFolder(database, folder)
  await claimBackupFolder(database, newFolder())
  await expect(claimBackupFolder(database, folder)).resolves.toBeUndefined()
  expect(readFileSync(file, 'utf8')).toBe(`${id}\n`)
})

test('[K08] after a restore of an older backup, a refusal says what to delete', async () => {
  const folder = newFolder()
  await claimBackupFolder(await emptyDb(), folder)
  const restored = await emptyDb()
  const refusal: Error = await claimBackupFolder(restored, folder).catch((error) => error)
  const [, file = ''] = /restored from an older backup, delete (\S+)\.$/.exec(refusal.message) ?? []
  rmSync(file)

  await expect(claimBackupFolder(restored, folder)).resolves.toBeUndefined()
})

test('[K08] a copy leaves the folder of its original alone, until that has stopped for good', async () => {
  const folder = newFolder()
  const original = await testApp()
  await claimBackupFolder(original.deps, folder)
  const copyWith = async (server: string) => {
    const { deps, pool } = await testApp()
    const { rows } = await original.pool.query('select id, folder from backup_folder')
    await pool.query('insert into backup_folder (id, folder) values ($1, $2)', [rows[0].id, rows[0].folder])
    await pool.query('insert into database_fingerprint (server) values ($1)', [server])
    await holdAfterCopy(deps, null)
    return deps
  }
  const copy = await copyWith('of the original')
  const restored = await copyWith('restored')

  await expect(claimBackupFolder(copy, folder)).rejects.toThrow(
    'is in use by the database that this one was copied from',
  )
  await expect(claimBackupFolder(restored, folder)).resolves.toBeUndefined()
  const old = new Date(Date.now() - 40 * 60_000)
  utimesSync(join(folder, 'installation'), old, old)
  await claimBackupFolder(original.deps, folder) // as each ten minutes
  await expect(claimBackupFolder(copy, folder)).rejects.toThrow('is in use')
  utimesSync(join(folder, 'installation'), old, old)
  await expect(claimBackupFolder(copy, folder)).resolves.toBeUndefined()
  await expect(claimBackupFolder(original.deps, folder)).rejects.toMatchObject({ exitCode: 78 })
})

test("[K08] a start with another installation's folder of backups exits with 78 and one line", async () => {
  const folder = newFolder()
  mkdirSync(folder)
  writeFileSync(join(folder, 'installation'), `${randomUUID()}\n`)
  const { code, output } = await spawnRefused({ DATA_DIR: newFolder(), BACKUP_DIR: folder })

  expect(code).toBe(78)
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(output).toContain('has the backups of another installation')
})
