import compress from '@fastify/compress'
import { Problem } from '@loadping/contract/problem'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { config, locales } from 'zod/mini'
import { hasFeature } from './billing/billing.service.ts'
import type { Deps } from './context.ts'
import { emailsRoutes } from './emails/emails.routes.ts'
import { extensionRoutes } from './extension/extension.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import type { CallerChecks } from './http/authorize.ts'
import { collectCspReports } from './http/csp-reports.ts'
import { serveHealth } from './http/health.ts'
import type { Feature } from './http/implement.ts'
import { serveOpenApi } from './http/openapi.ts'
import { handleMalformedRequest, registerErrorHandler } from './http/problems.ts'
import { registerRateLimits } from './http/rate-limits.ts'
import { refuseWhileReadOnly } from './http/read-only.ts'
import { createSecure } from './http/security-headers.ts'
import { readStrictJson } from './http/strict-json.ts'
import { serveWebApp } from './http/web-app.ts'
import { oldestJobAgeSeconds } from './jobs/job-queue.ts'
import { isOff, isSendingPaused } from './kill-switches/kill-switches.service.ts'
import { mailboxesRoutes } from './mailboxes/mailboxes.routes.ts'
import { meRoutes } from './me/me.routes.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { findCaller } from './sessions/sessions.service.ts'
import { serveOAuth } from './sign-in/oauth.routes.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { serveUnsubscribe } from './suppression/unsubscribe.routes.ts'
import { teamRoutes } from './team/team.routes.ts'
import { telemetryRoutes } from './telemetry/telemetry.routes.ts'
import { templatesRoutes } from './templates/templates.routes.ts'

/** Every feature that answers calls. */
const features: Feature[] = [
  signInRoutes,
  sessionsRoutes,
  meRoutes,
  templatesRoutes,
  emailsRoutes,
  mailboxesRoutes,
  homeRoutes,
  extensionRoutes,
  teamRoutes,
  telemetryRoutes,
]

/** What signs people in, and keeps and ends sessions. */
const allowedWhileReadOnly = [signInRoutes, sessionsRoutes, extensionRoutes]

/** How http/ identifies callers. */
export const callerChecks: CallerChecks = { resolveCaller: findCaller, hasFeature }

const bodyLimit = 256 * 1024

config(locales.en()) // refusals in words; browsers go without the sentences

/** The whole product behind one origin, ready to listen or to be called in a test; `dashboard` is the folder of the built one. */
export async function buildApp(deps: Deps, dashboard?: string): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log
  const secure = createSecure(deps.telemetry)
  const app = Fastify({
    loggerInstance,
    bodyLimit,
    trustProxy: deps.trustedProxies.length > 0 && deps.trustedProxies,
    routerOptions: { maxParamLength: 1_000 },
    exposeHeadRoutes: false, // a HEAD would run the handler, and a GET that rotates tokens must not run unseen
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false, // while it stops, what still comes in is served, and /readyz says that no more should come
    forceCloseConnections: 'idle',
    clientErrorHandler: handleMalformedRequest,
    frameworkErrors(error, request, reply) {
      secure(request, reply) // no hook runs for an address that cannot be read
      app.errorHandler(error, request, reply)
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptOnlyJson(app)
  registerErrorHandler(app)
  app.addHook('onRequest', async (request, reply) => secure(request, reply))
  logRequests(app)
  await app.register(compress, { globalDecompression: false })

  await registerRateLimits(app, deps.limits)
  refuseWhileReadOnly(app, { areWritesOff: () => isOff(deps, 'writes'), open: allowedWhileReadOnly })
  await serveOpenApi(app, deps.baseUrl)
  for (const feature of features) feature.mount(app, deps, callerChecks)
  serveOAuth(app, deps)
  serveUnsubscribe(app, deps)
  collectCspReports(app)
  serveHealth(app, deps, {
    oldestJobAgeSeconds: () => oldestJobAgeSeconds(deps),
    isSendingPaused: () => isSendingPaused(deps),
  })
  await serveWebApp(app, deps.baseUrl, dashboard)
  return app
}

function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: { headers: Record<string, unknown> }, body: Buffer) => {
      if (request.headers['content-encoding']) throw new Problem('wrong-type', 'Compressed bodies are not taken.')
      return body.length === 0 ? undefined : readStrictJson(body)
    },
  )
}

/** One line a request, made of what is safe to keep: the route's pattern, never its address, query, headers or body. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
