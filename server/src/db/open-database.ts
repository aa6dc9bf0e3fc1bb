import pg from 'pg'
import { codeOf, settingError, startupError } from '../startup-error.ts'
import { refuseWhileRunning } from './copy-database.ts'
import { type DataFolder, findLockedDataFolder, lockDataFolder } from './data-folder.ts'
import { fingerprintFolder, hasEmbeddedDatabase } from './database-location.ts'
import {
  connectionOf,
  diskFullCode,
  type EmbeddedDatabase,
  explainFailure,
  removeCluster,
  startEmbedded,
} from './embedded.ts'
import { migrate, schemaState } from './migrate.ts'
import { refuseUnusablePooler } from './pooler.ts'

export type OpenDatabase = {
  connection: pg.PoolConfig
  /** The data folder, if the configuration needs one. */
  folder: DataFolder | undefined
  /** The fingerprint of the embedded database's folder. */
  clusterFolder: string | null
  /** Whether the embedded database has too little space to write. */
  isDiskFull: () => Promise<boolean>
  close: () => Promise<void>
}

/** Where the database is. What else is not set is kept in the data folder too. */
type DatabaseConfig = { dataDir: string } & Record<'databaseUrl' | 'authSecret' | 'smtpUrl', string | undefined>

/** Throws if the settings do not fit a database, which it does not change. There may be no tables yet. */
export type CheckDatabase = (client: pg.ClientBase, folder: { path: string } | undefined) => Promise<void>

/**
 * Opens the configured or the embedded database, checks it, and only then migrates it. Calls `onLost` if the embedded one
 * exits.
 */
export async function openDatabase(
  config: DatabaseConfig,
  { check, onLost }: { check: CheckDatabase; onLost: (reason: string) => void },
): Promise<OpenDatabase> {
  const needsFolder = !(config.databaseUrl && config.authSecret && config.smtpUrl)
  const folder = needsFolder ? lockDataFolder(config.dataDir) : undefined
  let stopServer = async () => {}
  let explain: OpenForCommand['explain'] = explainOfServer
  let isClosing = false
  const close = async () => {
    isClosing = true
    await stopServer()
    folder?.release()
  }
  try {
    if (config.databaseUrl || !folder)
      return {
        connection: await connectAndMigrate({ connectionString: config.databaseUrl }, (client) =>
          check(client, folder),
        ),
        folder,
        clusterFolder: null,
        isDiskFull: async () => false,
        close,
      }
    const embedded = await startEmbedded(folder)
    stopServer = embedded.stop
    explain = embedded.explain
    void embedded.exited.then((reason) => isClosing || onLost(reason))
    return {
      connection: await connectAndMigrate(embedded.connection, (client) => check(client, folder)),
      folder,
      clusterFolder: fingerprintFolder(folder.path),
      isDiskFull: embedded.isDiskFull,
      close,
    }
  } catch (error) {
    const explained = await explain(error)
    await close()
    throw explained
  }
}

/** Returns that the disk of a database server is full, if that is why a statement failed; else the error. */
const explainOfServer = async (error: unknown): Promise<unknown> =>
  codeOf(error) === diskFullCode
    ? startupError(
        'The disk of the database of DATABASE_URL is full. Free space there, then start again; nothing that was saved is lost.',
        error,
      )
    : error

/**
 * The database that an operator's command needs: one that is there, one that no LoadPing uses, any, which is created and
 * migrated, or one without tables, which is created.
 */
export type NeededDatabase = 'existing' | 'stopped' | 'any' | 'empty'

type OpenForCommand = Pick<OpenDatabase, 'connection' | 'close'> & {
  /** Which database it is, for people. */
  name: string
  /** Returns that the disk of the database is full, if that is why work failed; else the error. */
  explain: (error: unknown) => Promise<unknown>
}

const connectFor: Record<NeededDatabase, typeof connectAndMigrate> = {
  existing: (connection) => connectToOurs(connection),
  stopped: (connection) => connectToOurs(connection),
  any: connectAndMigrate,
  empty: (connection) => connectToEmpty(connection),
}

/**
 * Opens the database for an operator's command, that of a running server too. Creates or migrates none but `any`, after it checked
 * it.
 */
export async function openForCommand(
  config: DatabaseConfig,
  needed: NeededDatabase,
  check: (client: pg.ClientBase) => Promise<void>,
): Promise<OpenForCommand> {
  const isNew = needed === 'any' || needed === 'empty'
  const connect = (connection: pg.PoolConfig) => connectFor[needed](connection, check)
  if (config.databaseUrl) {
    const connection = await connect({ connectionString: config.databaseUrl }).catch(throwAs(explainOfServer))
    if (needed === 'stopped') await refuseWhileRunning(connection)
    const { host, pathname } = new URL(config.databaseUrl)
    return {
      connection,
      name: `${pathname.slice(1) || 'postgres'} at ${host || 'a local socket'}`,
      close: async () => {},
      explain: explainOfServer,
    }
  }
  const running = needed === 'stopped' || needed === 'empty' ? undefined : findLockedDataFolder(config.dataDir)
  if (running) {
    const name = `embedded in ${running.path}, LoadPing is running`
    const explain = (error: unknown) => explainFailure(running, error)
    const connection = await connect(connectionOf(running)).catch(throwAs(explain))
    return { connection, name, close: async () => {}, explain }
  }
  if (!isNew && !hasEmbeddedDatabase(config.dataDir))
    throw startupError(
      `There is no database in ${config.dataDir}. Use the settings of the server: DATABASE_URL, or DATA_DIR.`,
    )
  const folder = lockDataFolder(config.dataDir)
  const embedded = await startForCommand(folder, needed).catch((error: unknown) => {
    folder.release()
    throw error
  })
  const { explain } = embedded
  const close = async () => {
    await embedded.stop()
    folder.release()
  }
  const name = `embedded in ${folder.path}, LoadPing is not running`
  const connection = await connect(embedded.connection).catch(async (error: unknown) => {
    const explained = await explain(error)
    await close()
    throw explained
  })
  return { connection, name, close, explain }
}

const throwAs = (explain: OpenForCommand['explain']) => async (error: unknown) => {
  throw await explain(error)
}

/** Starts the embedded database. One without tables is made anew for a restore: one that was cut off left its files there. */
async function startForCommand(folder: DataFolder, needed: NeededDatabase): Promise<EmbeddedDatabase> {
  const isUsed = needed === 'empty' && hasEmbeddedDatabase(folder.path)
  const embedded = await startEmbedded(folder)
  if (!isUsed || (await readState(embedded.connection).catch(() => 'unknown')) !== 'none') return embedded
  await embedded.stop()
  removeCluster(folder)
  return startEmbedded(folder)
}

async function readState(connection: pg.PoolConfig) {
  const client = await openClient(connection)
  return schemaState(client).finally(() => client.end())
}

/** Connects to a database that has the tables of this version. */
async function connectToOurs(connection: pg.PoolConfig): Promise<pg.PoolConfig> {
  const state = await readState(connection)
  if (state === 'none') throw startupError('This database has no LoadPing in it. Use the settings of the server.')
  if (state === 'older')
    throw startupError('The database is of an older version. Run npm run admin -- migrate, or start this version.')
  return connection
}

/** Connects to a database without tables of ours. */
async function connectToEmpty(connection: pg.PoolConfig): Promise<pg.PoolConfig> {
  const state = await readState(connection)
  if (state !== 'none')
    throw startupError('This database has LoadPing in it. Restore into another one: set DATABASE_URL or DATA_DIR.')
  return connection
}

async function connectAndMigrate(
  connection: pg.PoolConfig,
  check: (client: pg.ClientBase) => Promise<void>,
): Promise<pg.PoolConfig> {
  const client = await openClient(connection)
  try {
    if (connection.connectionString) {
      await refuseUnusablePooler(connection)
      await refuseDateStyle(client)
    }
    await check(client)
    await migrate(client)
  } finally {
    await client.end()
  }
  return connection
}

/** Throws if the database writes dates in another way than ISO 8601, in which connections read them. */
async function refuseDateStyle(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ style: string }>("select current_setting('DateStyle') as style")
  const style = rows[0]?.style ?? ''
  if (!style.startsWith('ISO'))
    throw settingError(
      `DATABASE_URL leads to a database that writes dates in the style ${style}: run alter role … set datestyle = 'ISO'.`,
    )
}

async function openClient(connection: pg.PoolConfig): Promise<pg.Client> {
  const client = createClient(connection)
  try {
    await client.connect()
  } catch (error) {
    if (codeOf(error) === 'ERR_SOCKET_BAD_PORT') throw unusableUrl(error)
    if (codeOf(error) === diskFullCode) throw error // callers explain it as they do for statements
    throw startupError(
      `The database${connection.connectionString ? ' of DATABASE_URL' : ''} cannot be reached (${codeOf(error) || 'no answer'}).`,
      error,
    )
  }
  return client
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
