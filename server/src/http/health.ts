import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'
import { isMigrated } from '../db/db.ts'

/** A due job that waits longer means that the workers are stuck. */
const maxJobAgeSeconds = 15 * 60

export type QueueChecks = { oldestJobAgeSeconds: () => Promise<number>; isSendingPaused: () => Promise<boolean> }

/** `/healthz`: the process answers. `/readyz`: it can do its work, and is not on its way out. */
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
    if (isStopping) throw new Problem('unavailable', 'Stopping.')
    if (!(await isMigrated(db))) throw new Problem('unavailable', 'The database is not at this version.')
    if ((await oldestJobAgeSeconds()) > maxJobAgeSeconds && !(await isSendingPaused()))
      throw new Problem('unavailable', 'Mail is waiting.')
    return { status: 'ok' }
  })
}
