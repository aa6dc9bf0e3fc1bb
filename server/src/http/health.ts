import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'
import { isMigrated } from '../db/db.ts'
import { hasToken } from './metrics.ts'

/** A due job that waits longer means that the workers are stuck. */
const maxJobAgeSeconds = 15 * 60

/** Load balancers wait only a few seconds for a health check. */
const maxCheckMs = 2_000

export type Checks = {
  oldestJobAgeSeconds: () => Promise<number>
  isSendingPaused: () => Promise<boolean>
  /** Names what fails without keeping it from working. */
  listFailing: () => Promise<string[]>
}

/** How long a client that has just connected may take to ask, before a stop ends its connection. */
const maxSilenceMs = 500

/** Resolves once no client is connected, or after `maxMs`. */
async function waitUntilUnused({ server }: FastifyInstance, maxMs: number): Promise<void> {
  const deadline = performance.now() + maxMs
  const countConnections = promisify(server.getConnections.bind(server))
  while (performance.now() < deadline && (await countConnections()) > 0) await sleep(50)
}

/** Serves `/healthz` (the process responds) and `/readyz` (it can handle requests and is not shutting down). */
export function serveHealth(
  app: FastifyInstance,
  { db, isDiskFull, drainMs, metricsToken }: Pick<Deps, 'db' | 'isDiskFull' | 'drainMs' | 'metricsToken'>,
  { oldestJobAgeSeconds, isSendingPaused, listFailing }: Checks,
): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    if (drainMs === 0) return
    await waitUntilUnused(app, drainMs)
    // Node's close of an HTTP server resets a client that has just connected and not asked yet.
    Server.prototype.close.call(app.server)
    await waitUntilUnused(app, Math.min(drainMs, maxSilenceMs))
  })
  // A proxy that sends a request on a connection that we are closing gets no answer, and may not repeat it.
  app.addHook('onRequest', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })

  const check = async () => {
    if (await isDiskFull()) throw new Problem('unavailable', 'The disk is full.')
    if (!(await isMigrated(db))) throw new Problem('unavailable', "The database schema doesn't match this version.")
    if ((await oldestJobAgeSeconds()) > maxJobAgeSeconds && !(await isSendingPaused()))
      throw new Problem('unavailable', 'The email queue is over 15 minutes behind.')
  }
  // All callers wait for one check, so that a database that hangs loses one connection to it.
  let inFlight: Promise<void> | undefined
  const shareCheck = () => {
    inFlight ??= check().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
  const timeOut = async () => {
    await sleep(maxCheckMs, undefined, { ref: false })
    throw new Problem('unavailable', "The database doesn't respond.")
  }

  const health = { method: ['GET', 'HEAD'], schema: { hide: true } }
  app.route({ ...health, url: '/healthz', handler: () => ({ status: 'ok' }) })
  app.route({
    ...health,
    url: '/readyz',
    async handler(request) {
      if (isStopping) throw new Problem('unavailable', 'Shutting down.')
      await Promise.race([shareCheck(), timeOut()])
      if (!hasToken(request, metricsToken)) return { status: 'ok' }
      return { status: 'ok', failing: await Promise.race([listFailing(), timeOut()]) }
    },
  })
}
