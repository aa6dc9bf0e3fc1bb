import rateLimit from '@fastify/rate-limit'
import type { Endpoint } from '@loadping/contract/endpoint'
import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance } from 'fastify'
import type { Limits } from '../context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which of the limits this route counts against, together with all others that name it. */
    limit?: Endpoint['limit']
  }
}

/** Counts calls of limited routes per IP address (IPv6: per /64) in a memory that is bounded; each process counts for itself. */
export async function registerRateLimits(
  app: FastifyInstance,
  { signInsPerIp, checksPerIp, exemptLoopback: sparesLoopback }: Limits,
): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 50_000, ipv6Subnet: 64 })
  const counters = {
    'sign-ins': app.createRateLimit({ max: signInsPerIp, timeWindow: 15 * 60_000 }),
    checks: app.createRateLimit({ max: checksPerIp, timeWindow: 60_000 }),
  }

  app.addHook('onRequest', async (request, reply) => {
    const { limit } = request.routeOptions.config
    if (!limit || (sparesLoopback && isLoopback(request.ip))) return
    const count = await counters[limit](request)
    if (count.isAllowed || !count.isExceeded) return
    reply.header('retry-after', count.ttlInSeconds)
    throw new Problem('too-many', 'Too many requests from your network. Try again later.')
  })
}

/** Whether an address is this machine's own. */
export const isLoopback = (ip: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(ip)
