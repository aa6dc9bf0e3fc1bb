import cookie from '@fastify/cookie'
import { IdentityProviderId, identityProviders, MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'
import { contextOf } from '../http/authorize.ts'
import { hashToken } from '../keys.ts'
import { type OAuthStart, oauthTimeoutMinutes } from '../oauth/oauth.service.ts'
import { administratorDonePage, administratorPage, copyScript, copyScriptPath } from './administrator-pages.ts'
import { oauthErrorPage } from './oauth-error-page.ts'
import { finishExchange, startExchange } from './oauth-sign-in.service.ts'
import { uninvitedPage, uninvitedPath } from './uninvited-page.ts'

const hidden = { schema: { hide: true } }

/**
 * Serves the redirects to and from identity providers. Only these routes read a cookie: the attempt that this browser
 * started, which is no credential.
 */
export function serveOAuth(app: FastifyInstance, deps: Deps): void {
  const { nameOf, cookieOptions } = cookieOf(deps)
  app.register((scope, _options, done) => {
    scope.register(cookie)
    for (const id of IdentityProviderId.options) {
      const { startPath, callbackPath } = identityProviders[id]

      // Neither counts as a request for a sign-in email, unless it ends in one.
      const startOptions = { ...hidden, config: { limit: 'sign-ins' } } as const
      const callbackOptions = { ...hidden, config: { limit: 'callbacks' } } as const
      scope.get<{ Querystring: Record<string, unknown> }>(startPath, startOptions, async (request, reply) => {
        const { challenge, redirect, connect } = request.query
        return redirectTo(reply, await startExchange(contextOf(deps, request), id, { challenge, redirect, connect }))
      })

      scope.get(callbackPath, callbackOptions, async (request, reply) => {
        const query = queryOf(request)
        if (id === 'outlook' && query.has('admin_consent'))
          return reply.type('text/html').send(administratorDonePage(isAllowedIn(query)))
        const cookieName = nameOf(query.get('state') ?? '')
        reply.clearCookie(cookieName, cookieOptions) // an attempt is used at most once, whatever its result
        const encryptedAttempt = request.cookies[cookieName]
        const next = await finishExchange(contextOf(deps, request), id, { query, encryptedAttempt })
        return next ? redirectTo(reply, next) : reject(request, reply)
      })
    }
    for (const id of MailProviderId.options) {
      const { name, administratorPath } = identityProviders[id]
      scope.get(administratorPath, hidden, (_request, reply) => {
        const provider = deps.identity[id]
        if (!provider) throw new Problem('not-found', `${name} is not set up here.`)
        return reply.type('text/html').send(administratorPage(id, provider.administration))
      })
    }
    scope.get(uninvitedPath, hidden, (_request, reply) => reply.type('text/html').send(uninvitedPage()))
    scope.get(copyScriptPath, hidden, (_request, reply) => reply.type('text/javascript').send(copyScript))
    done()
  })

  function redirectTo(reply: FastifyReply, { location, oauthAttempt }: OAuthStart): FastifyReply {
    if (oauthAttempt)
      reply.setCookie(nameOf(oauthAttempt.state), oauthAttempt.encrypted, {
        ...cookieOptions,
        maxAge: oauthTimeoutMinutes * 60,
      })
    return reply.redirect(location)
  }
}

/**
 * Each attempt has its own cookie, so concurrent ones do not end each other. Over https, its name binds it to this
 * host.
 */
function cookieOf({ baseUrl }: Deps) {
  const secure = baseUrl.startsWith('https:')
  return {
    nameOf: (state: string) => `${secure ? '__Host-' : ''}loadping-sign-in-${hashToken(state).slice(0, 16)}`,
    cookieOptions: { path: '/', httpOnly: true, secure, sameSite: 'lax' },
  } as const
}

function reject(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.headers.accept?.includes('text/html'))
    throw new Problem('invalid-input', 'This sign-in is no longer valid. Start again.')
  return reply.code(400).type('text/html').send(oauthErrorPage)
}

/** Whether an administrator who returns from Microsoft allowed us. Nothing but the page depends on it. */
const isAllowedIn = (query: URLSearchParams): boolean =>
  query.get('admin_consent')?.toLowerCase() === 'true' && query.has('tenant') && !query.has('error')

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split(/\?(.*)/)[1] ?? '')
