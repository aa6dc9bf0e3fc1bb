import { readConfig } from '../server/src/config.ts'
import { copyDatabase, refuseWhileRunning } from '../server/src/db/copy-database.ts'
import { openDatabase } from '../server/src/db/open-database.ts'
import { exitWith } from './operator-command.ts'

// npm run copy-database -- postgres://…: copies everything from the database of the settings into this one, which has no
// users yet. Refuses while LoadPing is running.
const [target, extra] = process.argv.slice(2)
const read = readConfig(process.env)
if (target === undefined || extra !== undefined) exitWith('Usage: npm run copy-database -- postgres://…', 2)
if ('bad' in read) exitWith(read.bad.map(({ name, reason }) => `${name} ${reason}.`).join('\n'), 78)

try {
  const { connection, close } = await openDatabase(read.config, () => process.exit(1))
  const copied = await refuseWhileRunning(connection)
    .then(() => copyDatabase(connection, { connectionString: target }))
    .finally(close)
  for (const [table, rows] of copied) if (rows > 0) console.log(`${table} ${rows}`)
} catch (error) {
  exitWith(error instanceof Error ? error.message : String(error), 1)
}
