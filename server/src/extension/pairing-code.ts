import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'

const lifetimeSeconds = 5 * 60
const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), jti: z.uuid(), exp: z.int() })

type PairingClaims = { userId: string; sessionId: string }

/** Creates a signed code with which the extension can open its own session once, within five minutes. */
export function createPairingCode(ctx: Deps, { userId, sessionId }: PairingClaims): Promise<string> {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'pick-up+jwt' })
    .setIssuer(ctx.baseUrl)
    .setSubject(userId)
    .setJti(randomUUID())
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(ctx.keys.signing('pairing'))
}

export async function readPairingCode(
  ctx: Deps,
  code: string,
): Promise<(PairingClaims & { id: string; expiresAt: Date }) | undefined> {
  try {
    const { payload } = await jwtVerify(code, ctx.keys.signing('pairing'), {
      algorithms: ['HS256'],
      typ: 'pick-up+jwt',
      issuer: ctx.baseUrl,
      currentDate: ctx.now(),
    })
    const { sub, sid, jti, exp } = Claims.parse(payload)
    return { id: jti, userId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) }
  } catch {
    return undefined // forged or expired
  }
}
