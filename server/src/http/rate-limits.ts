import { createHash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { Endpoint } from '@loadping/contract/wire/endpoint'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../context.ts'
import { isLoopback } from '../loopback.ts'
import { findNetwork } from '../network.ts'
import { tooMany } from '../window-counts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit that this route shares with all others that name it. */
    limit?: Endpoint['limit'] | 'public' | 'callbacks'
  }
  interface FastifyRequest {
    /** The caller, once authorized. */
    userId?: string
  }
}

/** Per IP address, for calls without an account that have no lower limit; an office is behind one address. */
const publicCallsPerMinute = 600
/** The same for a network of `OFFICE_NETWORKS`: all of an office open their dashboards at once. */
const publicCallsPerOffice = 6_000
/** Per endpoint, and token, code or link that it was called with: more than a browser with many tabs needs. */
const callsPerCredential = 60
/** Per user. One call changes 500 loads at most. */
const loadChangesPerMinute = 120
/** Per user. A long export keeps the server busy for a second. */
const exportsPerMinute = 5
/** Per user. */
const testEmailsPerMinute = 5
/** Per user: places and distances, which an outside service may answer. */
const lookupsPerMinute = 300
/** Per user. Each asks name servers. */
const domainChecksPerMinute = 10
/** Per user. Each asks Stripe several times, which answers 100 requests a second for all users. */
const paymentsPerMinute = 30

const tooManyChanges = 'Too many changes at once. Try again in a minute.'
const perUserMessages: Partial<Record<NonNullable<FastifyContextConfig['limit']>, string>> = {
  'template-changes': tooManyChanges,
  'load-changes': tooManyChanges,
  exports: "You're exporting too often. Try again in a minute.",
  'test-emails': "You're testing too often. Try again in a minute.",
  lookups: "You're searching too often. Try again in a minute.",
  'domain-checks': "You're checking too often. Try again in a minute.",
  payments: 'Too many questions to Stripe. Try again in a minute.',
}

/**
 * Limits calls per IP address (IPv6: per /64) or per user, counted in bounded memory per process. Requests for sign-in
 * emails have further limits of their own.
 */
export async function registerRateLimits(
  app: FastifyInstance,
  { checksPerIp, templateChangesPerMinute, officeNetworks, signInRequestsPerOffice, exemptLoopback }: Limits,
): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 50_000, ipv6Subnet: 64 })
  const isOffice = (ip: string) => findNetwork(officeNetworks, ip) !== undefined
  const perUser = { timeWindow: 60_000, keyGenerator: ({ userId = '' }: FastifyRequest) => userId }
  const perCredential = app.createRateLimit({
    max: callsPerCredential,
    timeWindow: 60_000,
    keyGenerator: (request) =>
      createHash('sha256')
        .update(`${request.routeOptions.url} ${credentialsIn(request)}`)
        .digest('base64'),
  })
  const perNetwork = {
    max: ({ ip }: FastifyRequest) => (isOffice(ip) ? publicCallsPerOffice : publicCallsPerMinute),
    timeWindow: 60_000,
  }
  const publicCalls = [app.createRateLimit(perNetwork)]
  const counters = {
    checks: [
      app.createRateLimit({
        max: ({ ip }) => (isOffice(ip) ? signInRequestsPerOffice : checksPerIp),
        timeWindow: 60_000,
      }),
    ],
    public: publicCalls,
    callbacks: [app.createRateLimit(perNetwork)], // each may ask a sign-in provider
    'sign-ins': publicCalls, // and those of the sign-in service
    'template-changes': [app.createRateLimit({ ...perUser, max: templateChangesPerMinute })],
    'load-changes': [app.createRateLimit({ ...perUser, max: loadChangesPerMinute })],
    exports: [app.createRateLimit({ ...perUser, max: exportsPerMinute })],
    'test-emails': [app.createRateLimit({ ...perUser, max: testEmailsPerMinute })],
    lookups: [app.createRateLimit({ ...perUser, max: lookupsPerMinute })],
    'domain-checks': [app.createRateLimit({ ...perUser, max: domainChecksPerMinute })],
    payments: [app.createRateLimit({ ...perUser, max: paymentsPerMinute })],
  }

  async function count(
    request: FastifyRequest,
    reply: FastifyReply,
    message?: string,
    limits?: [typeof perCredential],
  ) {
    const { limit } = request.routeOptions.config
    if (!limit || (exemptLoopback && isLoopback(request.ip))) return
    for (const countRequest of limits ?? counters[limit]) {
      const counted = await countRequest(request)
      if (counted.isAllowed || !counted.isExceeded) continue
      reply.header('retry-after', counted.ttlInSeconds)
      const now = new Date()
      const endsAt = new Date(now.getTime() + counted.ttlInSeconds * 1_000)
      if (message === undefined) throw tooMany('Too many requests from your network.', { endsAt, now })
      throw new Problem('too-many', message)
    }
  }
  const messageForUser = ({ routeOptions: { config } }: FastifyRequest) => {
    return config.limit && perUserMessages[config.limit]
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!messageForUser(request)) await count(request, reply)
  })
  // After the caller is authorized and before the body is read.
  app.addHook('preParsing', async (request, reply) => {
    const message = messageForUser(request)
    if (message) await count(request, reply, message)
  })
  // After the body is read, which may hold the credential.
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.limit === 'public' && credentialsIn(request) !== '')
      await count(request, reply, 'Too many requests. Try again in a minute.', [perCredential])
  })
}

/**
 * Returns what a public call proves itself by, or an empty text. The whole proof: one address alone could be used up by
 * strangers. Raw bytes are a webhook, which its signature proves; to write them as JSON would take a tenth of a second.
 */
const credentialsIn = ({ headers, query, body }: FastifyRequest): string =>
  [headers.authorization, Object(query).refreshToken, !Buffer.isBuffer(body) && body && JSON.stringify(body)]
    .filter(Boolean)
    .join(' ')
