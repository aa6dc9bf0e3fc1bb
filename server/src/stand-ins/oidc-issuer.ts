import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { identityProviders, type MailProviderId } from '@loadping/contract/sign-in/sign-in'
import Provider, { type AccountClaims, type Configuration, interactionPolicy, type JWK } from 'oidc-provider'
import { sendScopes, standInClient, standInPath } from './oidc-client.ts'
import { errorPage } from './oidc-page.ts'
import { openStorage, type Storage } from './oidc-storage.ts'

/** An account of the local provider, as entered on its page. */
export type ProviderAccount = { email: string; name: string; isEmailVerified: boolean }

/** A local provider with its accounts. */
export type Issuer = {
  id: MailProviderId
  provider: Provider
  findAccount: (subject: string) => ProviderAccount | undefined
  saveAccount: (subject: string, account: ProviderAccount) => void
  close: () => void
}

/** Creates a full OpenID provider. With a folder, its accounts, keys and tokens survive restarts. */
export function createIssuer(id: MailProviderId, baseUrl: string, folder: string | undefined): Issuer {
  const storage = openStorage(folder && join(folder, `${id}.sqlite`))
  const findAccount = (subject: string): ProviderAccount | undefined => storage.find('account', subject)
  const { issuer, clientId, clientSecret } = standInClient(baseUrl, id)
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  const hour = 3_600
  const year = 365 * 24 * hour

  const configuration: Configuration = {
    adapter: storage.adapter,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${baseUrl}${identityProviders[id].callbackPath}`],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [signingKey(storage)] },
    // Scope the session cookie to an unused path, so that each sign-in asks for an account.
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      long: { path: `${standInPath(id)}/nowhere`, httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: ['openid', 'offline_access', 'User.Read', sendScopes[id]],
    claims: {
      openid: ['sub', 'oid', 'tid', 'preferred_username', 'xms_edov'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture'],
    },
    conformIdTokenClaims: false, // like Google and Microsoft, put all claims into the ID token
    pkce: { required: () => true },
    responseTypes: ['code'],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      Grant: year,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: year,
      Session: hour,
    },
    clientBasedCORS: () => false,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    interactions: { policy, url: (_ctx, { uid }) => `${standInPath(id)}/sign-in/${uid}` },
    findAccount: async (_ctx, sub) => {
      const account = findAccount(sub)
      return account && { accountId: sub, claims: async () => claimsOf[id](sub, account, issuer) }
    },
    renderError(ctx, { error }) {
      ctx.type = 'html'
      ctx.body = errorPage(error)
    },
  }
  return {
    id,
    provider: new Provider(issuer, configuration),
    findAccount,
    saveAccount: (subject, account) => storage.save('account', subject, account),
    close: storage.close,
  }
}

/** Returns the signing key, generated on first use. */
function signingKey(storage: Storage): JWK {
  const existing = storage.find('key', 'signing')
  if (existing) return existing
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  storage.save('key', 'signing', {
    ...privateKey.export({ format: 'jwk' }),
    use: 'sig',
    alg: 'RS256',
    kid: randomBytes(8).toString('hex'),
  })
  return signingKey(storage)
}

const claimsOf: Record<MailProviderId, (sub: string, account: ProviderAccount, issuer: string) => AccountClaims> = {
  google: (sub, { email, name, isEmailVerified }, issuer) => ({
    sub,
    email,
    email_verified: isEmailVerified,
    name,
    picture: `${issuer}/photo/${sub}`,
  }),
  outlook: (sub, { email, name, isEmailVerified }) => ({
    sub,
    oid: sub,
    tid: '00000000-0000-4000-8000-000000000000',
    email,
    preferred_username: email,
    name,
    ...(isEmailVerified && { xms_edov: true }),
  }),
}
