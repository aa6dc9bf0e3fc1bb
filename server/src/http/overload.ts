import type { Endpoint } from '@loadping/contract/wire/endpoint'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance } from 'fastify'
import type { RequestClass } from '../admission.ts'
import type { Deps } from '../context.ts'
import { countShed } from '../observed.ts'
import { sendProblem } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: the last to be refused, as are the files of the dashboard. */
    requestClass?: RequestClass
  }
}

/** A page or list is asked again soon. A look at one thing tells what became of a send. All else changes something, or signs in. */
export function classOf({ method, path, limit }: Pick<Endpoint, 'method' | 'path' | 'limit'>): RequestClass {
  if (limit === 'exports') return 'page'
  if (method !== 'GET' || path.includes('/auth/')) return 'change'
  return path.includes(':') ? 'read' : 'page'
}

/** Refuses requests that would wait long, before anything is done for them, but for those that ask how it does. */
export function refuseInOverload(
  app: FastifyInstance,
  { admission, observed, now }: Pick<Deps, 'admission' | 'observed' | 'now'>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions
    const requestClass = config.requestClass ?? 'change'
    if (neverRefused.has(url ?? '') || admission.admits(requestClass)) return done()
    countShed(observed, requestClass, now())
    sendProblem(reply, overloaded)
  })
}

const neverRefused = new Set(['/healthz', '/readyz', '/metrics'])

const overloaded = new Problem('unavailable', 'Too much is going on right now. Try again in a few seconds.')
