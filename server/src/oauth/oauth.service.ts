import type { IdentityProviderId } from '@loadping/contract/sign-in/sign-in'
import * as z from 'zod/mini'
import type { PublicContext } from '../context.ts'
import type { AuthOptions, AuthResult, NeedsAdministrator } from '../integrations/identity-provider.ts'
import { randomToken } from '../keys.ts'

export const oauthTimeoutMinutes = 10

/** What the browser keeps, encrypted, during the exchange. `payload` is the feature's own. */
const OAuthAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  payload: z.unknown(),
  expiresAt: z.number(),
})
type OAuthAttempt = z.infer<typeof OAuthAttempt>

/** Where the browser goes next, and the attempt it keeps meanwhile. */
export type OAuthStart = { location: string; oauthAttempt?: { state: string; encrypted: string } }

/** Starts one exchange with a provider, for any purpose. Returns undefined if the provider is unavailable. */
export async function startOAuth(
  ctx: PublicContext,
  id: IdentityProviderId,
  payload: object,
  options: AuthOptions,
): Promise<OAuthStart | undefined> {
  const auth = { state: randomToken(), nonce: randomToken(), verifier: randomToken() }
  const url = await ctx.identity[id]?.authorizationUrl(auth, options)
  if (!url) return undefined
  const oauthAttempt: OAuthAttempt = {
    ...auth,
    payload,
    expiresAt: ctx.now().getTime() + oauthTimeoutMinutes * 60_000,
  }
  return {
    location: url.href,
    oauthAttempt: { state: auth.state, encrypted: ctx.keys.encrypt(JSON.stringify(oauthAttempt), attemptContext(id)) },
  }
}

export type OAuthResult = { state: string; payload: unknown; result: AuthResult | NeedsAdministrator | undefined }

/**
 * Finishes an exchange that this browser started. Returns undefined for a forged or expired attempt; `result` is
 * undefined if the provider is not configured.
 */
export async function finishOAuth(
  ctx: PublicContext,
  id: IdentityProviderId,
  { query, encryptedAttempt }: { query: URLSearchParams; encryptedAttempt: string | undefined },
): Promise<OAuthResult | undefined> {
  const oauthAttempt = encryptedAttempt === undefined ? undefined : decryptAttempt(ctx, id, encryptedAttempt)
  if (!oauthAttempt) return undefined
  const { state, payload } = oauthAttempt
  return { state, payload, result: await ctx.identity[id]?.completeAuth(query, oauthAttempt) }
}

function decryptAttempt(ctx: PublicContext, id: IdentityProviderId, encrypted: string): OAuthAttempt | undefined {
  try {
    const oauthAttempt = OAuthAttempt.parse(JSON.parse(ctx.keys.decrypt(encrypted, attemptContext(id))))
    return oauthAttempt.expiresAt > ctx.now().getTime() ? oauthAttempt : undefined
  } catch {
    return undefined // forged, or started with another provider
  }
}

/** An attempt with one provider cannot be decrypted for another, so their responses cannot be mixed up. */
const attemptContext = (id: IdentityProviderId): string => `oauth attempt ${id}`
