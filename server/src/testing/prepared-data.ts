import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataFolder } from '../db/data-folder.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { sharedTempFolder } from './spawned-product.ts'
import { connected } from './test-cluster.ts'

/** Creates the data folder that `withoutDemo` copies, once for the projects of a run. */
export async function setup(): Promise<(() => void) | undefined> {
  if (process.env['PREPARED_DATA']) return undefined
  const path = sharedTempFolder()
  const folder = lockDataFolder(join(path, 'data'))
  const { connection, stop } = await startEmbedded(folder)
  await connected(connection, migrate).finally(stop)
  folder.release()
  // Workers inherit it. A database that had to be put elsewhere, where its user may enter, cannot be copied with the folder.
  if (existsSync(join(folder.path, 'postgres', 'PG_VERSION'))) process.env['PREPARED_DATA'] = folder.path
  return () => rmSync(path, { recursive: true, force: true })
}
