import type { Deps } from '../context.ts'
import { hashToken } from '../keys.ts'
import * as store from './one-time-codes.store.ts'

const lifetimeMs = 60_000

type NewCode = { purpose: store.Purpose; state: string; userId: string; challenge: string; payload?: object }

/**
 * Creates a one-time code with an encrypted payload, which only the browser with the verifier can redeem. Returns
 * undefined if the exchange already has its code.
 */
export async function createOneTimeCode(
  ctx: Deps,
  { purpose, state, userId, challenge, payload }: NewCode,
): Promise<string | undefined> {
  const code = ctx.keys.hmac('one-time-code', state)
  const isNew = await store.addOneTimeCode(ctx.db, {
    codeHash: hashToken(code),
    purpose,
    userId,
    challenge,
    expiresAt: new Date(ctx.now().getTime() + lifetimeMs),
    encryptedPayload: payload ? ctx.keys.encrypt(JSON.stringify(payload), payloadContext(userId)) : null,
  })
  return isNew ? code : undefined
}

/**
 * Redeems a code and returns its user and payload. A wrong verifier, purpose or user returns undefined and leaves the
 * code valid.
 */
export async function redeemOneTimeCode(
  ctx: Deps,
  { purpose, code, verifier, userId }: { purpose: store.Purpose; code: string; verifier: string; userId?: string },
): Promise<{ userId: string; payload: unknown } | undefined> {
  const redeemed = await store.redeemOneTimeCode(ctx.db, {
    purpose,
    codeHash: hashToken(code),
    challenge: hashToken(verifier),
    userId,
    now: ctx.now(),
  })
  if (!redeemed) return undefined
  const { encryptedPayload } = redeemed
  const payload: unknown = encryptedPayload
    ? JSON.parse(ctx.keys.decrypt(encryptedPayload, payloadContext(redeemed.userId)))
    : undefined
  return { userId: redeemed.userId, payload }
}

const payloadContext = (userId: string): string => `connect ${userId}`

/** Deletes codes an hour after they expired. An exchange takes ten minutes at most, so it cannot get a second code. */
export const deleteExpiredOneTimeCodes = (ctx: Deps): Promise<unknown> =>
  store.deleteExpiredOneTimeCodes(ctx.db, new Date(ctx.now().getTime() - 3_600_000))
