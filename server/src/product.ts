import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { cannotStart, codeOf } from './cannot-start.ts'
import type { Config } from './config.ts'
import type { Deps } from './context.ts'
import { type DataFolder, keptSecret, takeDataFolder } from './db/data-folder.ts'
import { createDb, createPool } from './db/db.ts'
import { type EmbeddedDatabase, startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { startOutbox } from './emails/outbox.ts'
import { createRelay } from './integrations/mailbox-relay.ts'
import { createKeys } from './keys.ts'
import { demoAccounts, seedDemo } from './stand-ins/demo.ts'
import { serveStandIns } from './stand-ins/dev-routes.ts'
import { type Inbox, startInbox } from './stand-ins/inbox.ts'

export type Product = { address: string; greeting: string[]; stop: () => Promise<void> }

/** Starts everything a configuration asks for, and answers once requests are accepted; what was started before a failure is stopped again. */
export async function startProduct(config: Config): Promise<Product> {
  const log = createLog(config)
  const undo: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return await start(config, log, undo, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(config: Config, log: Logger, undo: (() => Promise<void> | void)[], stop: () => Promise<void>): Promise<Product> {
  const needsFolder = !(config.databaseUrl && config.authSecret && config.smtpUrl)
  const folder = needsFolder ? takeDataFolder(config.dataDir) : undefined
  if (folder) undo.push(() => folder.release())

  const connection = await openDatabase(config, folder, log, undo)
  const pool = createPool(connection)
  undo.push(() => pool.end())

  const inbox = config.smtpUrl || !folder ? undefined : await startInbox(join(folder.path, 'inbox'))
  if (inbox) undo.push(() => inbox.stop())

  let wakeOutbox = () => {}
  const deps: Deps = {
    db: createDb(pool),
    keys: createKeys(config.authSecret ?? (folder ? keptSecret(folder, 'auth') : '')),
    now: () => new Date(),
    baseUrl: config.baseUrl,
    relay: createRelay(config.smtpUrl ?? inbox?.smtpUrl ?? ''),
    log,
    wakeOutbox: () => wakeOutbox(),
  }
  const hasDemo = !config.isProduction && !config.databaseUrl
  if (hasDemo) await seedDemo(deps)

  const app = await buildApp(deps)
  if (!config.isProduction) serveStandIns(app, deps, inbox)
  undo.push(() => app.close())
  const address = await listen(app, config)

  const outbox = startOutbox(deps)
  wakeOutbox = outbox.wake
  undo.push(() => outbox.stop())
  return { address, greeting: greet(config, address, { inbox, hasDemo }), stop }
}

/** The database that the configuration names, else our own; at the schema of this version. */
async function openDatabase(config: Config, folder: DataFolder | undefined, log: Logger, undo: (() => Promise<void> | void)[]): Promise<pg.PoolConfig> {
  const embedded = config.databaseUrl || !folder ? undefined : await startEmbedded(folder)
  if (embedded) {
    undo.push(() => embedded.stop())
    exitWhenLost(embedded, log, undo)
  }
  const connection: pg.PoolConfig = embedded ? embedded.connection : { connectionString: config.databaseUrl }
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    throw cannotStart(`The database of DATABASE_URL cannot be reached (${codeOf(error) || 'no answer'}).`, error)
  }
  try {
    await migrate(client)
  } finally {
    await client.end()
  }
  return connection
}

/** Without its database the product ends, and whatever runs it starts both anew: crash-only. */
function exitWhenLost(embedded: EmbeddedDatabase, log: Logger, undo: unknown[]): void {
  void embedded.lost.then(() => {
    if (undo.length === 0) return
    log.fatal('the embedded PostgreSQL ended; LoadPing ends too')
    process.exit(1)
  })
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') throw cannotStart(`Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another one.`)
    throw cannotStart(`LoadPing cannot listen on ${host}:${port} (${codeOf(error)}).`, error)
  }
}

function createLog({ logLevel }: Config): Logger {
  return pino(
    { level: logLevel, base: null, redact: ['req', 'res', '*.authorization', '*.token', '*.accessToken', '*.refreshToken', '*.email'] },
    pino.destination({ fd: 2, sync: true }),
  )
}

function greet({ baseUrl }: Config, address: string, { inbox, hasDemo }: { inbox: Inbox | undefined; hasDemo: boolean }): string[] {
  const extension = join(import.meta.dirname, '../../extension/dist/chrome')
  return [
    `ready ${address}`,
    ...(hasDemo ? demoAccounts.map(({ id, title }) => `  sign in as ${title}: ${baseUrl}/dev/sign-in/${id}`) : []),
    ...(inbox ? [`  local inbox: ${baseUrl}/dev/inbox`, `  demo board: ${baseUrl}/demo-board/dat-one`] : []),
    `  extension: open chrome://extensions, switch on Developer mode, Load unpacked: ${extension}`,
  ]
}
