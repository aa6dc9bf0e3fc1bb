import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Caller, Deps } from '../context.ts'

const lifetimeSeconds = 15 * 60
const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), aud: z.enum(['web', 'extension']) })

type AccessClaims = Pick<Caller, 'userId' | 'sessionId' | 'audience'>

/**
 * Signs a 15-minute token that names its session. Permissions are looked up on each request, never read from the token.
 */
export function signAccessToken(ctx: Deps, { userId, sessionId, audience }: AccessClaims): Promise<string> {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(ctx.baseUrl)
    .setSubject(userId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(ctx.keys.signing('access'))
}

/** Returns the claims of a valid access token, else undefined. Accepts an expired one only with `mayBeExpired`. */
export async function readAccessToken(
  ctx: Deps,
  token: string | undefined,
  { mayBeExpired = false } = {},
): Promise<AccessClaims | undefined> {
  if (!token || token.length > 2_000) return undefined
  try {
    const { payload } = await jwtVerify(token, ctx.keys.signing('access'), {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: ctx.baseUrl,
      requiredClaims: ['exp'],
      currentDate: mayBeExpired ? new Date(0) : ctx.now(),
    })
    const { sub, sid, aud } = Claims.parse(payload)
    return { userId: sub, sessionId: sid, audience: aud }
  } catch {
    return undefined // forged, foreign or expired
  }
}
