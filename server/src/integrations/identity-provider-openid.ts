import { ProfileDraft } from '@loadping/contract/account/account'
import { EmailAddress } from '@loadping/contract/format/email-address'
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
  fetchUserInfo,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client'
import { createBreaker, fetchThrough } from './breaker.ts'
import type {
  AuthOptions,
  AuthResult,
  AuthState,
  IdentityProvider,
  NeedsAdministrator,
  OAuthClient,
  RefreshResult,
  VerifiedIdentity,
} from './identity-provider.ts'
import { fetchPhoto, type PhotoSource } from './identity-provider-photo.ts'

/** The total time for an exchange, or for refreshing or revoking a token; shorter than the refresh lease. */
export const totalTimeoutMs = 10_000
const unreachable = 'the provider cannot be reached'

export type OpenIdClient = OAuthClient & {
  issuer: string
  /** The registered callback URL. */
  redirectUri: string
  /** Whether photos may be loaded from this origin. */
  isPhotoOrigin: (url: URL) => boolean
  /** What each request to the provider carries besides. */
  headers?: Record<string, string>
  /** Sends requests to the provider; tests replace it. */
  fetch?: CustomFetch
}

export type Claims = Readonly<Record<string, unknown>>

/** The differences between providers. */
export type ProviderConfig = {
  scope: string
  parameters: Record<string, string>
  /** The `prompt` that asks for account and consent in one exchange; undefined where it may refuse a prompt. */
  accountAndConsent: string | undefined
  isSendScope: (scope: string) => boolean
  readIdentity: (claims: Claims) => Pick<VerifiedIdentity, 'subject' | 'email' | 'isEmailVerified'> | undefined
  photoSource: (claims: Claims, accessToken: string) => PhotoSource | undefined
  /** Where an organization's administrator allows us. */
  administratorUrl: string
  /** Whether to ask for the address at the UserInfo endpoint where the ID token does not say that it is verified. */
  asksUserInfo?: boolean
}

/** Creates an identity provider behind a breaker. Discovery runs on first use and again after a failure. */
export function createOpenIdProvider(given: OpenIdClient, provider: ProviderConfig): IdentityProvider {
  const client = { ...given, fetch: fetchThrough(createBreaker(), given.fetch ?? fetchPlainly) }
  let known: Promise<Configuration> | undefined
  const configuration = () => {
    known ??= discover(client).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  const authenticate = async (
    found: Configuration,
    { query, authState }: { query: URLSearchParams; authState: AuthState },
  ) => {
    const exchanged = await exchange(found, client, query, authState)
    const claims = provider.asksUserInfo ? await completeClaims(found, exchanged) : exchanged.claims
    return toIdentity({ ...exchanged, claims }, client, provider)
  }

  return {
    async authorizationUrl({ state, nonce, verifier }, { forceConsent, offersAccounts = !forceConsent }) {
      const found = await configuration().catch(() => undefined)
      if (!found) return undefined
      const challenge = { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
      const prompt = promptOf(provider, { forceConsent, offersAccounts })
      return buildAuthorizationUrl(found, {
        redirect_uri: client.redirectUri,
        scope: provider.scope,
        state,
        nonce,
        ...(prompt && { prompt }),
        ...challenge,
        ...provider.parameters,
      })
    },
    async completeAuth(query, authState) {
      try {
        return await withTimeout(configuration().then((found) => authenticate(found, { query, authState })))
      } catch (error) {
        return classifyAuthError(error)
      }
    },
    administration: { url: provider.administratorUrl, clientId: client.clientId },
    async refreshAccess(refreshToken) {
      try {
        return await withTimeout(configuration().then((found) => refreshAccess(found, refreshToken)))
      } catch (error) {
        const { code, error: oauthError } = readError(error)
        return {
          outcome: oauthError === 'invalid_grant' ? 'rejected' : 'unavailable',
          reason: oauthError || code || unreachable,
        }
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

function promptOf({ accountAndConsent }: ProviderConfig, ask: Required<AuthOptions>): string | undefined {
  if (ask.forceConsent && ask.offersAccounts) return accountAndConsent
  return accountAndConsent && (ask.forceConsent ? 'consent' : 'select_account')
}

/** Reads the standard claims; `email` counts as verified only where the provider says so. */
export function readStandardIdentity({ sub, email, email_verified }: Claims) {
  if (typeof sub !== 'string') return undefined
  return typeof email === 'string'
    ? { subject: sub, email, isEmailVerified: email_verified === true }
    : { subject: sub, email: undefined, isEmailVerified: false }
}

const fetchPlainly: CustomFetch = (url, { body, signal, ...options }) =>
  fetch(url, {
    ...options,
    body: body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null),
    ...(signal && { signal }),
  })

function discover({
  issuer,
  clientId,
  clientSecret,
  headers,
  fetch: send = fetchPlainly,
}: OpenIdClient): Promise<Configuration> {
  const server = new URL(issuer)
  // Check ID token signatures despite TLS, and accept only the registered algorithm.
  const metadata = { client_secret: clientSecret, id_token_signed_response_alg: 'RS256' }
  const isPlain = server.protocol === 'http:'
  return discovery(server, clientId, metadata, undefined, {
    timeout: totalTimeoutMs / 1_000,
    execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    [customFetch]: (url, options) => send(url, { ...options, headers: { ...options.headers, ...headers } }),
  })
}

type Exchanged = { claims: Claims; scope: string | undefined; accessToken: string; refreshToken: string | undefined }

async function exchange(
  configuration: Configuration,
  { redirectUri }: OpenIdClient,
  query: URLSearchParams,
  authState: AuthState,
): Promise<Exchanged> {
  const { state, nonce, verifier } = authState
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), checks)
  const claims: Claims = { ...tokens.claims() }
  return { claims, scope: tokens.scope, accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
}

/**
 * Some providers put what the scopes ask for into the ID token, some only into the answer of the UserInfo endpoint, and for
 * some that has the subject alone. An address and whether it is verified are always of one of the two.
 */
async function completeClaims(configuration: Configuration, { claims, accessToken }: Exchanged): Promise<Claims> {
  const { sub, email_verified } = claims
  if (email_verified !== undefined || typeof sub !== 'string') return claims
  try {
    const info = await fetchUserInfo(configuration, accessToken, sub)
    if (typeof info.email !== 'string') return claims
    return { ...info, ...claims, email: info.email, email_verified: info.email_verified }
  } catch {
    return claims // there is no such endpoint, or it does not answer: the address is not verified
  }
}

/** The access token lifetime if the provider states none. */
const defaultSeconds = 300

async function refreshAccess(configuration: Configuration, current: string): Promise<RefreshResult> {
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: seconds = defaultSeconds,
  } = await refreshTokenGrant(configuration, current)
  return {
    outcome: 'refreshed',
    accessToken,
    seconds,
    ...(refreshToken && refreshToken !== current && { refreshToken }),
  }
}

async function revokeToken(configuration: Configuration, current: string): Promise<void> {
  if (configuration.serverMetadata().revocation_endpoint)
    await tokenRevocation(configuration, current, { token_type_hint: 'refresh_token' })
}

/** Rejects after the timeout; a later result is ignored. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timeUp = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeUp.reject(new Error(unreachable)), totalTimeoutMs)
  return Promise.race([work, timeUp.promise]).finally(() => clearTimeout(timer))
}

function toIdentity(
  { claims, scope, accessToken, refreshToken }: Exchanged,
  client: OpenIdClient,
  provider: ProviderConfig,
): AuthResult {
  if (claims['azp'] !== undefined && claims['azp'] !== client.clientId)
    return { outcome: 'rejected', reason: 'the token was issued to another client (azp)' }
  const identity = provider.readIdentity(claims)
  if (!identity) return { outcome: 'rejected', reason: 'the token identifies no user' }

  const source = provider.photoSource(claims, accessToken)
  return {
    outcome: 'authenticated',
    person: {
      ...identity,
      email: EmailAddress.safeParse(identity.email).data,
      name: readName(claims['name']),
      issuer: String(claims['iss']),
      // `scope` may be omitted if all requested scopes were granted.
      canSend: (scope ?? provider.scope).split(' ').some(provider.isSendScope),
      refreshToken,
      loadPhoto: async () =>
        source && fetchPhoto({ ...source, headers: { ...source.headers, ...client.headers } }, client.isPhotoOrigin),
    },
  }
}

/** Returns a name, unless it is an address or no valid name of a profile. */
function readName(claim: unknown): string | undefined {
  const { data } = ProfileDraft.shape.name.safeParse(claim)
  return data?.includes('@') ? undefined : data
}

/** Classifies an authorization error. The reason holds only error codes, never response content. */
function classifyAuthError(error: unknown): AuthResult | NeedsAdministrator {
  const { code, error: oauthError, status } = readError(error)
  if (asksForAdministrator(oauthError, Object(error).error_description))
    return { outcome: 'needs-administrator', reason: oauthError }
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    if (oauthError === 'access_denied') return { outcome: 'canceled', reason: oauthError }
    return {
      outcome: /^(server_error|temporarily_unavailable)$/.test(oauthError) ? 'unavailable' : 'rejected',
      reason: oauthError,
    }
  }
  const isUnreachable = code === '' || /^OAUTH_(TIMEOUT|ABORT)$/.test(code) || status >= 500
  return { outcome: isUnreachable ? 'unavailable' : 'rejected', reason: oauthError || code || unreachable }
}

/** Whether only an administrator may consent: Google's errors, or Microsoft's codes and texts. */
const asksForAdministrator = (error: string, description: unknown): boolean =>
  /^(consent_required|admin_policy_enforced|org_internal)$/.test(error) ||
  /\bAADSTS(65001|90008|90093|90094|90095|900941)\b|\badmin(istrator)?\b.*\b(approv|consent|permission)/i.test(
    String(description),
  )

/** Returns the codes of an error that are safe to log: single words without spaces. */
function readError(error: unknown): { code: string; error: string; status: number } {
  const { code, error: oauthError, status, cause }: Record<string, unknown> = Object(error)
  const word = (text: unknown) => (typeof text === 'string' && /^\w{1,60}$/.test(text) ? text : '')
  const responseStatus = cause instanceof Response ? cause.status : 0
  return { code: word(code), error: word(oauthError), status: Number(status) || responseStatus }
}
