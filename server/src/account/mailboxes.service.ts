import type { Deps } from '../context.ts'
import type { MailboxKind, OwnMailbox } from './mailboxes.store.ts'
import * as store from './mailboxes.store.ts'

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

export const hasMailbox = async (ctx: Deps, { userId, kind }: OwnMailbox): Promise<boolean> =>
  (await store.listMailboxes(ctx.db, userId)).some((mailbox) => mailbox.kind === kind)

/** Lets LoadPing's relay send for somebody who has proved the address; answers go there. */
export const connectRelay = (ctx: Deps, { userId, address }: { userId: string; address: string }): Promise<unknown> =>
  store.addRelay(ctx.db, { userId, address, connectedAt: ctx.now() })

/** From where a person sends: their own mailbox before the relay; undefined while they have none. */
export const findSendingMailbox = async (ctx: Deps, userId: string): Promise<{ kind: MailboxKind; address: string } | undefined> =>
  (await store.listMailboxes(ctx.db, userId))[0]
