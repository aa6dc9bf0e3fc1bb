import { randomBytes } from 'node:crypto'
import { type IdentityProviderId, identityProviders, type MailProviderId } from '@loadping/contract/sign-in/sign-in'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Deps, Payments } from './context.ts'
import { createBreaker } from './integrations/breaker.ts'
import { readRsaKey } from './integrations/dkim.ts'
import { createEia } from './integrations/eia.ts'
import { createGeocoder } from './integrations/geocoder.ts'
import type { IdentityProvider } from './integrations/identity-provider.ts'
import { createCompany } from './integrations/identity-provider-company.ts'
import { createGoogle, google } from './integrations/identity-provider-google.ts'
import { createOutlook, outlook } from './integrations/identity-provider-outlook.ts'
import type { MailSenders } from './integrations/mailbox.ts'
import { createGmail, gmail } from './integrations/mailbox-gmail.ts'
import { createGraph, graph } from './integrations/mailbox-graph.ts'
import { createSmtp } from './integrations/mailbox-smtp.ts'
import { resolveMailHost } from './integrations/public-host.ts'
import { createRoadRouter } from './integrations/road-router.ts'
import { createStripe } from './integrations/stripe.ts'
import { createUpstream } from './integrations/upstream.ts'
import { devSecretHeader } from './stand-ins/dev-secret.ts'
import type { Inbox } from './stand-ins/inbox.ts'
import { mailApiPaths } from './stand-ins/mail-apis.ts'
import { demoSmtpHost } from './stand-ins/mail-certificate.ts'
import { standInClient } from './stand-ins/oidc-client.ts'
import { stripePath } from './stand-ins/stripe/serve-stripe.ts'

/** The stand-ins answer to us, too, only with the secret of the start. */
const standInHeaders = (devSecret: string | undefined): Record<string, string> =>
  devSecret === undefined ? {} : { [devSecretHeader]: devSecret }

type Setting = Pick<Config, 'baseUrl' | 'isProduction' | 'google' | 'outlook'> &
  Partial<Pick<Config, 'company' | 'heloName' | 'allowedMailHosts'>>

/** Creates the identity providers: the configured ones, and outside production stand-ins for the others. */
export function createIdentityProviders(
  { baseUrl, isProduction, ...configured }: Setting,
  devSecret?: string,
): Partial<Record<IdentityProviderId, IdentityProvider>> {
  const redirectUri = (id: IdentityProviderId) => ({ redirectUri: `${baseUrl}${identityProviders[id].callbackPath}` })
  const standIn = (id: MailProviderId) =>
    isProduction ? undefined : { ...standInClient(baseUrl, id), headers: standInHeaders(devSecret) }
  const googleClient = configured.google ? { ...google, ...configured.google } : standIn('google')
  const outlookClient = configured.outlook ? { ...outlook, ...configured.outlook } : standIn('outlook')
  return {
    ...(googleClient && { google: createGoogle({ ...googleClient, ...redirectUri('google') }) }),
    ...(outlookClient && { outlook: createOutlook({ ...outlookClient, ...redirectUri('outlook') }) }),
    ...(configured.company && { company: createCompany({ ...configured.company, ...redirectUri('company') }) }),
  }
}

/** Creates the senders of user mailboxes: the configured ones, and outside production stand-ins for the others. */
export function createMailSenders(
  { baseUrl, isProduction, heloName, allowedMailHosts = [], ...configured }: Setting,
  inbox: Inbox | undefined,
  devSecret?: string,
): MailSenders {
  const standIn = (id: MailProviderId) =>
    isProduction ? undefined : { url: `${baseUrl}${mailApiPaths[id]}`, headers: standInHeaders(devSecret) }
  const gmailBase = configured.google ? gmail : standIn('google')
  const graphBase = configured.outlook ? graph : standIn('outlook')
  return {
    ...(gmailBase && { google: createGmail(gmailBase) }),
    ...(graphBase && { outlook: createGraph(graphBase) }),
    smtp: createSmtp(
      async (server) =>
        inbox && server.host === demoSmtpHost
          ? inbox.smtpServers[server.port]
          : resolveMailHost(server, { mayBePrivate: allowedMailHosts.includes(server.host.toLowerCase()) }),
      heloName,
    ),
  }
}

/** Creates what takes payments: Stripe, or the simulator of this server in its place. */
export function createPayments(
  { billing, baseUrl }: Pick<Config, 'billing' | 'baseUrl'>,
  devSecret?: string,
): Payments | undefined {
  if (billing.kind === 'off') return undefined
  if (billing.kind === 'simulator')
    return {
      stripe: createSimulatedStripe(baseUrl, devSecret),
      webhookSecrets: [`whsec_${randomBytes(24).toString('hex')}`],
      isLivemode: false,
      simulatorUrl: `${baseUrl}${stripePath}/`,
    }
  const { secretKey, webhookSecrets } = billing
  return {
    stripe: createStripe(secretKey, { breaker: createBreaker() }),
    webhookSecrets,
    isLivemode: secretKey.includes('_live_'),
    simulatorUrl: undefined,
  }
}

/** Creates Stripe's client for the simulator of this server. */
export const createSimulatedStripe = (baseUrl: string, devSecret?: string) =>
  createStripe('sk_test_simulator', {
    address: {
      url: `${baseUrl}${stripePath}`,
      fetch(url, init) {
        const headers = new Headers(init.headers)
        for (const [name, value] of Object.entries(standInHeaders(devSecret))) headers.set(name, value)
        return fetch(url, { ...init, headers })
      },
    },
  })

/** How long a call of each may take, in milliseconds. Somebody waits for the first two. */
export const referenceTimes = { geocoder: 3_000, osrm: 3_000, eia: 10_000 }

/** Creates the clients of the configured geocoder, routing service and source of fuel prices. */
export function createReferenceServices(
  { geocoderUrl, osrmUrl, eiaKey }: Pick<Config, 'geocoderUrl' | 'osrmUrl' | 'eiaKey'>,
  log: Logger,
): Pick<Deps, 'geocoder' | 'roadRouter' | 'fuelSource' | 'fuelFigures'> {
  const upstream = (name: keyof typeof referenceTimes) =>
    createUpstream({
      timeoutMs: referenceTimes[name],
      onFailure: (reason) => log.warn({ upstream: name, reason }, 'upstream failed'),
    })
  return {
    geocoder: geocoderUrl === undefined ? undefined : createGeocoder(geocoderUrl, upstream('geocoder')),
    roadRouter: osrmUrl === undefined ? undefined : createRoadRouter(osrmUrl, upstream('osrm')),
    fuelSource: eiaKey === undefined ? undefined : createEia(eiaKey, upstream('eia')),
    fuelFigures: { refreshed: [] },
  }
}

/** Reads the key that signs the operator's own extension, if there is one. */
export const readExtensionKey = ({ keyFile, ...settings }: Config['extension']): Deps['extension'] => ({
  ...settings,
  signingKey: keyFile && readRsaKey('EXTENSION_KEY_FILE', keyFile),
})
