import rateLimit from '@fastify/rate-limit'
import type { Endpoint } from '@loadping/contract/endpoint'
import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance } from 'fastify'
import type { Limits } from '../context.ts'
import { isLoopback } from '../loopback.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit that this route shares with all others that name it. */
    limit?: Endpoint['limit']
  }
}

/** Limits calls per IP address (IPv6: per /64), counted in bounded memory per process. */
export async function registerRateLimits(
  app: FastifyInstance,
  { signInRequestsPerIp, checksPerIp, exemptLoopback }: Limits,
): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 50_000, ipv6Subnet: 64 })
  const counters = {
    'sign-ins': app.createRateLimit({ max: signInRequestsPerIp, timeWindow: 15 * 60_000 }),
    checks: app.createRateLimit({ max: checksPerIp, timeWindow: 60_000 }),
  }

  app.addHook('onRequest', async (request, reply) => {
    const { limit } = request.routeOptions.config
    if (!limit || (exemptLoopback && isLoopback(request.ip))) return
    const count = await counters[limit](request)
    if (count.isAllowed || !count.isExceeded) return
    reply.header('retry-after', count.ttlInSeconds)
    throw new Problem('too-many', 'Too many requests from your network. Try again later.')
  })
}
