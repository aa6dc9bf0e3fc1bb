import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'
import { isMigrated } from '../db/db.ts'

/** A due job that waits longer means that the workers are stuck. */
const maxJobAgeSeconds = 15 * 60

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

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (isStopping) throw new Problem('unavailable', 'Shutting down.')
    if (!(await isMigrated(db))) throw new Problem('unavailable', "The database schema doesn't match this version.")
    if ((await oldestJobAgeSeconds()) > maxJobAgeSeconds && !(await isSendingPaused()))
      throw new Problem('unavailable', 'The email queue is over 15 minutes behind.')
    return { status: 'ok' }
  })
}
