import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import Provider, { type AccountClaims, type Configuration, interactionPolicy, type JWK } from 'oidc-provider'
import { sendScopes, standInClient, standInPath } from './oidc-client.ts'
import { errorPage } from './oidc-page.ts'
import { openStorage, type Storage } from './oidc-storage.ts'

/** A person of the local provider, as they described themselves on its page. */
export type Person = { email: string; name: string; isEmailVerified: boolean }

/** One of the two local providers, with the people that it has seen. */
export type Issuer = {
  id: IdentityProviderId
  provider: Provider
  findPerson: (subject: string) => Person | undefined
  keepPerson: (subject: string, person: Person) => void
  close: () => void
}

/** A provider that speaks the whole protocol. With a folder it knows its people, keys and tokens again after a restart. */
export function createIssuer(id: IdentityProviderId, baseUrl: string, folder: string | undefined): Issuer {
  const storage = openStorage(folder && join(folder, `${id}.sqlite`))
  const findPerson = (subject: string): Person | undefined => storage.find('person', subject)
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
    // It remembers nobody: its session is kept for an address that there is not, so that each sign-in asks who one is.
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
    conformIdTokenClaims: false, // as Google and Microsoft do, it puts all that it says into the ID token
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
      const person = findPerson(sub)
      return person && { accountId: sub, claims: async () => claimsOf[id](sub, person, issuer) }
    },
    renderError(ctx, { error }) {
      ctx.type = 'html'
      ctx.body = errorPage(error)
    },
  }
  return {
    id,
    provider: new Provider(issuer, configuration),
    findPerson,
    keepPerson: (subject, person) => storage.keep('person', subject, person),
    close: storage.close,
  }
}

/** The key of its signatures, made at its first start. */
function signingKey(storage: Storage): JWK {
  const kept = storage.find('key', 'signing')
  if (kept) return kept
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  storage.keep('key', 'signing', {
    ...privateKey.export({ format: 'jwk' }),
    use: 'sig',
    alg: 'RS256',
    kid: randomBytes(8).toString('hex'),
  })
  return signingKey(storage)
}

/** What each provider says of a person, in its own words. */
const claimsOf: Record<IdentityProviderId, (sub: string, person: Person, issuer: string) => AccountClaims> = {
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
