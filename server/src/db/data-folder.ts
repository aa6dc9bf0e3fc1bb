import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOf, settingError, startupError } from '../startup-error.ts'

/** A data folder locked by this process; the lock ends with the process. */
export type DataFolder = { path: string; release: () => void }

/**
 * Locks the data folder, or fails with the id of the process that uses it. The lock ends with the process, so a killed
 * owner leaves none.
 */
export function lockDataFolder(folder: string): DataFolder {
  let path = folder
  try {
    // Other users may pass through: a database started by root runs as another user. Secret files have their own mode.
    createFolders(path, 0o711)
    path = realpathSync(path) // the path that the database server sees
    const ownerFile = join(path, 'owner.pid')
    const lock = new DatabaseSync(join(path, 'lock'), { timeout: 0 })
    lock.exec('begin exclusive')
    writeFileSync(ownerFile, `${process.pid}\n`)
    return {
      path,
      release() {
        rmSync(ownerFile, { force: true })
        lock.close()
      },
    }
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message))
      throw startupError(
        `The data folder ${path} is in use by ${describeOwner(join(path, 'owner.pid'))}. Stop it first, or set DATA_DIR to another folder.`,
      )
    if (isDiskFullError(String(error))) throw startupError(diskFullMessage, error)
    if (/EDQUOT|EIO|disk/.test(String(error)))
      throw startupError(`The data folder cannot be written (${codeOf(error)}).`, error)
    throw settingError(
      `The data folder cannot be written (${codeOf(error) || String(error)}). Set DATA_DIR to a folder that you own.`,
      error,
    )
  }
}

export const diskFullMessage =
  'The disk of the data folder is full. Free at least 100 MB, then start again; nothing that was saved is lost.'

export const isDiskFullError = (text: string): boolean => /ENOSPC|No space left on device|disk is full/i.test(text)

/** With less, PostgreSQL may stop at any write: it extends its log by files of 16 MB. */
const minFreeBytes = 32 * 1024 ** 2

export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < minFreeBytes
}

/** Creates a folder and its parents. Node's own recursive mode never returns where the system refuses with ENOENT. */
function createFolders(path: string, mode: number): void {
  if (existsSync(path)) return
  createFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // another start may have created it
  }
}

/** Returns the data folder if a process has locked it. */
export function findLockedDataFolder(folder: string): { path: string } | undefined {
  const lockFile = join(folder, 'lock')
  if (!existsSync(lockFile)) return undefined
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return undefined
  } catch {
    return { path: realpathSync(folder) }
  } finally {
    lock.close()
  }
}

/** Returns a secret of this data folder, generated on first use and readable only by its owner. */
export function readOrCreateSecret({ path }: Pick<DataFolder, 'path'>, name: string): string {
  const file = join(path, `${name}.secret`)
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw startupError(`${file} cannot be written (${codeOf(error)}).`, error)
  }
  const secret = readFileSync(file, 'utf8')
  if (secret.length === 43) return secret
  rmSync(file) // incomplete: a process was killed while writing it, so it was never used
  return readOrCreateSecret({ path }, name)
}

function describeOwner(file: string): string {
  const pid = existsSync(file) && readFileSync(file, 'utf8').trim()
  return pid ? `process ${pid}` : 'another process' // the owner has not written its id yet
}
