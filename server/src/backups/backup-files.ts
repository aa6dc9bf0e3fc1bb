import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { startupError } from '../startup-error.ts'

/** What a backup says of itself. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** Of the keys that open its secrets. */
  keyIds: z.array(z.string()),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** In the order in which they are restored. A digest is the sum of the hashes of the rows. */
  tables: z.array(z.object({ name: z.string(), rows: z.int(), digest: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestFile = 'manifest.json'
export const tableFile = (path: string, table: string): string => join(path, `${table}.jsonl.gz`)

const prefix = 'loadping-'
export const partialPrefix = '.partial-'

/** Returns the name of a backup's folder, and of the one in which it is made. Names sort by time. */
export const backupNames = (at: Date): { name: string; partial: string } => {
  const name = `${prefix}${at.toISOString().replaceAll(/[:.]/g, '-')}`
  return { name, partial: `${partialPrefix}${name}` }
}

/** Creates the folder of the backups, readable only by its owner. */
export const createBackupFolder = (folder: string) => mkdirSync(folder, { recursive: true, mode: 0o700 })

/** Deletes what a process left that was killed while it made or deleted a backup. Nobody may be making one. */
export function removePartial(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(partialPrefix)) rmSync(join(folder, name), { recursive: true, force: true })
}

export type Backup = { name: string; path: string; createdAt: Date; manifest: Manifest }

/** Reads the manifest of a backup. Throws if there is none. */
export function readBackup(path: string): Backup {
  if (!isComplete(path)) throw startupError(`There is no backup in ${path}.`)
  const { data: manifest } = Manifest.safeParse(JSON.parse(readFileSync(join(path, manifestFile), 'utf8')))
  if (!manifest) throw startupError(`The backup in ${path} is of another version of LoadPing, or is damaged.`)
  return { name: path.split('/').at(-1) ?? path, path, createdAt: new Date(manifest.createdAt), manifest }
}

const isComplete = (path: string): boolean => existsSync(join(path, manifestFile))

/** Lists the complete backups of a folder, oldest first. */
export const listBackups = (folder: string): Backup[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(prefix) && isComplete(join(folder, name)))
    .sort()
    .map((name) => readBackup(join(folder, name)))

/** Returns when the newest complete backup was made; undefined without one. */
export function findNewestBackup(folder: string): Date | undefined {
  const newest = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(prefix) && isComplete(join(folder, name)))
    .sort()
    .at(-1)
  return newest === undefined ? undefined : readBackup(join(folder, newest)).createdAt
}

/** Deletes backups older than so many days, but never the newest. Returns their names. */
export function removeOldBackups(folder: string, { days, now }: { days: number; now: Date }): string[] {
  const oldest = now.getTime() - days * 86_400_000
  const old = listBackups(folder)
    .slice(0, -1)
    .filter(({ createdAt }) => createdAt.getTime() < oldest)
  for (const { name, path } of old) {
    const partial = join(folder, `${partialPrefix}${name}`)
    renameSync(path, partial) // first, so that a partly deleted one is none
    rmSync(partial, { recursive: true, force: true })
  }
  return old.map(({ name }) => name)
}

const deletionsFile = 'deleted-accounts'

/** Returns what is kept of a deleted account: the hash of its random id. */
const deletionHash = (userId: string): string => createHash('sha256').update(userId).digest('hex')

/** Records beside the backups that an account is deleted, so that a restore deletes it again. Repeating it does no harm. */
export function recordDeletion(folder: string, userId: string): void {
  createBackupFolder(folder)
  appendFileSync(join(folder, deletionsFile), `${deletionHash(userId)}\n`, { mode: 0o600, flush: true })
}

/** Lists the hashes of accounts that were deleted, as recorded beside the backups. */
export function listDeletions(folder: string): string[] {
  const file = join(folder, deletionsFile)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}
