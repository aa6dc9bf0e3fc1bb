import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nameInstallation } from '@loadping/contract/brand'
import type { FastifyInstance } from 'fastify'
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { deleteDueAccounts } from './account-deletion/final-deletion.service.ts'
import { hasAccounts } from './accounts/accounts.service.ts'
import { createAdmission, watchLoop } from './admission.ts'
import { queueWeeklySummaries } from './analytics/weekly-summary.service.ts'
import { buildApp } from './app.ts'
import { claimBackupFolder } from './backups/backup-folder.service.ts'
import { backUpNightly } from './backups/nightly-backup.ts'
import { sweepBilling } from './billing/sync.service.ts'
import { isBounceAddress, recordBounce } from './bounces/bounces.service.ts'
import {
  createIdentityProviders,
  createMailSenders,
  createPayments,
  createReferenceServices,
  readExtensionKey,
} from './choose-integrations.ts'
import type { Config } from './config.ts'
import type { Deps } from './context.ts'
import { readOrCreateSecret } from './db/data-folder.ts'
import { createDb, createPool, leaseLimits, lookLimits, requestLimits } from './db/db.ts'
import { createMachines, readCluster } from './db/machines.ts'
import { oldestSnapshotSeconds } from './db/oldest-snapshot.ts'
import { openDatabase } from './db/open-database.ts'
import { endSlow, type Running } from './db/prepared-statements.ts'
import { holdAfterCopy, tellHeld } from './delivery/held.service.ts'
import { seedDemo } from './demo/demo.ts'
import { deleteOldTexts } from './emails/email-texts.service.ts'
import { refreshFuelPrices } from './fuel/fuel.service.ts'
import { findPassedSocket } from './http/passed-socket.ts'
import { lookAtFigures } from './installation/figures.service.ts'
import { lookAtKeys } from './installation/installation.service.ts'
import { createRelayWatch, type RelayWatch } from './installation/relay-watch.service.ts'
import { type BounceReport, startBounceServer } from './integrations/bounce-server.ts'
import { readDkimKey } from './integrations/dkim.ts'
import { createMailHosts } from './integrations/mail-hosts.ts'
import { createRelay, parseSmtpUrl } from './integrations/mailbox-relay.ts'
import { tryLogin } from './integrations/smtp-delivery.ts'
import { createTextRecords } from './integrations/text-records.ts'
import { jobKinds } from './job-kinds.ts'
import { startWorkers } from './jobs/worker.ts'
import { openKeys, requireKey, type Secrets } from './key-ring/key-ring.service.ts'
import { createLog } from './log.ts'
import { applyRelaySetting } from './mailboxes/mailboxes.service.ts'
import { queuePasswordLoginEmails } from './mailboxes/password-login-email.ts'
import { queueDueNotifications } from './notifications/due-notifications.service.ts'
import { createObserved } from './observed.ts'
import { startCleanup } from './operations/cleanup.service.ts'
import { removeOldData } from './operations/old-data.service.ts'
import { hourMs, minuteMs, startPeriodic } from './operations/periodic.ts'
import { lookAtSnapshots } from './operations/snapshot-watch.service.ts'
import { serveStandIns } from './stand-ins/dev-routes.ts'
import { createDevSecret } from './stand-ins/dev-secret.ts'
import { startInbox } from './stand-ins/inbox.ts'
import { codeOf, exitCodeOf, settingError, startupError } from './startup-error.ts'
import { createRequestTurns } from './turns.ts'
import { createWindowCounts } from './window-counts.ts'

export type Product = {
  /** The lines to print at startup; the first is `ready <address>`. */
  startupMessage: string[]
  /** Finishes running requests and deliveries, then closes everything in order. */
  stop: () => Promise<void>
}

type Cleanup = (() => Promise<void> | void)[]

/** Starts the server and resolves once it accepts requests. On failure, stops whatever was started. */
export async function startProduct(config: Config, log = createLog(config)): Promise<Product> {
  const cleanup: Cleanup = []
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= runCleanup(cleanup, log))
  try {
    nameInstallation(config.installation)
    return { startupMessage: await start(config, log, cleanup), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs the cleanup steps in reverse order. A failing step is logged and does not stop the others. */
async function runCleanup(cleanup: Cleanup, log: Logger): Promise<void> {
  for (const step of cleanup.splice(0).reverse()) {
    await Promise.resolve()
      .then(step)
      .catch((error: unknown) => log.error({ err: error }, 'shutdown step failed'))
  }
}

/** Opens the database, and the keys of what it has encrypted. */
async function openData(config: Config, { log, observed }: Pick<Deps, 'log' | 'observed'>, cleanup: Cleanup) {
  // Crash-only: without its database the server exits, and the process manager restarts both.
  const { connection, folder, clusterFolder, isDiskFull, close } = await openDatabase(config, {
    check: (client, locked) => requireKey(client, secretsOf(config, locked)),
    onLost(reason) {
      log.fatal({ reason }, 'embedded PostgreSQL exited; exiting')
      process.exit(1)
    },
  })
  cleanup.push(close)
  const pool = createPool({ ...connection, ...requestLimits })
  cleanup.push(() => pool.end())
  const running: Running = new Map()
  const onWaited = (seconds: number) => observed.databaseWaits.observe({ what: 'call' }, seconds)
  const db = createDb(pool, { running, onWaited })
  const leasePool = createPool({ ...connection, ...leaseLimits })
  cleanup.push(() => leasePool.end())
  const looks = {
    own: createPool({ ...connection, ...lookLimits }),
    ofSilent: createPool({ ...connection, ...lookLimits }),
  }
  cleanup.push(async () => void (await Promise.all([looks.own.end(), looks.ofSilent.end()])))
  const machines = createMachines(readCluster(db, { own: createDb(looks.own), ofSilent: createDb(looks.ofSilent) }), {
    log,
    endSlow: () => endSlow(running, maxHangMs),
  })
  const keys = await openKeys({ db }, secretsOf(config, folder), () => hasAccounts({ db }))
  const leaseDb = createDb(leasePool)
  const data = { db, leaseDb, machines, keys, countConnections: () => countOf(pool), isDiskFull }
  return { data, connection, folder, clusterFolder }
}

/** How long statements may run while a machine of the database does not answer. */
const maxHangMs = 2_000

/** Opens the operator's mail server, and watches whether it works. */
function openRelay({ heloName, dkim }: Config, smtpUrl: string, watching: Pick<Deps, 'observed' | 'log' | 'now'>) {
  const endpoint = parseSmtpUrl(smtpUrl, heloName)
  const relayWatch = createRelayWatch(watching, () => tryLogin(endpoint))
  return { relay: relayWatch.watch(createRelay(smtpUrl, { heloName, dkim: readDkimKey(dkim) })), relayWatch }
}

/** Creates what keeps requests from waiting for too many others. */
function boundRequests({ countConnections, observed }: Pick<Deps, 'countConnections' | 'observed'>) {
  const countCalls = () => {
    const { open, idle, waiting } = countConnections()
    return open - idle + waiting
  }
  const onWaited = (seconds: number) => observed.databaseWaits.observe({ what: 'request' }, seconds)
  const admission = createAdmission(countCalls, onWaited)
  return { admission, turns: createRequestTurns(), signInCounts: createWindowCounts() }
}

const now = () => new Date()

async function start(config: Config, log: Logger, cleanup: Cleanup): Promise<string[]> {
  const observed = createObserved(now())
  const { data, connection, folder, clusterFolder } = await openData(config, { log, observed }, cleanup)

  const devSecret = config.isProduction ? undefined : createDevSecret(folder)
  const inbox = config.smtpUrl || !folder ? undefined : await startInbox(join(folder.path, 'inbox'))
  if (inbox) cleanup.push(() => inbox.stop())

  const smtpUrl = config.smtpUrl ?? requireStandIn('SMTP_URL', inbox).smtpUrl
  let wakeJobs: Deps['wakeJobs'] = () => {}
  const { relay, relayWatch } = openRelay(config, smtpUrl, { observed, log, now })
  const deps: Deps = {
    ...data,
    now,
    baseUrl: config.baseUrl,
    apiHosts: config.installation.hosts ?? [],
    extension: readExtensionKey(config.extension),
    relay,
    mailSenders: createMailSenders(config, inbox, devSecret),
    identity: createIdentityProviders(config, devSecret),
    findTextRecords: createTextRecords(),
    findMailHosts: createMailHosts(),
    ...createReferenceServices(config, log),
    payments: createPayments(config, devSecret),
    defaultPlan: config.billing.kind === 'off' ? config.billing.defaultPlan : undefined,
    signUp: config.signUp,
    administrators: config.administrators,
    log,
    sendSettings: config.sendSettings,
    retention: config.retention,
    telemetry: config.telemetry,
    tileServer: config.tileServer,
    limits: config.limits,
    ...boundRequests({ ...data, observed }),
    trustedProxies: config.trustedProxies,
    wakeJobs: (kind, at) => wakeJobs(kind, at),
    drainMs: config.isProduction ? 2_000 : 0,
    backupFolder: config.backups?.folder ?? null,
    observed,
    metricsToken: config.metricsToken,
  }
  const hasDemo = !config.isProduction && !config.databaseUrl
  const demo = hasDemo && folder ? await seedDemo(deps, folder, { hasInbox: inbox !== undefined }) : []

  await applyRelaySetting(deps)
  await holdAfterCopy(deps, clusterFolder)
  await tellHeld(deps)
  const app = await buildApp(deps)
  const providers = folder && join(folder.path, 'providers')
  const links =
    devSecret === undefined
      ? []
      : serveStandIns(app, deps, { inbox, demo, smtpUrl, folder: providers, secret: devSecret })
  const workers = startWorkers(log, jobKinds(deps))
  wakeJobs = workers.wake
  cleanup.push(() => workers.stop())
  cleanup.push(...startPeriodicWork(deps, { clusterFolder, relayWatch }))
  cleanup.push(...(await startBackups(deps, config, connection)))
  cleanup.push(...(await receiveBounces(deps, config)))
  cleanup.push(watchLoop(deps.admission), () => app.close()) // what it does before it answers is no overload
  cleanup.push(() => void workers.stop().catch(() => {})) // first, so that deliveries end while the server closes; awaited above
  return startupMessage(await openApp(app, config), links)
}

/** Accepts requests at the address, or on the socket that a service manager passes. Returns the address. */
function openApp(app: FastifyInstance, { host, port }: Listening): Promise<string> {
  const passed = { host, fd: findPassedSocket(process.env) }
  return listen({ host, port, setting: 'PORT' }, (at) => app.listen(passed.fd === undefined ? at : passed))
}

/** Returns functions that stop it, and a backup that is being made. Throws if another installation's backups are there. */
async function startBackups(deps: Deps, { backups }: Config, connection: PoolConfig): Promise<Cleanup> {
  if (backups === null) return []
  await claimBackupFolder(deps, backups.folder).catch((error: unknown) => {
    if (exitCodeOf(error) === 78) throw error // all else is said as a failed backup
  })
  const stopping = new AbortController()
  const work = () => backUpNightly(deps, { ...backups, connection, signal: stopping.signal })
  return [startPeriodic(deps, 'nightly backup', { everyMs: 10 * minuteMs, work }), () => stopping.abort()]
}

/** Returns functions that stop it. */
async function receiveBounces(deps: Deps, { host, bouncePort: port }: Config): Promise<Cleanup> {
  if (port === undefined) return []
  const receiver = {
    isBounceAddress: (address: string) => isBounceAddress(deps, address),
    record: (report: BounceReport) => recordBounce(deps, report),
  }
  const server = await listen({ host, port, setting: 'BOUNCE_PORT' }, (where) => startBounceServer(where, receiver))
  return [server.stop]
}

/** Returns functions that stop it after the rows that are being removed, and not after all. */
function removeByAge(deps: Deps): Cleanup {
  const stopping = new AbortController()
  const everyMs = 24 * hourMs
  return [
    startPeriodic(deps, 'deletion of old texts', { everyMs, work: () => deleteOldTexts(deps, stopping.signal) }),
    startPeriodic(deps, 'removal of old loads and contacts', {
      everyMs,
      work: () => removeOldData(deps, stopping.signal),
    }),
    () => stopping.abort(),
  ]
}

type Watched = { clusterFolder: string | null; relayWatch: RelayWatch }

/** Returns a function that stops it without waiting: a look changes nothing, and may wait long for an answer. */
function watchMailServer(deps: Deps, relayWatch: RelayWatch) {
  const stop = startPeriodic(deps, 'look at the mail server', { everyMs: 2_000, work: relayWatch.look })
  return () => {
    relayWatch.stop()
    void stop()
  }
}

const startPeriodicWork = (deps: Deps, { clusterFolder, relayWatch }: Watched) => [
  ...removeByAge(deps),
  startCleanup(deps),
  startPeriodic(deps, 'look at the machines', { everyMs: 1_000, work: deps.machines.look }),
  startPeriodic(deps, 'look for old snapshots', {
    everyMs: 30_000,
    work: () => lookAtSnapshots(deps, () => oldestSnapshotSeconds(deps.db)),
  }),
  startPeriodic(deps, 'deletion of accounts', { everyMs: minuteMs, work: () => deleteDueAccounts(deps) }),
  startPeriodic(deps, 'comparison with Stripe', { everyMs: hourMs, work: () => sweepBilling(deps) }),
  startPeriodic(deps, 'refresh of fuel prices', { everyMs: hourMs, work: () => refreshFuelPrices(deps) }),
  startPeriodic(deps, 'queueing of weekly summaries', { everyMs: minuteMs, work: () => queueWeeklySummaries(deps) }),
  // Also after a reconnection, which may have led to another database. Nothing is sent before it noticed that.
  startPeriodic(deps, 'look for a copy', { everyMs: 2_000, work: () => holdAfterCopy(deps, clusterFolder) }),
  watchMailServer(deps, relayWatch),
  startPeriodic(deps, 'look at the figures', { everyMs: minuteMs, work: () => lookAtFigures(deps) }),
  startPeriodic(deps, 'look at the keys', { everyMs: hourMs, work: () => lookAtKeys(deps) }),
  startPeriodic(deps, 'queueing of notifications', { everyMs: minuteMs, work: () => queueDueNotifications(deps) }),
  startPeriodic(deps, 'queueing of password notices', { everyMs: hourMs, work: () => queuePasswordLoginEmails(deps) }),
]

const countOf = ({ totalCount, idleCount, waitingCount }: ReturnType<typeof createPool>) => ({
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})

const secretsOf = (config: Config, folder: { path: string } | undefined): Secrets => ({
  secret: config.authSecret ?? readOrCreateSecret(requireStandIn('AUTH_SECRET', folder), 'auth'),
  others: config.otherAuthSecrets,
})

/** Returns the stand-in for a missing setting, which non-production configurations always have. */
function requireStandIn<T>(setting: string, standIn: T | undefined): T {
  if (standIn === undefined) throw startupError(`${setting} is required.`)
  return standIn
}

type Listening = { host: string; port: number }

/** Starts to listen. On failure, the error names the setting to change. */
async function listen<T>(
  { host, port, setting }: Listening & { setting: 'PORT' | 'BOUNCE_PORT' },
  start: (at: Listening) => Promise<T>,
): Promise<T> {
  try {
    return await start({ host, port })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      throw startupError(`Port ${port} on ${host} is in use. Stop the other program or set a different ${setting}.`)
    if (code === 'EACCES') throw settingError(`This user may not listen on ${setting}. Set one above 1023.`, error)
    if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) throw settingError('HOST cannot be resolved.', error)
    if (/^(EADDRNOTAVAIL|EINVAL)$/.test(code)) throw settingError('HOST is not an address of this machine.', error)
    throw startupError(`The server cannot listen on HOST and ${setting} (${code}).`, error)
  }
}

function startupMessage(address: string, links: string[]): string[] {
  const extension = join(import.meta.dirname, '../../extension/dist/chrome')
  const source = existsSync(extension) ? extension : `the zip of ${address}/extension, unpacked`
  return [
    `ready ${address}`,
    ...links,
    `  extension: open chrome://extensions, turn on Developer mode, Load unpacked: ${source}`,
  ]
}
