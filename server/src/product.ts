import { join } from 'node:path'
import { standIns } from '@loadping/contract/extension-bridge'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { cannotStart, codeOf } from './cannot-start.ts'
import type { Config } from './config.ts'
import type { Deps } from './context.ts'
import { keptSecret } from './db/data-folder.ts'
import { createDb, createPool } from './db/db.ts'
import { openDatabase } from './db/open-database.ts'
import { startOutbox } from './emails/outbox.ts'
import { createIdentity } from './integrations/identity-providers.ts'
import { createRelay } from './integrations/mailbox-relay.ts'
import { createOwnMailboxes } from './integrations/own-mailboxes.ts'
import { startReturnServer } from './integrations/return-server.ts'
import { createKeys } from './keys.ts'
import { noteReport, takesReportsAt } from './returns/returns.service.ts'
import { startSweeping } from './sign-in/sweep.service.ts'
import { seedDemo } from './stand-ins/demo.ts'
import type { DemoAccount } from './stand-ins/demo-people.ts'
import { serveStandIns } from './stand-ins/dev-routes.ts'
import { type Inbox, startInbox } from './stand-ins/inbox.ts'

export type Product = {
  /** What a person at the terminal wants to know; the first line is `ready <address>`. */
  greeting: string[]
  /** Refuses new requests, answers those under way, lets hand-overs finish, and closes everything in order. */
  stop: () => Promise<void>
}

type Undo = (() => Promise<void> | void)[]

/** Starts everything a configuration asks for, and answers once requests are accepted; what was started before a failure is stopped again. */
export async function startProduct(config: Config): Promise<Product> {
  const undo: Undo = []
  const log = createLog(config)
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= undoAll(undo, log))
  try {
    return { greeting: await start(config, log, undo), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Closes what was opened, last first; a step that fails is logged, and the others still have their turn. */
async function undoAll(undo: Undo, log: Logger): Promise<void> {
  for (const step of undo.splice(0).reverse()) {
    await Promise.resolve()
      .then(step)
      .catch((error: unknown) => log.error({ err: error }, 'a part could not be closed'))
  }
}

async function start(config: Config, log: Logger, undo: Undo): Promise<string[]> {
  // Without its database the product ends, and whatever runs it starts both anew: crash-only.
  const { connection, folder, close } = await openDatabase(config, () => {
    log.fatal('the embedded PostgreSQL ended; LoadPing ends too')
    process.exit(1)
  })
  undo.push(close)
  const pool = createPool(connection)
  undo.push(() => pool.end())

  const inbox = config.smtpUrl || !folder ? undefined : await startInbox(join(folder.path, 'inbox'))
  if (inbox) undo.push(() => inbox.stop())

  const smtpUrl = config.smtpUrl ?? inPlaceOf('SMTP_URL', inbox).smtpUrl
  let wakeOutbox = () => {}
  const deps: Deps = {
    db: createDb(pool),
    keys: createKeys(config.authSecret ?? keptSecret(inPlaceOf('AUTH_SECRET', folder), 'auth')),
    now: () => new Date(),
    baseUrl: config.baseUrl,
    relay: createRelay(smtpUrl),
    ownMailboxes: createOwnMailboxes(config, inbox),
    identity: createIdentity(config),
    log,
    sending: config.sending,
    telemetry: config.telemetry,
    limits: config.limits,
    trustedProxies: config.trustedProxies,
    wakeOutbox: () => wakeOutbox(),
  }
  const demo = config.isProduction || config.databaseUrl || !folder ? [] : await seedDemo(deps, folder)

  const app = await buildApp(deps)
  if (!config.isProduction) serveStandIns(app, deps, { inbox, demo, smtpUrl, folder: folder && join(folder.path, 'providers') })
  const outbox = startOutbox(deps)
  wakeOutbox = outbox.wake
  undo.push(() => outbox.stop())
  undo.push(startSweeping(deps))
  if (config.returnPort !== undefined) {
    const returns = await startReturnServer(
      { host: config.host, port: config.returnPort },
      { isOurs: (address) => takesReportsAt(deps, address), note: (report) => noteReport(deps, report) },
    )
    undo.push(returns.stop)
  }
  undo.push(() => app.close())
  undo.push(() => void outbox.stop().catch(() => {})) // first of all, so that hand-overs end while the doors close; awaited in its place above
  return greet(config, await listen(app, config), { inbox, demo })
}

/** What stands in for a setting that was not given; `openDatabase` and the lines above see to it that there is one. */
function inPlaceOf<T>(setting: string, standIn: T | undefined): T {
  if (standIn === undefined) throw cannotStart(`${setting} is needed.`)
  return standIn
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') throw cannotStart(`Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another one.`)
    throw cannotStart(`LoadPing cannot listen on ${host}:${port} (${codeOf(error)}).`, error)
  }
}

/** JSON lines on standard error, without what must not be kept. */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino(
    { level: logLevel, base: null, redact: ['req', 'res', '*.authorization', '*.token', '*.accessToken', '*.refreshToken', '*.email'] },
    pino.destination({ fd: 2, sync: true }),
  )

function greet({ baseUrl }: Config, address: string, { inbox, demo }: { inbox: Inbox | undefined; demo: DemoAccount[] }): string[] {
  const extension = join(import.meta.dirname, '../../extension/dist/chrome')
  return [
    `ready ${address}`,
    ...demo.map(({ id, title }) => `  sign in as ${title}: ${baseUrl}${standIns.dev}sign-in/${id}`),
    ...(inbox ? [`  local inbox: ${baseUrl}${standIns.dev}inbox`, `  demo board: ${baseUrl}${standIns.demoBoard}dat-one`] : []),
    `  extension: open chrome://extensions, switch on Developer mode, Load unpacked: ${extension}`,
  ]
}
