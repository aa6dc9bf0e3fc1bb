import { billingApi } from '@loadping/contract/billing/billing.api'
import { brand } from '@loadping/contract/brand'
import { devPaths } from '@loadping/contract/extension/extension-bridge'
import { teamApi } from '@loadping/contract/team/team.api'
import type { Api } from '@loadping/contract/wire/endpoint'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cacheBriefly } from './brief-cache.ts'
import { reportsPath } from './csp-reports.ts'

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
  const isReadOnly = cacheBriefly(areWritesOff)

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
