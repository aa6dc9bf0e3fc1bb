import { Problem } from '@loadping/contract/problem'
import type { TokenPair } from '@loadping/contract/sign-in'
import { type Deps, inTransaction, type PublicContext } from '../context.ts'
import { openSession } from '../sign-in/sessions.service.ts'
import * as store from './extension.store.ts'
import { makePickUpCode, readPickUpCode } from './pick-up-code.ts'

/** A code with which the extension can open a session for this person. */
export const offerSession = (ctx: Deps, userId: string): Promise<string> => makePickUpCode(ctx, userId)

/** Opens a session of the extension's own for whoever's dashboard made the code; a code works once. */
export async function tradePickUpCode(ctx: PublicContext, code: string): Promise<TokenPair> {
  const pickUp = await readPickUpCode(ctx, code)
  if (!pickUp) throw new Problem('not-signed-in', 'This code is not one of ours, or has expired.')

  return inTransaction(ctx, async (inside) => {
    const claimed = await store.claimCode(inside.db, { id: pickUp.id, expiresAt: pickUp.expiresAt })
    if (!claimed) throw new Problem('not-signed-in', 'This code was used before.')
    return openSession(inside, pickUp.userId, 'extension')
  })
}
