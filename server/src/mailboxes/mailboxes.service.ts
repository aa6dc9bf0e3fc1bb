import type { Mailbox, MailboxKind } from '@loadping/contract/mailboxes'
import { Problem } from '@loadping/contract/problem'
import { IdentityProviderId } from '@loadping/contract/sign-in'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { queueRevocation } from '../emails/queue.service.ts'
import { logSecurityEvent } from '../operations/security-events.service.ts'
import { canOpen, credentialsUnreadable, encryptCredentials, openServer } from './credentials.service.ts'
import * as store from './mailboxes.store.ts'

export type MailboxRow = store.MailboxRow

export async function listMailboxes(ctx: Context): Promise<Mailbox[]> {
  const rows = await store.listMailboxes(ctx.db, ctx.caller.userId)
  return rows.map((row, index) => toMailbox(ctx, row, index === 0))
}

export async function getMailbox(ctx: Context, kind: MailboxKind): Promise<Mailbox> {
  const mailbox = (await listMailboxes(ctx)).find((one) => one.kind === kind)
  if (!mailbox) throw notConnected()
  return mailbox
}

/** Has new mail leave from one of the caller's mailboxes. */
export async function setDefaultMailbox(ctx: Context, kind: MailboxKind): Promise<Mailbox[]> {
  const { userId } = ctx.caller
  const exists = await store.setDefaultMailbox(ctx.db, { userId, kind }, await nextDefaultSince(ctx, userId))
  if (!exists) throw notConnected()
  return listMailboxes(ctx)
}

/** Forgets a mailbox, and gives the leave to send from it back to the provider, however long that takes. */
export async function disconnectMailbox(ctx: Deps, mailbox: store.MailboxKey): Promise<null> {
  await inTransaction(ctx, async (tx) => {
    const removed = await store.removeMailbox(tx.db, mailbox)
    if (!removed) return
    await queueRevocationFor(tx, removed)
    logSecurityEvent(ctx, 'mailbox-disconnected', mailbox)
  })
  ctx.wakeOutbox()
  return null
}

async function queueRevocationFor(
  ctx: Deps,
  { userId, kind, address, encryptedCredentials }: MailboxRow,
): Promise<void> {
  const { data: provider } = IdentityProviderId.safeParse(kind)
  if (provider && encryptedCredentials)
    await queueRevocation(ctx, { userId, kind: provider, address, encryptedCredentials })
}

/**
 * Connects a mailbox of the person's own. What opens it is kept encrypted; `isDefault` has new mail leave from it, also where it was connected
 * before.
 */
export async function connectMailbox(
  ctx: Deps,
  mailbox: store.MailboxKey,
  { address, credentials, isDefault }: { address: string; credentials: string; isDefault: boolean },
): Promise<void> {
  const now = ctx.now()
  const connected = {
    ...mailbox,
    address,
    encryptedCredentials: encryptCredentials(ctx, mailbox, credentials),
    connectedAt: now,
  }
  await inTransaction(ctx, async (tx) => {
    const before = await store.findMailbox(tx.db, mailbox)
    if (before && before.address !== address) await queueRevocationFor(tx, before)
    await store.saveMailbox(
      tx.db,
      { ...connected, defaultSince: await nextDefaultSince(tx, mailbox.userId) },
      { isDefault },
    )
  })
  logSecurityEvent(ctx, 'mailbox-connected', mailbox)
}

export const hasMailbox = async (ctx: Deps, mailbox: store.MailboxKey): Promise<boolean> =>
  (await store.findMailbox(ctx.db, mailbox)) !== undefined

/** Lets LoadPing's relay send for somebody who has proved the address; answers go there, and a mailbox of their own goes before it (D3.1). */
export const connectRelay = (ctx: Deps, { userId, address }: { userId: string; address: string }): Promise<unknown> =>
  store.addRelay(ctx.db, { userId, address, connectedAt: ctx.now(), defaultSince: new Date(0) })

/** From where a person's new mail leaves; undefined while they have no mailbox there that lets us in. */
export async function findSendingMailbox(
  ctx: Deps,
  userId: string,
): Promise<{ kind: MailboxKind; address: string } | undefined> {
  const [selected] = await store.listMailboxes(ctx.db, userId)
  return selected?.connectionError === null ? selected : undefined
}

/** One of a person's mailboxes as it is kept, for whoever hands mail over to it. */
export const findMailbox = (ctx: Deps, mailbox: store.MailboxKey): Promise<store.MailboxRow | undefined> =>
  store.findMailbox(ctx.db, mailbox)

/** All mailboxes of some people. */
export const listMailboxesOf = (ctx: Deps, userIds: string[]): Promise<MailboxRow[]> =>
  store.listMailboxesOf(ctx.db, userIds)

/** A moment after every choice so far, also where the clock was set back. */
async function nextDefaultSince(ctx: Deps, userId: string): Promise<Date> {
  const [selected] = await store.listMailboxes(ctx.db, userId)
  return new Date(Math.max(ctx.now().getTime(), (selected?.defaultSince.getTime() ?? 0) + 1))
}

const notConnected = () => new Problem('not-found', 'This mailbox is not connected.')

const toMailbox = (ctx: Deps, row: store.MailboxRow, isDefault: boolean): Mailbox => ({
  kind: row.kind,
  address: row.address,
  isDefault,
  connectedAt: row.connectedAt.toISOString(),
  failure: row.connectionError ?? (row.kind !== 'relay' && !canOpen(ctx, row) ? credentialsUnreadable : null),
  server: row.kind === 'smtp' ? (openServer(ctx, row) ?? null) : null,
})
