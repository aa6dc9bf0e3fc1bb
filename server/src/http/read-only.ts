import { brand } from '@loadping/contract/brand'
import { devPaths } from '@loadping/contract/extension-bridge'
import { Problem } from '@loadping/contract/problem'
import { teamApi } from '@loadping/contract/team'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { reportsPath } from './csp-reports.ts'
import type { Feature } from './implement.ts'

/** An answer of the database holds for so long, so that a switch works within a second and the database is not asked by every call. */
const freshMs = 500

/** The one call that changes something by a GET and signs nobody in. */
const changingRead = `GET ${teamApi.acceptInvitation.path}`

/** While the operator has stopped writes, refuses every call that changes something; `open` features go on: signing in, and sessions. */
export function refuseWhileReadOnly(
  app: FastifyInstance,
  { areWritesOff, open }: { areWritesOff: () => Promise<boolean>; open: Feature[] },
): void {
  const opened = open.flatMap(({ api }) => Object.values(api).map(({ method, path }) => `${method} ${path}`))
  const isReadOnly = cacheFor(areWritesOff)

  app.addHook('onRequest', async (request) => {
    if (!changesSomething(request) || opened.includes(routeOf(request))) return
    if (await isReadOnly())
      throw new Problem('unavailable', `${brand.name} is read-only for maintenance. Nothing was changed.`)
  })
}

const routeOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url}`

function changesSomething(request: FastifyRequest): boolean {
  const { url = '' } = request.routeOptions
  if (url === '' || url === reportsPath || url.startsWith(devPaths.dev)) return false // nothing there, only logged, and what stands in for providers of sign-ins
  return !['GET', 'HEAD', 'OPTIONS'].includes(request.method) || routeOf(request) === changingRead
}

/** Asks at most once in a while, and never twice at the same moment. */
function cacheFor(ask: () => Promise<boolean>): () => Promise<boolean> {
  let known = { answer: false, until: Number.NEGATIVE_INFINITY }
  let asking: Promise<boolean> | undefined

  async function askAnew(): Promise<boolean> {
    const begun = performance.now()
    const answer = await ask()
    known = { answer, until: begun + freshMs }
    return answer
  }

  return async () => {
    if (performance.now() < known.until) return known.answer
    asking ??= askAnew().finally(() => {
      asking = undefined
    })
    return asking
  }
}
