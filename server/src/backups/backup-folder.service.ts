import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDeps } from '../context.ts'
import { codeOf, settingError, startupError } from '../startup-error.ts'
import { createBackupFolder, partialPrefix } from './backup-files.ts'
import * as store from './backups.store.ts'

const markerFile = 'installation'

/**
 * Makes a folder the one of this installation's backups, by a file with its id. Throws if the file has another id, even that of the
 * database that this one was copied from while it is kept, or if it was there and is gone: the folder is then not mounted.
 */
export async function claimBackupFolder(ctx: Pick<DataDeps, 'db'>, folder: string): Promise<void> {
  const known = await store.findBackupFolder(ctx.db)
  const marker = readMarker(folder)
  const isOfOriginal = marker !== undefined && marker === known?.formerId
  if (isOfOriginal && isKept(folder)) throw isInUse(folder)
  if (marker !== undefined && marker !== known?.id && !isOfOriginal) throw ofAnother(folder)
  if (marker === undefined && known?.folder === folder) throw isGone(folder, known.id)
  if (isOfOriginal) writeMarker(folder, known.id)
  else if (marker !== undefined) keepMarker(folder)
  if (known?.folder === folder) return
  await store.addBackupFolder(ctx.db, randomUUID())
  const id = (await store.findBackupFolder(ctx.db))?.id ?? ''
  createBackupFolder(folder)
  if (marker === undefined) writeMarker(folder, id)
  if (readMarker(folder) !== id) throw ofAnother(folder) // one that came at the same time
  await store.setBackupFolder(ctx.db, folder)
}

/** Gives a copy of a database an id of its own, because its original may go on with its backups. */
export const renewBackupId = ({ db }: Pick<DataDeps, 'db'>) => store.renewId(db, randomUUID())

/** Running servers keep the file each ten minutes. */
const keptMs = 30 * 60_000
const isKept = (folder: string): boolean => Date.now() - statSync(join(folder, markerFile)).mtimeMs < keptMs
const keepMarker = (folder: string): void => utimesSync(join(folder, markerFile), new Date(), new Date())

const isInUse = (folder: string): Error =>
  startupError(
    `BACKUP_DIR ${folder} is in use by the database that this one was copied from. Give the copy a folder of its own. If that database is stopped for good, backups begin here within 40 minutes of its end.`,
  )

const ofAnother = (folder: string): Error =>
  settingError(
    `BACKUP_DIR ${folder} has the backups of another installation: its file ${markerFile} has another id than the database. Give each a folder of its own. If it is the same one, restored from an older backup, delete ${join(folder, markerFile)}.`,
  )

const isGone = (folder: string, id: string): Error =>
  startupError(
    `The file ${markerFile} is missing in BACKUP_DIR ${folder}, where backups were made before. Is it mounted? If it is a new folder: echo ${id} > ${join(folder, markerFile)}`,
  )

function readMarker(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, markerFile), 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Writes the whole file, or none. */
function writeMarker(folder: string, id: string): void {
  const partial = join(folder, `${partialPrefix}${randomUUID()}`)
  try {
    writeFileSync(partial, `${id}\n`, { mode: 0o600, flush: true })
    renameSync(partial, join(folder, markerFile))
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}
