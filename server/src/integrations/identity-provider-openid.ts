import { EmailAddress } from '@loadping/contract/rules/email-address'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client'
import type {
  AuthResult,
  AuthState,
  IdentityProvider,
  OAuthClient,
  RefreshResult,
  VerifiedIdentity,
} from './identity-provider.ts'
import { fetchPhoto, type PhotoSource } from './identity-provider-photo.ts'

const timeoutSeconds = 10
/** For renewing or giving back a leave as a whole: shorter than a renewal is held for one worker. */
const renewalMs = 10_000
const outOfReach = 'the provider cannot be reached'

export type OpenIdClient = OAuthClient & {
  issuer: string
  /** The one address to which the provider sends people back. */
  redirectUri: string
  /** Where photos may come from. */
  isPhotoOrigin: (url: URL) => boolean
  /** How requests to the provider travel; tests stand in the way. */
  fetch?: CustomFetch
}

export type Claims = Readonly<Record<string, unknown>>

/** In what one provider differs from another. */
export type ProviderConfig = {
  scope: string
  parameters: Record<string, string>
  isSendScope: (scope: string) => boolean
  readPerson: (claims: Claims) => Pick<VerifiedIdentity, 'subject' | 'email' | 'isEmailVerified'> | undefined
  photoSource: (claims: Claims, accessToken: string) => PhotoSource | undefined
}

/** A provider that is asked when it is first needed, and again after it could not be reached. */
export function createOpenIdProvider(client: OpenIdClient, dialect: ProviderConfig): IdentityProvider {
  let known: Promise<Configuration> | undefined
  const configuration = () => {
    known ??= discover(client).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  return {
    async authorizationUrl({ state, nonce, verifier }, { forceConsent }) {
      const found = await configuration().catch(() => undefined)
      if (!found) return undefined
      const challenge = { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
      const prompt = forceConsent ? 'consent' : 'select_account'
      return buildAuthorizationUrl(found, {
        redirect_uri: client.redirectUri,
        scope: dialect.scope,
        state,
        nonce,
        prompt,
        ...challenge,
        ...dialect.parameters,
      })
    },
    async completeAuth(query, bounds) {
      try {
        return toIdentity(await exchange(await configuration(), client, query, bounds), client, dialect)
      } catch (error) {
        return classifyAuthError(error)
      }
    },
    async refreshAccess(refreshToken) {
      try {
        return await withTimeout(configuration().then((found) => refreshAccess(found, refreshToken)))
      } catch (error) {
        const { code, error: told } = readError(error)
        return { outcome: told === 'invalid_grant' ? 'rejected' : 'unavailable', reason: told || code || outOfReach }
      }
    },
    async revoke(refreshToken) {
      try {
        await withTimeout(configuration().then((found) => revokeToken(found, refreshToken)))
        return true
      } catch (error) {
        return /^(invalid_token|invalid_grant|unsupported_token_type)$/.test(readError(error).error)
      }
    },
  }
}

function discover({ issuer, clientId, clientSecret, fetch }: OpenIdClient): Promise<Configuration> {
  const server = new URL(issuer)
  // Signatures are checked although the token comes over TLS, and only the algorithm that we asked for is taken.
  const metadata = { client_secret: clientSecret, id_token_signed_response_alg: 'RS256' }
  const isPlain = server.protocol === 'http:'
  return discovery(server, clientId, metadata, undefined, {
    timeout: timeoutSeconds,
    execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    ...(fetch && { [customFetch]: fetch }),
  })
}

type Exchanged = { claims: Claims; scope: string | undefined; accessToken: string; refreshToken: string | undefined }

async function exchange(
  configuration: Configuration,
  { redirectUri }: OpenIdClient,
  query: URLSearchParams,
  bounds: AuthState,
): Promise<Exchanged> {
  const { state, nonce, verifier } = bounds
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), checks)
  const claims: Claims = { ...tokens.claims() }
  return { claims, scope: tokens.scope, accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
}

/** For so long an access token counts whose provider does not say it. */
const defaultSeconds = 300

async function refreshAccess(configuration: Configuration, kept: string): Promise<RefreshResult> {
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: seconds = defaultSeconds,
  } = await refreshTokenGrant(configuration, kept)
  return { outcome: 'renewed', accessToken, seconds, ...(refreshToken && refreshToken !== kept && { refreshToken }) }
}

async function revokeToken(configuration: Configuration, kept: string): Promise<void> {
  if (configuration.serverMetadata().revocation_endpoint)
    await tokenRevocation(configuration, kept, { token_type_hint: 'refresh_token' })
}

/** Fails when the work takes too long; what it still brings then counts no more. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timeUp = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeUp.reject(new Error(outOfReach)), renewalMs)
  return Promise.race([work, timeUp.promise]).finally(() => clearTimeout(timer))
}

function toIdentity(
  { claims, scope, accessToken, refreshToken }: Exchanged,
  client: OpenIdClient,
  dialect: ProviderConfig,
): AuthResult {
  if (claims['azp'] !== undefined && claims['azp'] !== client.clientId)
    return { outcome: 'rejected', reason: 'the token was made for somebody else (azp)' }
  const person = dialect.readPerson(claims)
  if (!person) return { outcome: 'rejected', reason: 'the token does not say who it is about' }

  const source = dialect.photoSource(claims, accessToken)
  return {
    outcome: 'authenticated',
    person: {
      ...person,
      email: EmailAddress.safeParse(person.email).data,
      issuer: String(claims['iss']),
      canSend: (scope ?? dialect.scope).split(' ').some(dialect.isSendScope), // a provider that grants all it was asked for need not list it
      refreshToken,
      loadPhoto: async () => source && fetchPhoto(source, client.isPhotoOrigin),
    },
  }
}

/** What the answer was worth that ended in this error; the reason tells kinds of faults, and nothing of what was in the answer. */
function classifyAuthError(error: unknown): AuthResult {
  const { code, error: told, status } = readError(error)
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    if (told === 'access_denied') return { outcome: 'canceled', reason: told }
    return { outcome: /^(server_error|temporarily_unavailable)$/.test(told) ? 'unavailable' : 'rejected', reason: told }
  }
  const isOutOfReach = code === '' || /^OAUTH_(TIMEOUT|ABORT)$/.test(code) || status >= 500
  return { outcome: isOutOfReach ? 'unavailable' : 'rejected', reason: told || code || outOfReach }
}

/** An error of the provider's as far as it can be told on: its codes, which are words without spaces. */
function readError(error: unknown): { code: string; error: string; status: number } {
  const { code, error: told, status, cause }: Record<string, unknown> = Object(error)
  const word = (text: unknown) => (typeof text === 'string' && /^\w{1,60}$/.test(text) ? text : '')
  const responseStatus = cause instanceof Response ? cause.status : 0
  return { code: word(code), error: word(told), status: Number(status) || responseStatus }
}
