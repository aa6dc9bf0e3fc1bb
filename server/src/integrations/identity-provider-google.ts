import type { IdentityProvider } from './identity-provider.ts'
import { createOpenIdProvider, type OpenIdClient, readStandardIdentity } from './identity-provider-openid.ts'

const sendScope = 'https://www.googleapis.com/auth/gmail.send'

export const google = {
  issuer: 'https://accounts.google.com',
  administratorUrl: 'https://admin.google.com',
  isPhotoOrigin: ({ origin }: URL): boolean => /^https:\/\/([\w-]+\.)*googleusercontent\.com$/.test(origin),
}

export const createGoogle = (client: OpenIdClient): IdentityProvider =>
  createOpenIdProvider(client, {
    scope: `openid email profile ${sendScope}`,
    parameters: { access_type: 'offline' },
    accountAndConsent: 'select_account consent',
    isSendScope: (scope) => scope === sendScope,
    readIdentity: readStandardIdentity,
    administratorUrl: google.administratorUrl,
    photoSource: ({ picture }) => (typeof picture === 'string' ? { url: picture, headers: {} } : undefined),
  })
