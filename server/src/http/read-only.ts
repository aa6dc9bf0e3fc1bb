import { billingApi } from '@loadping/contract/billing/billing.api'
import { brand } from '@loadping/contract/brand'
import { devPaths } from '@loadping/contract/extension/extension-bridge'
import { teamApi } from '@loadping/contract/team/team.api'
import type { Api } from '@loadping/contract/wire/endpoint'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { reportsPath } from './csp-reports.ts'

/** How long a switch state is cached: short enough to take effect within a second, without a query per call. */
const cacheMs = 500

/** The GET endpoints that write and are not part of sign-in. */
const writingGets = [teamApi.acceptInvitation, billingApi.upgrade, billingApi.checkBilling].map(
  ({ path }) => `GET ${path}`,
)

/** Rejects writing calls while the operator has turned writes off, except the `allowed` ones. */
export function refuseWhileReadOnly(
  app: FastifyInstance,
  { areWritesOff, allowed }: { areWritesOff: () => Promise<boolean>; allowed: Api[] },
): void {
  const allowedRoutes = allowed.flatMap((api) => Object.values(api).map(({ method, path }) => `${method} ${path}`))
  const isReadOnly = cacheFor(areWritesOff)

  app.addHook('onRequest', async (request) => {
    if (!isWrite(request) || allowedRoutes.includes(routeOf(request))) return
    if (await isReadOnly())
      throw new Problem('unavailable', `${brand.name} is read-only for maintenance. Nothing was changed.`)
  })
}

const routeOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url}`

function isWrite(request: FastifyRequest): boolean {
  const { url = '' } = request.routeOptions
  // Unknown route, logging only, and stand-ins.
  if (url === '' || url === reportsPath || url.startsWith(devPaths.dev)) return false
  return !['GET', 'HEAD', 'OPTIONS'].includes(request.method) || writingGets.includes(routeOf(request))
}

/** Caches a check for `cacheMs` and shares one query between concurrent callers. */
function cacheFor(load: () => Promise<boolean>): () => Promise<boolean> {
  let cached = { value: false, until: Number.NEGATIVE_INFINITY }
  let inFlight: Promise<boolean> | undefined

  async function refresh(): Promise<boolean> {
    const startedAt = performance.now()
    const value = await load()
    cached = { value, until: startedAt + cacheMs }
    return value
  }

  return async () => {
    if (performance.now() < cached.until) return cached.value
    inFlight ??= refresh().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}
