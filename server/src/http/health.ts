import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../context.ts'
import { migrations } from '../db/migrate.ts'
import { oldestDueSeconds } from '../emails/outbox.service.ts'

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
    const { rows } = await sql<{ count: number }>`select count(*) as count from migration`.execute(deps.db)
    if (rows[0]?.count !== migrations.length) throw new Problem('unavailable', 'The database is not at this version.')
    if ((await oldestDueSeconds(deps)) > outboxLimitSeconds) throw new Problem('unavailable', 'Mail is waiting.')
    return { status: 'ok' }
  })
}
