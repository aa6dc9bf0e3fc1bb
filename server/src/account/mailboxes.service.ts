import type { Deps } from '../context.ts'
import * as store from './mailboxes.store.ts'

type OwnMailbox = { userId: string; kind: 'google' | 'outlook' }

/** Connects the person's own mailbox; what renews the leave to send from it is kept encrypted for this person and this provider alone. */
export async function connectMailbox(
  ctx: Deps,
  { userId, kind }: OwnMailbox,
  { address, refreshToken }: { address: string; refreshToken: string },
): Promise<void> {
  const sealedGrant = ctx.keys.seal(refreshToken, `mailbox ${kind} ${userId}`)
  await store.saveMailbox(ctx.db, { userId, kind, address, sealedGrant, connectedAt: ctx.now() })
}

/** Forgets a mailbox from which the person no longer lets us send. */
export const disconnectMailbox = (ctx: Deps, mailbox: OwnMailbox): Promise<unknown> => store.removeMailbox(ctx.db, mailbox)

export const hasMailbox = async (ctx: Deps, mailbox: OwnMailbox): Promise<boolean> => (await store.findMailbox(ctx.db, mailbox)) !== undefined
