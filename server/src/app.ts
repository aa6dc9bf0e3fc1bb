import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import { extensionApi } from '@loadping/contract/extension/extension.api'
import { Problem } from '@loadping/contract/wire/problem'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { config, locales } from 'zod/mini'
import { accountDeletionRoutes } from './account-deletion/account-deletion.routes.ts'
import { accountExportRoutes } from './account-export/account-export.routes.ts'
import { analyticsRoutes } from './analytics/analytics.routes.ts'
import { billingRoutes } from './billing/billing.routes.ts'
import { serveWebhooks } from './billing/webhook.routes.ts'
import type { Deps } from './context.ts'
import { oldestDeliveryAgeSeconds } from './delivery/queue.service.ts'
import { emailsRoutes } from './emails/emails.routes.ts'
import { extensionRoutes } from './extension/extension.routes.ts'
import { servePackages } from './extension/packages.routes.ts'
import { listWithdrawnVersions } from './extension/withdrawn-versions.service.ts'
import { fuelRoutes } from './fuel/fuel.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { serveLive } from './home/live.routes.ts'
import { allowDashboard } from './http/api-hosts.ts'
import { collectCspReports } from './http/csp-reports.ts'
import { serveHealth } from './http/health.ts'
import type { Feature } from './http/implement.ts'
import { serveMetrics } from './http/metrics.ts'
import { serveOpenApi } from './http/openapi.ts'
import { refuseInOverload } from './http/overload.ts'
import { limitPipelining } from './http/pipelining.ts'
import { handleMalformedRequest, registerErrorHandler } from './http/problems.ts'
import { registerRateLimits } from './http/rate-limits.ts'
import { refuseWhileReadOnly } from './http/read-only.ts'
import { rejectAmbiguousHosts } from './http/request-target.ts'
import { createSecure } from './http/security-headers.ts'
import { serveSecurityText } from './http/security-text.ts'
import { readStrictJson } from './http/strict-json.ts'
import { limitTimes, serverTimes } from './http/time-limits.ts'
import { serveWebApp } from './http/web-app.ts'
import { refuseWithdrawnExtensions } from './http/withdrawn-extensions.ts'
import { inquiriesRoutes } from './inquiries/inquiries.routes.ts'
import { installationRoutes } from './installation/installation.routes.ts'
import { listFailing } from './installation/installation.service.ts'
import { readMetrics } from './installation/installation-metrics.ts'
import { oldestJobAgeSeconds } from './jobs/job-queue.ts'
import { isOff, isSendingPaused } from './kill-switches/kill-switches.service.ts'
import { loadsRoutes } from './loads/loads.routes.ts'
import { mailboxesRoutes } from './mailboxes/mailboxes.routes.ts'
import { mapRoutes } from './map/map.routes.ts'
import { meRoutes } from './me/me.routes.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { serveTurnOff } from './notifications/turn-off.routes.ts'
import { countRequest } from './observed.ts'
import { offersRoutes } from './offers/offers.routes.ts'
import { placesRoutes } from './places/places.routes.ts'
import { practiceRoutes } from './practice/practice.routes.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { findCaller } from './sessions/sessions.service.ts'
import { serveOAuth } from './sign-in/oauth.routes.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { snippetsRoutes } from './snippets/snippets.routes.ts'
import { serveUnsubscribe } from './suppression/unsubscribe.routes.ts'
import { teamRoutes } from './team/team.routes.ts'
import { telemetryRoutes } from './telemetry/telemetry.routes.ts'
import { templatesRoutes } from './templates/templates.routes.ts'
import { changeLoads, undoChange } from './truck-board/booked-loads.service.ts'
import { truckBoardRoutes } from './truck-board/truck-board.routes.ts'
import { trucksRoutes } from './trucks/trucks.routes.ts'

const features: Feature[] = [
  signInRoutes,
  sessionsRoutes,
  meRoutes,
  accountExportRoutes,
  templatesRoutes,
  snippetsRoutes,
  emailsRoutes,
  inquiriesRoutes,
  practiceRoutes,
  mailboxesRoutes,
  homeRoutes,
  notificationsRoutes,
  extensionRoutes,
  teamRoutes,
  telemetryRoutes,
  mapRoutes,
  placesRoutes,
  fuelRoutes,
  loadsRoutes({ changeLoads, undoChange }),
  offersRoutes,
  trucksRoutes,
  truckBoardRoutes,
  analyticsRoutes,
  billingRoutes,
  accountDeletionRoutes,
  installationRoutes,
]

const { openSession } = extensionApi
const allowedWhileReadOnly = [signInRoutes.api, sessionsRoutes.api, { openSession }]

const bodyLimit = 256 * 1024

config(locales.en()) // English validation messages; browsers don't load them

/** Builds the app with all routes. `dashboard` is the folder of the built dashboard. */
export async function buildApp(deps: Deps, dashboard?: string): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log
  const secure = createSecure(deps)
  const app = Fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    bodyLimit,
    trustProxy: deps.trustedProxies.length > 0 && deps.trustedProxies,
    routerOptions: { maxParamLength: 1_000 },
    exposeHeadRoutes: false, // HEAD would run GET handlers, and one of them rotates tokens
    ...serverTimes,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    return503OnClosing: false, // keep serving during shutdown; /readyz tells load balancers to stop
    forceCloseConnections: 'idle',
    clientErrorHandler: handleMalformedRequest,
    frameworkErrors(error, request, reply) {
      secure(reply) // hooks don't run for malformed URLs
      app.errorHandler(error, request, reply)
    },
  })
  limitPipelining(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptOnlyJson(app)
  registerErrorHandler(app)
  app.addHook('onRequest', async (_request, reply) => secure(reply))
  allowDashboard(app, deps) // first, so that it reads refusals too
  observeRequests(app, deps)
  refuseInOverload(app, deps)
  limitTimes(app)
  rejectAmbiguousHosts(app)
  await app.register(compress, { globalDecompression: false })

  registerRateLimits(app, deps.limits)
  refuseWhileReadOnly(app, { areWritesOff: () => isOff(deps, 'writes'), allowed: allowedWhileReadOnly })
  refuseWithdrawnExtensions(app, () => listWithdrawnVersions(deps))
  await serveOpenApi(app, deps.baseUrl)
  for (const feature of features) feature.mount(app, deps, findCaller)
  serveLive(app, deps, findCaller)
  serveOAuth(app, deps)
  serveUnsubscribe(app, deps)
  serveTurnOff(app, deps)
  serveWebhooks(app, deps)
  collectCspReports(app)
  serveSecurityText(app, deps)
  serveMetrics(app, {
    token: deps.metricsToken,
    read: () => readMetrics(deps),
    histograms: [deps.observed.databaseWaits],
  })
  serveHealth(app, deps, {
    // Emails whose machine does not answer wait for it, whichever process tries.
    oldestJobAgeSeconds: async () =>
      deps.machines.isAnyAway()
        ? 0
        : Math.max(...(await Promise.all([oldestJobAgeSeconds(deps), oldestDeliveryAgeSeconds(deps)]))),
    isSendingPaused: () => isSendingPaused(deps),
    listFailing: () => listFailing(deps),
  })
  servePackages(app, deps)
  await serveWebApp(app, deps.baseUrl, dashboard)
  return app
}

function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: { headers: Record<string, unknown> }, body: Buffer) => {
      if (request.headers['content-encoding'])
        throw new Problem('wrong-type', "Compressed request bodies aren't supported.")
      return body.length === 0 ? undefined : readStrictJson(body)
    },
  )
}

/**
 * Counts each request and logs one line with the route pattern only; URLs, headers and bodies may hold secrets. The answer
 * names the id that its lines have.
 */
function observeRequests(app: FastifyInstance, { observed, now }: Deps): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime: ms }) => {
    const { method, routeOptions } = request
    const { url: route = 'none' } = routeOptions
    countRequest(observed, now(), { route: `${method} ${route}`, ms })
    request.log.info({ method, route, status, ms: Math.round(ms) }, 'request completed')
  })
}
