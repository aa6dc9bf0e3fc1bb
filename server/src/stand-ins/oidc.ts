import { Problem } from '@loadping/contract/problem'
import { EmailAddress } from '@loadping/contract/rules/email-address'
import { IdentityProviderId } from '@loadping/contract/sign-in'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DemoAccount } from '../demo/demo-accounts.ts'
import { sendScopes, standInPath, subjectOf } from './oidc-client.ts'
import type { Issuer } from './oidc-issuer.ts'
import { errorPage, oidcPage } from './oidc-page.ts'
import { drawPhoto } from './oidc-photo.ts'

const hidden = { schema: { hide: true } }

export type FindIssuer = () => Promise<Issuer>

/** The local OpenID providers behind "Google" and "Outlook", each loaded when somebody first asks, until the app is closed. */
export function openIssuers(
  dev: FastifyInstance,
  { baseUrl, folder }: { baseUrl: string; folder: string | undefined },
): Record<IdentityProviderId, FindIssuer> {
  const open = (id: IdentityProviderId): FindIssuer => {
    let made: Promise<Issuer> | undefined
    dev.addHook('onClose', async () => (await made)?.close())
    return () => (made ??= import('./oidc-issuer.ts').then(({ createIssuer }) => createIssuer(id, baseUrl, folder)))
  }
  return { google: open('google'), outlook: open('outlook') }
}

/** Serves the local providers: their protocol, their sign-in pages and their photos. */
export function serveOidc(
  dev: FastifyInstance,
  issuers: Record<IdentityProviderId, FindIssuer>,
  demo: DemoAccount[],
): void {
  for (const id of IdentityProviderId.options) {
    serveSignIn(dev, issuers[id], { id, demo })
    servePhotos(dev, issuers[id], id)
    serveProtocol(dev, issuers[id], id)
  }
}

/** The library answers on the bare connection and reads bodies by itself. */
function serveProtocol(dev: FastifyInstance, issuer: FindIssuer, id: IdentityProviderId): void {
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
  { id, demo }: { id: IdentityProviderId; demo: DemoAccount[] },
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
      return reply.code(400).type('text/html').send(errorPage('the sign-in is unknown or too old'))
    })

    form.get(url, hidden, async (request, reply) => {
      const { provider } = await issuer()
      await provider.interactionDetails(request.raw, reply.raw)
      return reply.type('text/html').send(oidcPage(id, demo))
    })
    form.post(url, hidden, async (request, reply) => {
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const { provider, ...known } = await issuer()
      const { params } = await provider.interactionDetails(request.raw, reply.raw)
      const outcome = await decide({ provider, ...known }, fields, String(params['scope']).split(' '))
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, outcome), 303)
    })
    done()
  })
}

/** What the form means to the provider: a person and what they allow, or that they left. */
async function decide({ id, provider, keepPerson }: Issuer, fields: URLSearchParams, scopes: string[]) {
  const { data: email } = EmailAddress.safeParse(fields.get('person') ?? fields.get('email'))
  if (fields.get('action') === 'cancel' || !email)
    return { error: 'access_denied', error_description: 'The person left.' }

  const accountId = subjectOf(id, email)
  keepPerson(accountId, { email, name: fields.get('name') || email, isEmailVerified: fields.has('isEmailVerified') })
  const grant = new provider.Grant({ accountId, clientId: 'this-machine' })
  const isRefused = (scope: string) => scope === sendScopes[id] && !fields.has('maySend')
  grant.addOIDCScope(scopes.filter((scope) => !isRefused(scope)).join(' '))
  grant.rejectOIDCScope(scopes.filter(isRefused).join(' '))
  return { select_account: {}, login: { accountId, remember: false }, consent: { grantId: await grant.save() } }
}

/** As Google does, at an address of one's own; as Microsoft does, for who brings an access token. */
function servePhotos(dev: FastifyInstance, issuer: FindIssuer, id: IdentityProviderId): void {
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
