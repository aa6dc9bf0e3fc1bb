import type { IdentityProvider } from './identity-provider.ts'
import { type Claims, createOpenIdProvider, type OpenIdClient } from './identity-provider-openid.ts'

/** Microsoft's endpoints for work accounts of all tenants and personal accounts. */
export const outlook = {
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  /** Microsoft's admin consent endpoint, for work accounts of any tenant. */
  adminConsentUrl: 'https://login.microsoftonline.com/organizations/v2.0/adminconsent',
  photoUrl: 'https://graph.microsoft.com/v1.0/me/photos/96x96/$value',
  isPhotoOrigin: ({ origin }: URL): boolean => origin === 'https://graph.microsoft.com',
}

/** The tenant of personal accounts, whose addresses Microsoft has verified. */
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'

export const createOutlook = (client: OpenIdClient & { photoUrl: string; adminConsentUrl: string }): IdentityProvider =>
  createOpenIdProvider(client, {
    scope: 'openid email profile offline_access Mail.Send User.Read',
    parameters: {},
    // Allows one prompt only. It asks for consent that is missing, and always gives a refresh token.
    accountAndConsent: 'select_account',
    administratorUrl: adminConsentUrlOf(client),
    isSendScope: (scope) => /(^|\/)mail\.send$/i.test(scope),
    readIdentity,
    photoSource: (_claims, accessToken) => ({
      url: client.photoUrl,
      headers: { authorization: `Bearer ${accessToken}` },
    }),
  })

/** Returns the link by which an administrator grants our permissions for the tenant and returns to our callback. */
function adminConsentUrlOf({
  adminConsentUrl,
  clientId,
  redirectUri,
}: OpenIdClient & { adminConsentUrl: string }): string {
  const scope = `https://graph.microsoft.com/Mail.Send https://graph.microsoft.com/User.Read openid email profile offline_access`
  return `${adminConsentUrl}?${new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scope })}`
}

/**
 * Counts `email` as verified only with `xms_edov`, because a tenant administrator can put any address into it. The
 * subject is `oid` within the issuer.
 */
function readIdentity({ oid, tid, email, preferred_username, xms_edov }: Claims) {
  if (typeof oid !== 'string' || typeof tid !== 'string' || !/^[\da-f-]{36}$/i.test(tid)) return undefined
  if (typeof email === 'string')
    return {
      subject: oid,
      email,
      isEmailVerified: tid === consumers || xms_edov === true || xms_edov === 1 || xms_edov === '1',
    }
  return {
    subject: oid,
    email: typeof preferred_username === 'string' ? preferred_username : undefined,
    isEmailVerified: false,
  }
}
