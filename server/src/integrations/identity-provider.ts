/** The state, nonce and PKCE verifier of one OAuth attempt; the browser keeps it encrypted. */
export type AuthState = { state: string; nonce: string; verifier: string }

/** A user as verified by an identity provider. */
export type VerifiedIdentity = {
  /** Together with `subject`, identifies the user even if the address changes. */
  issuer: string
  subject: string
  email: string | undefined
  /** The user's name, or undefined without one that a sender can have. */
  name: string | undefined
  /** Whether the provider has verified that the user owns the address. */
  isEmailVerified: boolean
  /** Whether send permission was granted. */
  canSend: boolean
  /** Absent if the provider issued none this time. */
  refreshToken: string | undefined
  /** Loads the user's photo unchecked, or undefined if there is none. */
  loadPhoto: () => Promise<Buffer | undefined>
}

/** The result of an OAuth attempt; `canceled` by the user, `rejected` if the response proves nothing. */
export type AuthResult =
  | { outcome: 'authenticated'; person: VerifiedIdentity }
  | { outcome: 'canceled' | 'rejected' | 'unavailable'; reason: string }

/** The user's organization lets only its administrator allow us. */
export type NeedsAdministrator = { outcome: 'needs-administrator'; reason: string }

/** The result of a token refresh; `refreshToken` is set if the provider rotated it, `rejected` means reconnect. */
export type RefreshResult =
  | { outcome: 'refreshed'; accessToken: string; seconds: number; refreshToken?: string }
  | { outcome: 'rejected' | 'unavailable'; reason: string }

/** What the provider asks the user: consent again, and which account, also if only one is signed in there. */
export type AuthOptions = { forceConsent: boolean; offersAccounts?: boolean }

/** An identity provider (OpenID Connect, authorization code with PKCE). */
export type IdentityProvider = {
  /** Returns the URL to send the browser to, or undefined if the provider is unreachable. */
  authorizationUrl: (authState: AuthState, options: AuthOptions) => Promise<URL | undefined>
  /** Verifies the query of the callback URL and returns the identity. */
  completeAuth: (query: URLSearchParams, authState: AuthState) => Promise<AuthResult | NeedsAdministrator>
  /** Where an organization's administrator allows us, by our client id. */
  administration: { url: string; clientId: string }
  /** Refreshes access with the refresh token (RFC 6749 §6). */
  refreshAccess: (refreshToken: string) => Promise<RefreshResult>
  /** Revokes a refresh token (RFC 7009). Returns false if it must be retried. */
  revoke: (refreshToken: string) => Promise<boolean>
}

/** The operator's client registration at a provider. */
export type OAuthClient = { clientId: string; clientSecret: string }
