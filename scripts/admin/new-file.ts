import { rmSync } from 'node:fs'
import { codeOf, startupError } from '../../server/src/startup-error.ts'

/** Writes a file that is not there yet: all of it, or none. Throws a line that says so where its disk is full. */
export async function writeNewFile(file: string, write: () => Promise<void> | void): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') rmSync(file, { force: true })
    if (codeOf(error) === 'ENOSPC')
      throw startupError(`The disk of ${file} is full. Free space there, then repeat it: nothing was written.`, error)
    throw error
  }
}
