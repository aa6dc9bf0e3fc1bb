import { randomBytes } from 'node:crypto'
import { identityProviders, MailProviderId } from '@loadping/contract/sign-in/sign-in'
import Fastify from 'fastify'
import { createIdentityProviders, createMailSenders } from '../choose-integrations.ts'
import type { IdentityProvider, VerifiedIdentity } from '../integrations/identity-provider.ts'
import type { Inbox } from '../stand-ins/inbox.ts'
import { serveMailApis } from '../stand-ins/mail-apis.ts'
import { openIssuers, serveOidc } from '../stand-ins/oidc.ts'
import { cookieBrowser } from './cookie-browser.ts'
import { freePort } from './spawned-product.ts'

/**
 * Starts the stand-ins of both providers and mail APIs with the server's clients for them; the port survives restarts.
 */
export async function startOwnProviders({ folder, inbox, port }: { folder: string; inbox: Inbox; port?: number }) {
  const listening = port ?? (await freePort())
  const setting = {
    baseUrl: `http://127.0.0.1:${listening}`,
    isProduction: false,
    google: undefined,
    outlook: undefined,
  }
  const app = Fastify()
  const issuers = openIssuers(app, { baseUrl: setting.baseUrl, folder })
  serveOidc(app, issuers, { demo: [], baseUrl: setting.baseUrl })
  serveMailApis(app, issuers, inbox.smtpUrl)
  for (const id of MailProviderId.options) app.get(identityProviders[id].callbackPath, () => 'back')
  await app.listen({ port: listening, host: '127.0.0.1' })

  const identity = createIdentityProviders(setting)
  const provider = (id: MailProviderId): IdentityProvider => identity[id] ?? fail(id)
  return {
    port: listening,
    baseUrl: setting.baseUrl,
    provider,
    mailboxes: createMailSenders(setting, inbox),
    stop: () => app.close(),
  }
}

/** Completes OAuth at a provider, granting what the form says. */
export async function connectAt(provider: IdentityProvider, form: Record<string, string>): Promise<VerifiedIdentity> {
  const bounds = {
    state: randomBytes(16).toString('hex'),
    nonce: randomBytes(16).toString('hex'),
    verifier: randomBytes(32).toString('base64url'),
  }
  const address = (await provider.authorizationUrl(bounds, { forceConsent: true })) ?? fail('no address')
  const browser = cookieBrowser()
  const page = await browser.open(address)
  const { url } = await browser.open(page.url, { form: { isEmailVerified: 'on', ...form } })
  const verdict = await provider.completeAuth(url.searchParams, bounds)
  return verdict.outcome === 'authenticated' ? verdict.person : fail(verdict.reason)
}

function fail(what: string): never {
  throw new Error(`The stand-in did not do its part: ${what}`)
}
