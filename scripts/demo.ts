import { readConfig } from '../server/src/config.ts'
import { createDb, createPool } from '../server/src/db/db.ts'
import { openDatabase } from '../server/src/db/open-database.ts'
import { removeDemo } from '../server/src/demo/demo.ts'

// npm run demo -- remove: deletes every demo account with its data. LoadPing must not be running.
const [command] = process.argv.slice(2)
const read = readConfig(process.env)
if (command !== 'remove' || 'bad' in read) {
  console.error('Usage: npm run demo -- remove')
  process.exit(2)
}

try {
  const { connection, close } = await openDatabase(read.config, () => process.exit(1))
  const pool = createPool(connection)
  const removed = await removeDemo(createDb(pool))
  await pool.end()
  await close()
  console.log(`Removed ${removed} demo account(s).`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
