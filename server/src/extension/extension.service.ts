import type { TokenPair } from '@loadping/contract/sign-in/sign-in'
import { Problem } from '@loadping/contract/wire/problem'
import { type Deps, inTransaction, type PublicContext } from '../context.ts'
import { logSecurityEvent } from '../security-events.ts'
import { isSessionActive, openSession } from '../sessions/sessions.service.ts'
import * as store from './extension.store.ts'
import { readPairingCode } from './pairing-code.ts'

/** Opens a child session of the dashboard session that created the code, which must be active. A code works once. */
export async function redeemPairingCode(ctx: PublicContext, code: string): Promise<TokenPair> {
  try {
    return await createLinkedSession(ctx, code)
  } catch (error) {
    if (error instanceof Problem) logSecurityEvent(ctx, 'sign-in-failed', { method: 'extension' })
    throw error
  }
}

async function createLinkedSession(ctx: PublicContext, code: string): Promise<TokenPair> {
  const pairing = readPairingCode(ctx, code)
  if (!pairing) throw new Problem('not-signed-in', 'This code is invalid or expired.')

  return inTransaction(ctx, async (tx) => {
    const claimed = await store.claimCode(tx.db, { id: pairing.id, expiresAt: pairing.expiresAt })
    if (!claimed) throw new Problem('not-signed-in', 'This code was already used.')
    const { userId, sessionId } = pairing
    if (!(await isSessionActive(tx, sessionId)))
      throw new Problem('not-signed-in', 'You logged out of the dashboard. Log in and try again.')
    return openSession(tx, { userId, audience: 'extension', parentId: sessionId })
  })
}

/** Deletes used codes that have expired. */
export const deleteExpiredPairingCodes = (ctx: Deps): Promise<unknown> => store.deleteCodes(ctx.db, ctx.now())
