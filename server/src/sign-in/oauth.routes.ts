import cookie from '@fastify/cookie'
import { Problem } from '@loadping/contract/problem'
import { IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'
import { readVisitor } from '../http/identify.ts'
import { hashToken } from '../keys.ts'
import * as oauth from './oauth.service.ts'
import { refusalPage } from './oauth-refusal-page.ts'

const hidden = { schema: { hide: true } }

/** The ways over Google and Outlook (7.27). Only these addresses read cookies, and theirs is no credential: it says what was begun here (W06). */
export function serveOauth(app: FastifyInstance, deps: Deps): void {
  const { nameOf, cookieOptions } = cookieOf(deps)
  app.register((inside, _options, done) => {
    inside.register(cookie)
    for (const id of IdentityProviderId.options) {
      const { start, callback } = identityProviders[id]

      // Each may end in a mail, so it counts as a request for one; a way back costs a question to the provider.
      const [toStart, toCallBack] = [
        { ...hidden, config: { limit: 'sign-ins' } },
        { ...hidden, config: { limit: 'checks' } },
      ] as const
      inside.get<{ Querystring: Record<string, unknown> }>(start, toStart, async (request, reply) => {
        const { challenge, redirect, connect } = request.query
        return take(reply, await oauth.beginRoundTrip(contextOf(request), id, { challenge, redirect, connect }))
      })

      inside.get(callback, toCallBack, async (request, reply) => {
        const query = queryOf(request)
        const cookieName = nameOf(query.get('state') ?? '')
        reply.clearCookie(cookieName, cookieOptions) // whatever comes of it, what was begun is over
        const step = await oauth.endRoundTrip(contextOf(request), id, { query, sealedTrip: request.cookies[cookieName] })
        return step === 'refused' ? refuse(request, reply) : take(reply, step)
      })
    }
    done()
  })

  const contextOf = (request: FastifyRequest) => ({ ...deps, visitor: readVisitor(request) })

  function take(reply: FastifyReply, step: oauth.Step): FastifyReply {
    if (step === 'refused') throw refusal()
    if (step.trip) reply.setCookie(nameOf(step.trip.state), step.trip.sealed, { ...cookieOptions, maxAge: oauth.roundTripMinutes * 60 })
    return reply.redirect(step.location)
  }
}

/** Each trip has a cookie of its own, so that two at once do not end each other. Over https its name has the browser hold that it is of this host alone. */
function cookieOf({ baseUrl }: Deps) {
  const secure = baseUrl.startsWith('https:')
  return {
    nameOf: (state: string) => `${secure ? '__Host-' : ''}loadping-sign-in-${hashToken(state).slice(0, 16)}`,
    cookieOptions: { path: '/', httpOnly: true, secure, sameSite: 'lax' },
  } as const
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) throw refusal()
  return reply.code(400).type('text/html').send(refusalPage)
}

const refusal = () => new Problem('invalid-input', 'This sign-in is not valid any more. Please start again.')

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split(/\?(.*)/)[1] ?? '')
