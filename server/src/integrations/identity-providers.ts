import { type IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import type { Config } from '../config.ts'
import { standInClient } from '../stand-ins/oidc-client.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { createGoogle, google } from './identity-provider-google.ts'
import { createOutlook, outlook } from './identity-provider-outlook.ts'

/** Who can vouch here: the providers that are set up, and on a machine of one's own stand-ins for the others. */
export function createIdentityProviders(
  config: Pick<Config, 'baseUrl' | 'isProduction' | 'google' | 'outlook'>,
): Partial<Record<IdentityProviderId, IdentityProvider>> {
  const { baseUrl, isProduction } = config
  const redirectUri = (id: IdentityProviderId) => ({ redirectUri: `${baseUrl}${identityProviders[id].callbackPath}` })
  const googleClient = config.google
    ? { ...google, ...config.google }
    : isProduction
      ? undefined
      : standInClient(baseUrl, 'google')
  const outlookClient = config.outlook
    ? { ...outlook, ...config.outlook }
    : isProduction
      ? undefined
      : standInClient(baseUrl, 'outlook')
  return {
    ...(googleClient && { google: createGoogle({ ...googleClient, ...redirectUri('google') }) }),
    ...(outlookClient && { outlook: createOutlook({ ...outlookClient, ...redirectUri('outlook') }) }),
  }
}
