import { Problem } from '@loadping/contract/problem'
import { IdentityProviderId } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import { hashToken } from '../keys.ts'
import * as store from './one-time-codes.store.ts'

const lifetimeMs = 60_000

/** A mailbox that a provider let us send from, and the token that renews the leave. */
type ConnectedMailbox = { kind: IdentityProviderId; address: string; grant: string }

/**
 * A one-time code for the browser that knows the challenge's verifier (D2.3): it signs in, or connects a mailbox. The same way to the provider
 * and back always has the same code, so that it is made once: again it is undefined.
 */
export async function createOneTimeCode(
  ctx: Deps,
  {
    state,
    userId,
    challenge,
    mailbox,
  }: { state: string; userId: string; challenge: string; mailbox?: ConnectedMailbox },
): Promise<string | undefined> {
  const code = ctx.keys.hmac('one-time-code', state)
  const isNew = await store.addOneTimeCode(ctx.db, {
    codeHash: hashToken(code),
    userId,
    challenge,
    expiresAt: new Date(ctx.now().getTime() + lifetimeMs),
    connectKind: mailbox?.kind ?? null,
    encryptedCredentials: mailbox ? ctx.keys.encrypt(JSON.stringify(mailbox), connectContext(userId)) : null,
  })
  return isNew ? code : undefined
}

const connectContext = (userId: string): string => `connect ${userId}`
const ConnectedMailbox = z.object({ kind: IdentityProviderId, address: z.string(), grant: z.string() })

/** Uses a code up and answers whose it is; a wrong verifier uses nothing up. */
export async function redeemSignInCode(ctx: Deps, code: string, verifier: string): Promise<string> {
  const claimed = await store.redeemSignInCode(ctx.db, {
    codeHash: hashToken(code),
    challenge: hashToken(verifier),
    now: ctx.now(),
  })
  if (claimed) return claimed.userId
  throw new Problem('invalid-input', 'This sign-in was used or has expired.', {
    accessToken: 'This sign-in was used or has expired.',
  })
}

/** Uses a code up that connects a mailbox; of somebody else, or with a wrong verifier, it is worth nothing and stays. */
export async function redeemConnectCode(
  ctx: Deps,
  { code, verifier, userId }: { code: string; verifier: string; userId: string },
): Promise<ConnectedMailbox> {
  const claimed = await store.redeemConnectCode(ctx.db, {
    codeHash: hashToken(code),
    challenge: hashToken(verifier),
    userId,
    now: ctx.now(),
  })
  if (!claimed?.encryptedCredentials)
    throw new Problem('invalid-input', 'This was used or has expired. Connect the mailbox again.')
  return ConnectedMailbox.parse(JSON.parse(ctx.keys.decrypt(claimed.encryptedCredentials, connectContext(userId))))
}

/** Removes codes of an hour ago: a way to the provider and back, which must not have its code twice, takes ten minutes at most. */
export const deleteExpiredOneTimeCodes = (ctx: Deps): Promise<unknown> =>
  store.deleteExpiredOneTimeCodes(ctx.db, new Date(ctx.now().getTime() - 3_600_000))
