import { createHash } from 'node:crypto'
import type { Endpoint } from '@loadping/contract/wire/endpoint'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../context.ts'
import { isLoopback } from '../loopback.ts'
import { findNetwork, limitedNetworksOf } from '../network.ts'
import { createWindowCounts, tooMany, type WindowCounts } from '../window-counts.ts'

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

const windowMs = 60_000

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

/** What counts calls: those with one key share a window of a minute. */
type Limit = {
  counts: WindowCounts
  keyOf: (request: FastifyRequest) => string
  maxOf: (request: FastifyRequest) => number
}

const perUser = (max: number): Limit => ({
  counts: createWindowCounts(),
  keyOf: ({ userId = '' }) => userId,
  maxOf: () => max,
})

const perAddress = (maxOf: (request: FastifyRequest) => number): Limit => ({
  counts: createWindowCounts(),
  keyOf: ({ ip }) => limitedNetworksOf(ip)[0] ?? ip,
  maxOf,
})

const perCredential = (): Limit => ({
  counts: createWindowCounts(),
  keyOf: (request) =>
    createHash('sha256')
      .update(`${request.routeOptions.url} ${credentialsIn(request)}`)
      .digest('base64'),
  maxOf: () => callsPerCredential,
})

/**
 * Limits calls per IP address (IPv6: per /64) or per user, counted in bounded memory per process. Requests for sign-in
 * emails have further limits of their own.
 */
export function registerRateLimits(
  app: FastifyInstance,
  { checksPerIp, templateChangesPerMinute, officeNetworks, signInRequestsPerOffice, exemptLoopback }: Limits,
): void {
  const isOffice = ({ ip }: FastifyRequest) => findNetwork(officeNetworks, ip) !== undefined
  const callsOf = (request: FastifyRequest) => (isOffice(request) ? publicCallsPerOffice : publicCallsPerMinute)
  const publicCalls = perAddress(callsOf)
  const limits: Record<NonNullable<FastifyContextConfig['limit']>, Limit> = {
    checks: perAddress((request) => (isOffice(request) ? signInRequestsPerOffice : checksPerIp)),
    public: publicCalls,
    callbacks: perAddress(callsOf), // each may ask a sign-in provider
    'sign-ins': publicCalls, // and those of the sign-in service
    'template-changes': perUser(templateChangesPerMinute),
    'load-changes': perUser(loadChangesPerMinute),
    exports: perUser(exportsPerMinute),
    'test-emails': perUser(testEmailsPerMinute),
    lookups: perUser(lookupsPerMinute),
    'domain-checks': perUser(domainChecksPerMinute),
    payments: perUser(paymentsPerMinute),
  }
  const credentials = perCredential()

  function count(request: FastifyRequest, reply: FastifyReply, { counts, keyOf, maxOf }: Limit, message?: string) {
    if (exemptLoopback && isLoopback(request.ip)) return
    const now = new Date()
    const endsAt = counts.add(keyOf(request), { max: maxOf(request), ms: windowMs, now })
    if (endsAt === undefined) return
    if (message === undefined) throw tooMany('Too many requests from your network.', { endsAt, now })
    reply.header('retry-after', Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000)))
    throw new Problem('too-many', message)
  }
  const messageForUser = ({ routeOptions: { config } }: FastifyRequest) => {
    return config.limit && perUserMessages[config.limit]
  }

  app.addHook('onRequest', async (request, reply) => {
    const { limit } = request.routeOptions.config
    if (limit && !messageForUser(request)) count(request, reply, limits[limit])
  })
  // After the caller is authorized and before the body is read.
  app.addHook('preParsing', async (request, reply) => {
    const { limit } = request.routeOptions.config
    const message = messageForUser(request)
    if (limit && message) count(request, reply, limits[limit], message)
  })
  // After the body is read, which may hold the credential.
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.limit === 'public' && credentialsIn(request) !== '')
      count(request, reply, credentials, 'Too many requests. Try again in a minute.')
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
