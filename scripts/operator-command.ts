import { type Config, readConfig } from '../server/src/config.ts'
import type { DataDeps } from '../server/src/context.ts'
import { createDb, createPool } from '../server/src/db/db.ts'
import { openForCommand } from '../server/src/db/open-database.ts'

/** Ends the process with an exit code and one line on standard error. */
export function exitWith(line: string, code: 1 | 2 | 78): never {
  console.error(line)
  process.exit(code)
}

/** Runs an operator's command on the product's database, whether or not LoadPing is running, and prints its result. */
export async function runOperatorCommand(command: (ctx: DataDeps, config: Config) => Promise<string>): Promise<void> {
  const read = readConfig(process.env)
  if ('bad' in read) exitWith(read.bad.map(({ name, reason }) => `${name} ${reason}.`).join('\n'), 78)

  try {
    const { connection, close } = await openForCommand(read.config)
    const pool = createPool(connection)
    try {
      console.log(await command({ db: createDb(pool), now: () => new Date() }, read.config))
    } finally {
      await pool.end()
      await close()
    }
  } catch (error) {
    exitWith(error instanceof Error ? error.message : String(error), 1)
  }
}
