/** What a way to the provider and back is bound by; made anew for each, and shown to nobody but the browser that goes it, sealed. */
export type AuthState = { state: string; nonce: string; verifier: string }

/** A person as a provider knows them. */
export type VerifiedIdentity = {
  /** With the subject: who they are, whatever their address becomes. */
  issuer: string
  subject: string
  email: string | undefined
  /** Whether the provider itself says that the address is theirs. */
  isEmailVerified: boolean
  /** Whether they let us send from their address, and what renews that leave, where the provider gave it this time. */
  canSend: boolean
  refreshToken: string | undefined
  /** Their photo, as it is; undefined for whatever reason there is none. */
  loadPhoto: () => Promise<Buffer | undefined>
}

/** What an answer of a provider is worth: it vouches; the person changed their mind; it proves nothing; or the provider cannot be asked. */
export type AuthResult =
  | { outcome: 'authenticated'; person: VerifiedIdentity }
  | { outcome: 'canceled' | 'rejected' | 'unavailable'; reason: string }

/** What a kept leave to send gives: an access token for so many seconds (and a new token to keep, where the provider changes it); or it is over; or nobody can say now. */
export type RefreshResult =
  | { outcome: 'renewed'; accessToken: string; seconds: number; refreshToken?: string }
  | { outcome: 'rejected' | 'unavailable'; reason: string }

/** Somebody who can vouch for a person (OpenID Connect: authorization code with PKCE). */
export type IdentityProvider = {
  /** Where the browser goes to ask, or undefined while the provider cannot be reached; `asksAgain` has it ask for every permission anew. */
  authorizationUrl: (bounds: AuthState, options: { forceConsent: boolean }) => Promise<URL | undefined>
  /** Judges the query that the browser brought back. */
  completeAuth: (query: URLSearchParams, bounds: AuthState) => Promise<AuthResult>
  /** Gets leave to send anew with the token that was kept for it (RFC 6749 §6). */
  refreshAccess: (refreshToken: string) => Promise<RefreshResult>
  /** Gives a leave back (RFC 7009); true when it is gone or the provider takes none back, false when it must be tried again. */
  revoke: (refreshToken: string) => Promise<boolean>
}

/** How an operator's registration at a provider is called. */
export type OAuthClient = { clientId: string; clientSecret: string }
