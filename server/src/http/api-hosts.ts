import { leftOutHeader } from '@loadping/contract/wire/left-out'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'

/** What the dashboard sends and reads beside what every page may. */
const headers = {
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, inquiry-age',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-expose-headers': `content-disposition, date, retry-after, ${leftOutHeader}`,
  'access-control-max-age': '7200',
}

/** Lets the dashboard, and no other page, call parts of the API that have hosts of their own. */
export function allowDashboard(app: FastifyInstance, { baseUrl, apiHosts }: Pick<Deps, 'baseUrl' | 'apiHosts'>): void {
  if (apiHosts.length === 0) return
  const dashboard = new URL(baseUrl).origin
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin')
    if (request.headers.origin !== dashboard) return
    reply.headers({ 'access-control-allow-origin': dashboard, ...headers })
    if (request.method === 'OPTIONS') return reply.code(204).send()
  })
}
