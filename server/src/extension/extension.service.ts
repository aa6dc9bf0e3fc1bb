import { Problem } from '@loadping/contract/problem'
import type { TokenPair } from '@loadping/contract/sign-in'
import { type Caller, type Deps, inTransaction, type PublicContext } from '../context.ts'
import { logSecurityEvent } from '../operations/security-events.service.ts'
import { isSessionActive, openSession } from '../sign-in/sessions.service.ts'
import * as store from './extension.store.ts'
import { createPairingCode, readPairingCode } from './pairing-code.ts'

/** A code with which the extension can open a session beside the caller's own. */
export const offerSession = (ctx: Deps, caller: Pick<Caller, 'userId' | 'sessionId'>): Promise<string> =>
  createPairingCode(ctx, caller)

/** Opens a session of the extension's own beside the dashboard's that made the code, which must still be good; a code works once. */
export async function redeemPairingCode(ctx: PublicContext, code: string): Promise<TokenPair> {
  try {
    return await createLinkedSession(ctx, code)
  } catch (error) {
    if (error instanceof Problem) logSecurityEvent(ctx, 'sign-in-failed', { method: 'extension' })
    throw error
  }
}

async function createLinkedSession(ctx: PublicContext, code: string): Promise<TokenPair> {
  const pickUp = await readPairingCode(ctx, code)
  if (!pickUp) throw new Problem('not-signed-in', 'This code is not one of ours, or has expired.')

  return inTransaction(ctx, async (tx) => {
    const claimed = await store.claimCode(tx.db, { id: pickUp.id, expiresAt: pickUp.expiresAt })
    if (!claimed) throw new Problem('not-signed-in', 'This code was used before.')
    const { userId, sessionId } = pickUp
    if (!(await isSessionActive(tx, sessionId)))
      throw new Problem('not-signed-in', 'Whoever made this code has logged out.')
    return openSession(tx, { userId, audience: 'extension', parentId: sessionId })
  })
}

/** Forgets used codes that have run out, and so cannot come again. */
export const deleteExpiredPairingCodes = (ctx: Deps): Promise<unknown> => store.deleteCodes(ctx.db, ctx.now())
