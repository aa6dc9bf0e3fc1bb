import { rmSync } from 'node:fs'
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
  process.env['PREPARED_DATA'] = folder.path // workers inherit it
  return () => rmSync(path, { recursive: true, force: true })
}
