import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'
import { isMigrated } from '../db/db.ts'

/** A due job that waits longer means that the workers are stuck. */
const maxJobAgeSeconds = 15 * 60

/** Load balancers wait only a few seconds for a health check. */
const maxCheckMs = 2_000

export type QueueChecks = { oldestJobAgeSeconds: () => Promise<number>; isSendingPaused: () => Promise<boolean> }

/** Serves `/healthz` (the process responds) and `/readyz` (it can handle requests and is not shutting down). */
export function serveHealth(
  app: FastifyInstance,
  { db }: Pick<Deps, 'db'>,
  { oldestJobAgeSeconds, isSendingPaused }: QueueChecks,
): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })

  const check = async () => {
    if (isStopping) throw new Problem('unavailable', 'Shutting down.')
    if (!(await isMigrated(db))) throw new Problem('unavailable', "The database schema doesn't match this version.")
    if ((await oldestJobAgeSeconds()) > maxJobAgeSeconds && !(await isSendingPaused()))
      throw new Problem('unavailable', 'The email queue is over 15 minutes behind.')
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
    async handler() {
      await Promise.race([check(), timeOut()])
      return { status: 'ok' }
    },
  })
}
