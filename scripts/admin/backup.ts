import { readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Backup, listBackups, readBackup, removeOldBackups } from '../../server/src/backups/backup-files.ts'
import { claimBackupFolder } from '../../server/src/backups/backup-folder.service.ts'
import { rehearseRestore } from '../../server/src/backups/restore-backup.ts'
import { writeBackup } from '../../server/src/backups/write-backup.ts'
import { diskFullMessage, isDiskFullError, lockDataFolder } from '../../server/src/db/data-folder.ts'
import { createDb, createPool } from '../../server/src/db/db.ts'
import { startEmbedded } from '../../server/src/db/embedded.ts'
import { openOneOfEach } from '../../server/src/key-rotation/key-rotation.service.ts'
import { startupError } from '../../server/src/startup-error.ts'
import { keysOf } from './keys-of.ts'
import type { Answer, CommandContext, Word } from './word.ts'

/** Makes backups while LoadPing runs, lists them, and tries whether one can be restored. */
export const word: Word = {
  summary: 'makes a backup now, lists them, or tries to restore one beside the database',
  usage: ['create [FOLDER]', 'list [FOLDER]', 'verify [BACKUP]'],
  read([command, path, ...extra]) {
    if (extra.length > 0) return undefined
    if (command === 'create') return { changes: 'backup create', run: (ctx) => create(ctx, path) }
    if (command === 'list') return { run: async (ctx) => list(folderOf(ctx, path)) }
    return command === 'verify' ? { run: (ctx) => verify(ctx, path) } : undefined
  },
}

/** Returns the folder that was named, or that of the settings. */
export function folderOf({ config }: CommandContext, path: string | undefined): string {
  const folder = path ?? config.backups?.folder
  if (folder === undefined) throw startupError('Name a folder, or set BACKUP_DIR.')
  return folder
}

async function create(ctx: CommandContext, path: string | undefined): Promise<Answer> {
  const folder = folderOf(ctx, path)
  const startedAt = performance.now()
  if (folder === ctx.config.backups?.folder) await claimBackupFolder(ctx, folder)
  const backup = await writeBackup(ctx.connection, { folder, keyIds: (await keysOf(ctx)).ids, now: ctx.now() })
  if (path === undefined && ctx.config.backups) removeOldBackups(folder, { ...ctx.config.backups, now: ctx.now() })
  const data = describe(backup)
  return { text: `${backup.path}: ${textOf(data)}, made in ${secondsSince(startedAt)} s.`, data }
}

function list(folder: string): Answer {
  const all = listBackups(folder).map(describe)
  const lines = all.map((data) => `${data.path}: ${textOf(data)}`)
  return { text: lines.length > 0 ? lines.join('\n') : `There are no backups in ${folder}.`, data: all }
}

const describe = ({ path, createdAt, manifest }: Backup) => ({
  path,
  createdAt,
  rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
  bytes: readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0),
})

const textOf = ({ createdAt, rows, bytes }: ReturnType<typeof describe>): string =>
  `${createdAt.toISOString()}, ${rows} rows, ${(bytes / 1024 ** 2).toFixed(1)} MB`

const secondsSince = (startedAt: number): string => ((performance.now() - startedAt) / 1_000).toFixed(1)

/** Throws if the settings do not open one secret of each kind that was restored. */
async function openSecrets(ctx: CommandContext, connection: CommandContext['connection']): Promise<void> {
  const pool = createPool(connection)
  try {
    const scratch = { ...ctx, db: createDb(pool) }
    const opened = await openOneOfEach({ db: scratch.db, keys: await keysOf(scratch) })
    const closed = opened.filter(({ isOpen }) => !isOpen).map(({ kind }) => kind)
    if (closed.length > 0) throw startupError(`The settings do not open its ${closed.join(' and ')}.`)
  } finally {
    await pool.end()
  }
}

/** Throws if a backup cannot be restored into a database in the folder for temporary files, or its secrets not be opened. */
async function tryRestore(ctx: CommandContext, backup: Backup): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'loadping-verify-'))
  try {
    const folder = lockDataFolder(join(scratch, 'data'))
    const database = await startEmbedded(folder)
    try {
      await rehearseRestore(database.connection, backup)
      await openSecrets(ctx, database.connection)
    } catch (error) {
      throw await database.explain(error)
    } finally {
      await database.stop()
      folder.release()
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Restores a backup into a PostgreSQL of its own in a temporary folder, and compares what it has with the manifest. */
async function verify(ctx: CommandContext, path: string | undefined): Promise<Answer> {
  const backup = path === undefined ? listBackups(folderOf(ctx, path)).at(-1) : readBackup(path)
  if (!backup) throw startupError('There is no backup to verify.')
  const startedAt = performance.now()
  await tryRestore(ctx, backup).catch((error: unknown) => {
    const isFull = error instanceof Error && (error.message === diskFullMessage || isDiskFullError(error.message))
    if (!isFull) throw error
    throw startupError(
      `The disk of ${tmpdir()} is full. Set TMPDIR to a folder with room for the whole database: the backup was not tried.`,
    )
  })
  const hours = (ctx.now().getTime() - backup.createdAt.getTime()) / 3_600_000
  const data = { ...describe(backup), hours, seconds: Number(secondsSince(startedAt)) }
  return {
    text: `${backup.path} can be restored: ${textOf(data)}, ${hours.toFixed(1)} hours old, tried in ${data.seconds} s.`,
    data,
  }
}
