import { Problem } from '@loadping/contract/problem'
import type { Deps } from '../context.ts'
import { hashToken } from '../keys.ts'
import * as store from './arrival-codes.store.ts'

const lifetimeMs = 60_000

/**
 * A one-time code for the browser that knows the challenge's verifier (D2.3). The same way to the provider and back always has the same code,
 * so that it is made once: again it is undefined.
 */
export async function makeArrivalCode(
  ctx: Deps,
  { state, userId, challenge }: { state: string; userId: string; challenge: string },
): Promise<string | undefined> {
  const code = ctx.keys.mac('arrival-code', state)
  const isNew = await store.addArrivalCode(ctx.db, { codeHash: hashToken(code), userId, challenge, expiresAt: new Date(ctx.now().getTime() + lifetimeMs) })
  return isNew ? code : undefined
}

/** Uses a code up and answers whose it is; a wrong verifier uses nothing up. */
export async function claimArrivalCode(ctx: Deps, code: string, verifier: string): Promise<string> {
  const claimed = await store.claimArrivalCode(ctx.db, { codeHash: hashToken(code), challenge: hashToken(verifier), now: ctx.now() })
  if (claimed) return claimed.userId
  throw new Problem('invalid-input', 'This sign-in was used or has expired.', { accessToken: 'This sign-in was used or has expired.' })
}

/** Removes codes of an hour ago: a way to the provider and back, which must not have its code twice, takes ten minutes at most. */
export const sweepArrivalCodes = (ctx: Deps): Promise<unknown> => store.deleteArrivalCodes(ctx.db, new Date(ctx.now().getTime() - 3_600_000))
