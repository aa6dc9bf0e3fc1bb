import type { IdentityProvider } from './identity-provider.ts'
import { type Claims, createOpenIdProvider, type OpenIdClient } from './identity-provider-openid.ts'

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
    readIdentity,
    administratorUrl: google.administratorUrl,
    photoSource: ({ picture }) => (typeof picture === 'string' ? { url: picture, headers: {} } : undefined),
  })

function readIdentity({ sub, email, email_verified }: Claims) {
  if (typeof sub !== 'string') return undefined
  return typeof email === 'string'
    ? { subject: sub, email, isEmailVerified: email_verified === true }
    : { subject: sub, email: undefined, isEmailVerified: false }
}
