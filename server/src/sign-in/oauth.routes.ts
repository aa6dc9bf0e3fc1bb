import cookie from '@fastify/cookie'
import { Problem } from '@loadping/contract/problem'
import { IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'
import { readVisitor } from '../http/identify.ts'
import * as oauth from './oauth.service.ts'
import { refusalPage } from './oauth-refusal-page.ts'

/** The ways over Google and Outlook (7.27). Only these addresses read cookies, and theirs is no credential: it says what was begun here (W06). */
export function serveOauth(app: FastifyInstance, deps: Deps): void {
  const { cookieName, cookieOptions } = cookieOf(deps)
  app.register((inside, _options, done) => {
    inside.register(cookie)
    for (const id of IdentityProviderId.options) {
      const { start, callback } = identityProviders[id]

      inside.get<{ Querystring: Record<string, unknown> }>(start, { schema: { hide: true } }, async (request, reply) => {
        const { challenge, redirect } = request.query
        return take(reply, await oauth.beginRoundTrip(contextOf(request), id, { challenge, redirect }))
      })

      inside.get(callback, { schema: { hide: true } }, async (request, reply) => {
        reply.clearCookie(cookieName, cookieOptions) // whatever comes of it, what was begun is over
        const step = await oauth.endRoundTrip(contextOf(request), id, { query: queryOf(request), sealedTrip: request.cookies[cookieName] })
        return step === 'refused' ? refuse(request, reply) : take(reply, step)
      })
    }
    done()
  })

  const contextOf = (request: FastifyRequest) => ({ ...deps, visitor: readVisitor(request) })

  function take(reply: FastifyReply, step: oauth.Step): FastifyReply {
    if (step === 'refused') throw refusal()
    if (step.sealedTrip) reply.setCookie(cookieName, step.sealedTrip, { ...cookieOptions, maxAge: oauth.roundTripMinutes * 60 })
    return reply.redirect(step.location)
  }
}

/** Over https the name itself has the browser hold that the cookie is of this host alone. */
function cookieOf({ baseUrl }: Deps) {
  const secure = baseUrl.startsWith('https:')
  return {
    cookieName: secure ? '__Host-loadping-sign-in' : 'loadping-sign-in',
    cookieOptions: { path: '/', httpOnly: true, secure, sameSite: 'lax' },
  } as const
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) throw refusal()
  return reply.code(400).type('text/html').send(refusalPage)
}

const refusal = () => new Problem('invalid-input', 'This sign-in is not valid any more. Please start again.')

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split(/\?(.*)/)[1] ?? '')
