import pg from 'pg'
import { codeOf, settingError, startupError } from '../startup-error.ts'
import { type DataFolder, findLockedDataFolder, lockDataFolder } from './data-folder.ts'
import { connectionOf, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

export type OpenDatabase = {
  connection: pg.PoolConfig
  /** The data folder, if the configuration needs one. */
  folder: DataFolder | undefined
  /** Whether the embedded database has too little space to write. */
  isDiskFull: () => Promise<boolean>
  close: () => Promise<void>
}

/** Where the database is. What else is not set is kept in the data folder too. */
type DatabaseConfig = { dataDir: string } & Record<'databaseUrl' | 'authSecret' | 'smtpUrl', string | undefined>

/** Opens the configured or the embedded database and migrates it. Calls `onLost` if the embedded one exits. */
export async function openDatabase(config: DatabaseConfig, onLost: (reason: string) => void): Promise<OpenDatabase> {
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
      return {
        connection: await connectAndMigrate({ connectionString: config.databaseUrl }),
        folder,
        isDiskFull: async () => false,
        close,
      }
    const embedded = await startEmbedded(folder)
    stopServer = embedded.stop
    void embedded.exited.then((reason) => isClosing || onLost(reason))
    return {
      connection: await connectAndMigrate(embedded.connection),
      folder,
      isDiskFull: embedded.isDiskFull,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the database for an operator command, using the running server's embedded database if there is one. */
export async function openForCommand(config: DatabaseConfig): Promise<Pick<OpenDatabase, 'connection' | 'close'>> {
  const close = async () => {}
  if (config.databaseUrl)
    return { connection: await connectAndMigrate({ connectionString: config.databaseUrl }), close }
  const lockedFolder = findLockedDataFolder(config.dataDir)
  return lockedFolder
    ? { connection: await connectAndMigrate(connectionOf(lockedFolder)), close }
    : openDatabase(config, () => process.exit(1))
}

async function connectAndMigrate(connection: pg.PoolConfig): Promise<pg.PoolConfig> {
  const client = createClient(connection)
  try {
    await client.connect()
  } catch (error) {
    if (codeOf(error) === 'ERR_SOCKET_BAD_PORT') throw unusableUrl(error)
    throw startupError(
      `The database${connection.connectionString ? ' of DATABASE_URL' : ''} cannot be reached (${codeOf(error) || 'no answer'}).`,
      error,
    )
  }
  await migrate(client).finally(() => client.end())
  return connection
}

function createClient(connection: pg.PoolConfig): pg.Client {
  try {
    return new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  } catch (error) {
    throw unusableUrl(error) // such as a certificate file that does not exist
  }
}

const unusableUrl = (error: unknown): Error =>
  settingError(`DATABASE_URL cannot be used (${codeOf(error) || 'invalid'}).`, error)
