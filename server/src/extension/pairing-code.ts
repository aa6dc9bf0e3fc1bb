import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import { readJwt, signJwt } from '../jwt.ts'

const lifetimeSeconds = 5 * 60
const Claims = z.strictObject({ iss: z.string(), sub: z.uuid(), sid: z.uuid(), jti: z.uuid(), exp: z.int() })

type PairingClaims = { userId: string; sessionId: string }

/** Creates a signed code with which the extension can open its own session once, within five minutes. */
export function createPairingCode(ctx: Deps, { userId, sessionId }: PairingClaims): string {
  const exp = Math.floor(ctx.now().getTime() / 1000) + lifetimeSeconds
  const claims: z.infer<typeof Claims> = { iss: ctx.baseUrl, sub: userId, sid: sessionId, jti: randomUUID(), exp }
  return signJwt(ctx.keys.signing('pairing'), 'pairing+jwt', claims)
}

/** Returns the claims of a valid code, else undefined. */
export function readPairingCode(
  ctx: Deps,
  code: string,
): (PairingClaims & { id: string; expiresAt: Date }) | undefined {
  const { data: claims } = Claims.safeParse(readJwt(ctx.keys.verifying('pairing'), 'pairing+jwt', code))
  if (claims?.iss !== ctx.baseUrl || claims.exp * 1000 <= ctx.now().getTime()) return undefined
  return { id: claims.jti, userId: claims.sub, sessionId: claims.sid, expiresAt: new Date(claims.exp * 1000) }
}
