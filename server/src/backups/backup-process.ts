import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { writeBackup } from './write-backup.ts'

// Makes one backup in a process of its own, so that requests are not slowed down. Its input says what to back up.
setPriority(10)
const { connection, folder, keyIds } = JSON.parse(await text(process.stdin))
try {
  const { name } = await writeBackup(connection, { folder, keyIds, now: new Date(), isPatient: true })
  process.stdout.write(name)
} catch (error) {
  process.stderr.write(String(error instanceof Error ? error.message : error))
  process.exit(1)
}
