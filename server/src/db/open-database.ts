import pg from 'pg'
import type { Config } from '../config.ts'
import { codeOf, startupError } from '../startup-error.ts'
import { type DataFolder, findLockedDataFolder, lockDataFolder } from './data-folder.ts'
import { connectionOf, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

export type OpenDatabase = {
  connection: pg.PoolConfig
  /** The data folder, where the configuration needs one. */
  folder: DataFolder | undefined
  close: () => Promise<void>
}

/** Opens the database that the configuration names, else our own, at the schema of this version; `onLost` runs if our own ends unasked. */
export async function openDatabase(config: Config, onLost: () => void): Promise<OpenDatabase> {
  const needsFolder = !(config.databaseUrl && config.authSecret && config.smtpUrl)
  const folder = needsFolder ? lockDataFolder(config.dataDir) : undefined
  let stopServer = async () => {}
  let isClosing = false
  const close = async () => {
    isClosing = true
    await stopServer()
    folder?.release()
  }
  try {
    if (config.databaseUrl || !folder)
      return { connection: await connectAndMigrate({ connectionString: config.databaseUrl }), folder, close }
    const embedded = await startEmbedded(folder)
    stopServer = embedded.stop
    void embedded.exited.then(() => isClosing || onLost())
    return { connection: await connectAndMigrate(embedded.connection), folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the database for a command of the operator: beside the product while that runs, else for as long as the command takes. */
export async function openForCommand(config: Config): Promise<Pick<OpenDatabase, 'connection' | 'close'>> {
  const close = async () => {}
  if (config.databaseUrl)
    return { connection: await connectAndMigrate({ connectionString: config.databaseUrl }), close }
  const taken = findLockedDataFolder(config.dataDir)
  return taken
    ? { connection: await connectAndMigrate(connectionOf(taken)), close }
    : openDatabase(config, () => process.exit(1))
}

async function connectAndMigrate(connection: pg.PoolConfig): Promise<pg.PoolConfig> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    throw startupError(
      `The database${connection.connectionString ? ' of DATABASE_URL' : ''} cannot be reached (${codeOf(error) || 'no answer'}).`,
      error,
    )
  }
  await migrate(client).finally(() => client.end())
  return connection
}
