import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { Endpoint } from '@loadping/contract/endpoint'
import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance } from 'fastify'
import type { Limits } from '../context.ts'

/** Counts calls per IP address (IPv6: per /64) in a memory that is bounded; each process counts for itself. */
export async function limitCalls(app: FastifyInstance, { sparesLoopback }: Limits): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    cache: 50_000,
    ipv6Subnet: 64,
    allowList: ({ ip }) => sparesLoopback && isLoopback(ip),
    errorResponseBuilder: () => new Problem('too-many', 'Too many requests from your network. Try again later.'),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}

/** How often an endpoint may be called from one address; nothing for most. */
export function limitOf({ limit }: Endpoint, limits: Limits): { rateLimit?: RateLimitOptions } {
  if (!limit) return {}
  return { rateLimit: limit === 'checks' ? { max: limits.checksPerIp, timeWindow: 60_000 } : { max: limits.signInsPerIp, timeWindow: 15 * 60_000 } }
}

/** Whether an address is this machine's own. */
export const isLoopback = (ip: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(ip)
