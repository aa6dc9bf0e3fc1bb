import * as z from 'zod/mini'
import type { Caller, Deps } from '../context.ts'
import { readJwt, signJwt } from '../jwt.ts'

const lifetimeSeconds = 15 * 60
const Claims = z.strictObject({
  iss: z.string(),
  sub: z.uuid(),
  aud: z.enum(['web', 'extension']),
  sid: z.uuid(),
  iat: z.int(),
  exp: z.int(),
})

type AccessClaims = Pick<Caller, 'userId' | 'sessionId' | 'audience'>

/**
 * Signs a 15-minute token that names its session. Permissions are looked up on each request, never read from the token.
 */
export function signAccessToken(ctx: Deps, { userId, sessionId, audience }: AccessClaims): string {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  const claims: z.infer<typeof Claims> = {
    iss: ctx.baseUrl,
    sub: userId,
    aud: audience,
    sid: sessionId,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
  }
  return signJwt(ctx.keys.signing('access'), 'at+jwt', claims)
}

/** Returns the claims of a valid access token, else undefined. Accepts an expired one only with `mayBeExpired`. */
export function readAccessToken(
  ctx: Deps,
  token: string | undefined,
  { mayBeExpired = false } = {},
): AccessClaims | undefined {
  if (!token || token.length > 2_000) return undefined
  const { data: claims } = Claims.safeParse(readJwt(ctx.keys.verifying('access'), 'at+jwt', token))
  if (claims?.iss !== ctx.baseUrl) return undefined
  if (!mayBeExpired && claims.exp * 1000 <= ctx.now().getTime()) return undefined
  return { userId: claims.sub, sessionId: claims.sid, audience: claims.aud }
}
