import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOf, startupError } from '../startup-error.ts'

/** A data folder that this process alone uses, until it ends, however it ends. */
export type DataFolder = { path: string; release: () => void }

/**
 * Takes the data folder, or refuses with one line that names its holder. The lock is one of the operating system's, taken through SQLite:
 * it goes with the process, so a killed holder leaves nothing to clean up, and a reused process id means nothing.
 */
export function lockDataFolder(asked: string): DataFolder {
  let path = asked
  try {
    // Others may pass through, because a database that root starts runs as another user; what is secret in it has a mode of its own.
    mkdirSync(path, { recursive: true, mode: 0o711 })
    path = realpathSync(path) // as the database server sees it
    const holderFile = join(path, 'holder')
    const lock = new DatabaseSync(join(path, 'lock'), { timeout: 0 })
    lock.exec('begin exclusive')
    writeFileSync(holderFile, `${process.pid}\n`)
    return {
      path,
      release() {
        rmSync(holderFile, { force: true })
        lock.close()
      },
    }
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message))
      throw startupError(
        `The data folder ${path} is in use by ${readHolder(join(path, 'holder'))}. Stop it first, or set DATA_DIR to another folder.`,
      )
    throw startupError(
      `The data folder ${path} cannot be written (${codeOf(error) || String(error)}). Set DATA_DIR to a folder that you own.`,
      error,
    )
  }
}

/** The folder, if some process has taken it. */
export function findLockedDataFolder(asked: string): { path: string } | undefined {
  const lockFile = join(asked, 'lock')
  if (!existsSync(lockFile)) return undefined
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return undefined
  } catch {
    return { path: realpathSync(asked) }
  } finally {
    lock.close()
  }
}

/** A secret of this data folder, made at first use and readable by its owner only. */
export function readOrCreateSecret({ path }: Pick<DataFolder, 'path'>, name: string): string {
  const file = join(path, `${name}.secret`)
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw startupError(`${file} cannot be written (${codeOf(error)}).`, error)
  }
  const secret = readFileSync(file, 'utf8')
  if (secret.length === 43) return secret
  rmSync(file) // a process was killed between making the file and filling it: nothing can have used it yet
  return readOrCreateSecret({ path }, name)
}

function readHolder(file: string): string {
  const holder = existsSync(file) && readFileSync(file, 'utf8').trim()
  return holder ? `process ${holder}` : 'another process' // it has the lock and is just writing its name
}
