import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'
import { isMigrated } from '../db/db.ts'
import { oldestJobAgeSeconds } from '../emails/outbox.service.ts'
import { isSendingPaused } from '../operations/kill-switches.service.ts'

/** Due mail that waits longer says that the outbox stands still. */
const outboxLimitSeconds = 15 * 60

/** `/healthz`: the process answers. `/readyz`: it can do its work, and is not on its way out. */
export function serveHealth(app: FastifyInstance, deps: Deps): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (isStopping) throw new Problem('unavailable', 'Stopping.')
    if (!(await isMigrated(deps.db))) throw new Problem('unavailable', 'The database is not at this version.')
    if ((await oldestJobAgeSeconds(deps)) > outboxLimitSeconds && !(await isSendingPaused(deps)))
      throw new Problem('unavailable', 'Mail is waiting.')
    return { status: 'ok' }
  })
}
