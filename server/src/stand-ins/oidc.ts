import { EmailAddress } from '@loadping/contract/format/email-address'
import { identityProviders, MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DemoAccount } from '../demo/demo-accounts.ts'
import { sendScopes, standInClient, standInPath, subjectOf } from './oidc-client.ts'
import type { Issuer } from './oidc-issuer.ts'
import { adminConsentPage, errorPage, oidcPage } from './oidc-page.ts'
import { drawPhoto } from './oidc-photo.ts'

const hidden = { schema: { hide: true } }

export type FindIssuer = () => Promise<Issuer>

/** Prepares the local OpenID providers for Google and Outlook, each created on first use and closed with the app. */
export function openIssuers(
  dev: FastifyInstance,
  { baseUrl, folder }: { baseUrl: string; folder: string | undefined },
): Record<MailProviderId, FindIssuer> {
  const open = (id: MailProviderId): FindIssuer => {
    let issuer: Promise<Issuer> | undefined
    dev.addHook('onClose', async () => (await issuer)?.close())
    return () => (issuer ??= import('./oidc-issuer.ts').then(({ createIssuer }) => createIssuer(id, baseUrl, folder)))
  }
  return { google: open('google'), outlook: open('outlook') }
}

/** Serves the local providers: their protocol, their sign-in pages and their photos. */
export function serveOidc(
  dev: FastifyInstance,
  issuers: Record<MailProviderId, FindIssuer>,
  { demo, baseUrl }: { demo: DemoAccount[]; baseUrl: string },
): void {
  serveAdminConsent(dev, baseUrl)
  for (const id of MailProviderId.options) {
    serveSignIn(dev, issuers[id], { id, demo })
    servePhotos(dev, issuers[id], id)
    serveProtocol(dev, issuers[id], id)
  }
}

/** Serves the protocol endpoints; the library reads bodies and responds on the raw connection. */
function serveProtocol(dev: FastifyInstance, issuer: FindIssuer, id: MailProviderId): void {
  dev.register((bare, _options, done) => {
    bare.removeAllContentTypeParsers()
    bare.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    bare.route({
      method: ['GET', 'POST'],
      url: `${standInPath(id)}/*`,
      ...hidden,
      async handler(request, reply) {
        const { provider } = await issuer()
        reply.hijack()
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        const { url = '' } = request.raw
        const mounted = Object.assign(request.raw, { originalUrl: url, url: url.slice(standInPath(id).length) })
        return provider.callback()(mounted, reply.raw)
      },
    })
    done()
  })
}

function serveSignIn(
  dev: FastifyInstance,
  issuer: FindIssuer,
  { id, demo }: { id: MailProviderId; demo: DemoAccount[] },
): void {
  const url = `${standInPath(id)}/sign-in/:uid`
  dev.register((form, _options, done) => {
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    form.setErrorHandler((error, _request, reply) => {
      if (error instanceof Problem) throw error
      return reply.code(400).type('text/html').send(errorPage('the sign-in is unknown or expired'))
    })

    form.get(url, hidden, async (request, reply) => {
      const { provider } = await issuer()
      await provider.interactionDetails(request.raw, reply.raw)
      return reply.type('text/html').send(oidcPage(id, demo))
    })
    form.post(url, hidden, async (request, reply) => {
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const current = await issuer()
      const { params } = await current.provider.interactionDetails(request.raw, reply.raw)
      const outcome = await createInteractionResult(current, fields, String(params['scope']).split(' '))
      return reply.redirect(await current.provider.interactionResult(request.raw, reply.raw, outcome), 303)
    })
    done()
  })
}

/** Turns the submitted form into the provider's result: the account with its granted scopes, or a cancellation. */
async function createInteractionResult(
  { id, provider, saveAccount }: Issuer,
  fields: URLSearchParams,
  scopes: string[],
) {
  if (fields.has('needsAdministrator') && fields.get('action') !== 'cancel') return administratorErrors[id]
  const { data: email } = EmailAddress.safeParse(fields.get('account') ?? fields.get('email'))
  if (fields.get('action') === 'cancel' || !email)
    return { error: 'access_denied', error_description: 'The user canceled.' }

  const accountId = subjectOf(id, email)
  saveAccount(accountId, { email, name: fields.get('name') || email, isEmailVerified: fields.has('isEmailVerified') })
  const grant = new provider.Grant({ accountId, clientId: 'this-machine' })
  const isDenied = (scope: string) => scope === sendScopes[id] && !fields.has('canSend')
  grant.addOIDCScope(scopes.filter((scope) => !isDenied(scope)).join(' '))
  grant.rejectOIDCScope(scopes.filter(isDenied).join(' '))
  return { select_account: {}, login: { accountId, remember: false }, consent: { grantId: await grant.save() } }
}

/** What the providers answer for a user whose organization lets only its administrator allow apps. */
const administratorErrors = {
  google: { error: 'admin_policy_enforced', error_description: 'Blocked by the policy of the organization.' },
  outlook: { error: 'access_denied', error_description: 'AADSTS90094: The grant requires admin permission.' },
} as const

/** Serves Microsoft's admin consent: it returns to the callback of our own client only. */
function serveAdminConsent(dev: FastifyInstance, baseUrl: string): void {
  const { clientId } = standInClient(baseUrl, 'outlook')
  const callback = `${baseUrl}${identityProviders.outlook.callbackPath}`
  dev.get<{ Querystring: Record<string, string> }>(
    `${standInPath('outlook')}/adminconsent`,
    hidden,
    (request, reply) => {
      const { client_id, redirect_uri, state } = request.query
      const isOurs = client_id === clientId && redirect_uri === callback
      if (!isOurs) return reply.code(400).type('text/html').send(errorPage('another client or redirect_uri'))
      const common = { admin_consent: 'True', tenant: '3f1c2d74-0000-4000-8000-5c3a0f6b9d21', ...(state && { state }) }
      const returnWith = (query: Record<string, string>) =>
        `${callback}?${new URLSearchParams({ ...common, ...query })}`
      const denied = {
        error: 'access_denied',
        error_description: 'AADSTS65004: The administrator declined to consent.',
      }
      return reply.type('text/html').send(adminConsentPage(returnWith({}), returnWith(denied)))
    },
  )
}

/** Serves photos like Google, at a URL per account, and like Microsoft, for an access token. */
function servePhotos(dev: FastifyInstance, issuer: FindIssuer, id: MailProviderId): void {
  dev.get<{ Params: { subject: string } }>(`${standInPath(id)}/photo/:subject`, hidden, async (request, reply) =>
    reply.type('image/png').send(await drawPhoto(request.params.subject)),
  )
  dev.get(`${standInPath(id)}/photo`, hidden, async (request, reply) => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    const { provider } = await issuer()
    const found = await provider.AccessToken.find(token)
    return found ? reply.type('image/png').send(await drawPhoto(String(found.accountId))) : reply.code(401).send()
  })
}
