import { Problem } from '@loadping/contract/problem'
import type { TokenPair } from '@loadping/contract/sign-in'
import { type Caller, type Deps, inTransaction, type PublicContext } from '../context.ts'
import { noteSecurity } from '../operations/security-events.service.ts'
import { isSessionGood, openSession } from '../sign-in/sessions.service.ts'
import * as store from './extension.store.ts'
import { makePickUpCode, readPickUpCode } from './pick-up-code.ts'

/** A code with which the extension can open a session beside the caller's own. */
export const offerSession = (ctx: Deps, caller: Pick<Caller, 'userId' | 'sessionId'>): Promise<string> => makePickUpCode(ctx, caller)

/** Opens a session of the extension's own beside the dashboard's that made the code, which must still be good; a code works once. */
export async function tradePickUpCode(ctx: PublicContext, code: string): Promise<TokenPair> {
  try {
    return await openBeside(ctx, code)
  } catch (error) {
    if (error instanceof Problem) noteSecurity(ctx, 'sign-in-failed', { way: 'extension' })
    throw error
  }
}

async function openBeside(ctx: PublicContext, code: string): Promise<TokenPair> {
  const pickUp = await readPickUpCode(ctx, code)
  if (!pickUp) throw new Problem('not-signed-in', 'This code is not one of ours, or has expired.')

  return inTransaction(ctx, async (inside) => {
    const claimed = await store.claimCode(inside.db, { id: pickUp.id, expiresAt: pickUp.expiresAt })
    if (!claimed) throw new Problem('not-signed-in', 'This code was used before.')
    const { userId, sessionId } = pickUp
    if (!(await isSessionGood(inside, sessionId))) throw new Problem('not-signed-in', 'Whoever made this code has logged out.')
    return openSession(inside, { userId, audience: 'extension', parentId: sessionId })
  })
}

/** Forgets used codes that have run out, and so cannot come again. */
export const sweepPickUpCodes = (ctx: Deps): Promise<unknown> => store.deleteCodes(ctx.db, ctx.now())
