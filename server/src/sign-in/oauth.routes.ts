import cookie from '@fastify/cookie'
import { Problem } from '@loadping/contract/problem'
import { IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'
import { readClientInfo } from '../http/authorize.ts'
import { hashToken } from '../keys.ts'
import * as oauth from './oauth.service.ts'
import { oauthErrorPage } from './oauth-error-page.ts'

const hidden = { schema: { hide: true } }

/** The ways over Google and Outlook (7.27). Only these addresses read cookies, and theirs is no credential: it says what was begun here (W06). */
export function serveOauth(app: FastifyInstance, deps: Deps): void {
  const { nameOf, cookieOptions } = cookieOf(deps)
  app.register((scope, _options, done) => {
    scope.register(cookie)
    for (const id of IdentityProviderId.options) {
      const { startPath, callbackPath } = identityProviders[id]

      // Each may end in a mail, so it counts as a request for one; a way back costs a question to the provider.
      const [toStart, toCallBack] = [
        { ...hidden, config: { limit: 'sign-ins' } },
        { ...hidden, config: { limit: 'checks' } },
      ] as const
      scope.get<{ Querystring: Record<string, unknown> }>(startPath, toStart, async (request, reply) => {
        const { challenge, redirect, connect } = request.query
        return applyStep(reply, await oauth.startOAuth(contextOf(request), id, { challenge, redirect, connect }))
      })

      scope.get(callbackPath, toCallBack, async (request, reply) => {
        const query = queryOf(request)
        const cookieName = nameOf(query.get('state') ?? '')
        reply.clearCookie(cookieName, cookieOptions) // whatever comes of it, what was begun is over
        const step = await oauth.finishOAuth(contextOf(request), id, {
          query,
          encryptedAttempt: request.cookies[cookieName],
        })
        return step === 'rejected' ? refuse(request, reply) : applyStep(reply, step)
      })
    }
    done()
  })

  const contextOf = (request: FastifyRequest) => ({ ...deps, visitor: readClientInfo(request) })

  function applyStep(reply: FastifyReply, step: oauth.OAuthStep): FastifyReply {
    if (step === 'rejected') throw refusal()
    if (step.oauthAttempt)
      reply.setCookie(nameOf(step.oauthAttempt.state), step.oauthAttempt.sealed, {
        ...cookieOptions,
        maxAge: oauth.oauthTimeoutMinutes * 60,
      })
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
  return reply.code(400).type('text/html').send(oauthErrorPage)
}

const refusal = () => new Problem('invalid-input', 'This sign-in is not valid any more. Please start again.')

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split(/\?(.*)/)[1] ?? '')
