import type { IdentityProvider } from './identity-provider.ts'
import { createOpenIdProvider, type OpenIdClient, readStandardIdentity } from './identity-provider-openid.ts'

/** Creates the provider of a company, known by its address. It signs in and gives no permission to send. */
export const createCompany = (client: Omit<OpenIdClient, 'isPhotoOrigin'>): IdentityProvider =>
  createOpenIdProvider(
    { ...client, isPhotoOrigin: () => false },
    {
      scope: 'openid email profile',
      parameters: {},
      accountAndConsent: undefined,
      isSendScope: () => false,
      readIdentity: readStandardIdentity,
      photoSource: () => undefined,
      administratorUrl: client.issuer,
      asksUserInfo: true,
    },
  )
