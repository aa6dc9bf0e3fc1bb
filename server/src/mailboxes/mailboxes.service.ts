import type { Mailbox, MailboxKind } from '@loadping/contract/mailboxes'
import { Problem } from '@loadping/contract/problem'
import { minForBounceShare } from '@loadping/contract/rules/mail-limits'
import { IdentityProviderId } from '@loadping/contract/sign-in'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { logSecurityEvent } from '../security-events.ts'
import { canOpen, credentialsUnreadable, encryptCredentials, openServer } from './credentials.service.ts'
import { listMailboxUse } from './daily-limits.service.ts'
import * as store from './mailboxes.store.ts'
import { queueRevocation } from './permission-revocation.service.ts'

export type MailboxRow = store.MailboxRow

export async function listMailboxes(ctx: Context): Promise<Mailbox[]> {
  const rows = await store.listMailboxes(ctx.db, { userId: ctx.caller.userId })
  const uses = await listMailboxUse(ctx, rows)
  const since = new Date(ctx.now().getTime() - 30 * 86_400_000)
  const counts = await store.countBounces(ctx.db, { userId: ctx.caller.userId, since })
  const bounceShareOf = ({ kind, address }: MailboxRow) => {
    const { sent = 0, bounced = 0 } = counts.find((one) => one.mailboxKind === kind && one.replyTo === address) ?? {}
    return sent < minForBounceShare ? null : bounced / sent
  }
  return rows.flatMap((row, index) => {
    const use = uses[index]
    return use ? [toMailbox(ctx, row, { use, bounceShare: bounceShareOf(row), isDefault: index === 0 })] : []
  })
}

export async function getMailbox(ctx: Context, kind: MailboxKind): Promise<Mailbox> {
  const mailbox = (await listMailboxes(ctx)).find((one) => one.kind === kind)
  if (!mailbox) throw notConnected()
  return mailbox
}

/** Makes one of the caller's mailboxes the one that new emails use. */
export async function setDefaultMailbox(ctx: Context, kind: MailboxKind): Promise<Mailbox[]> {
  const { userId } = ctx.caller
  const exists = await store.setDefaultMailbox(ctx.db, { userId, kind }, await nextDefaultSince(ctx, userId))
  if (!exists) throw notConnected()
  return listMailboxes(ctx)
}

/** Disconnects a mailbox and queues the revocation of its send permission. */
export async function disconnectMailbox(ctx: Deps, mailbox: store.MailboxKey): Promise<null> {
  await inTransaction(ctx, async (tx) => {
    const removed = await store.removeMailbox(tx.db, mailbox)
    if (!removed) return
    await queueRevocationFor(tx, removed)
    logSecurityEvent(ctx, 'mailbox-disconnected', mailbox)
  })
  ctx.wakeJobs('permission-revocation')
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

/** Connects a user's mailbox, or reconnects it. `makeDefault` makes it the default even if it was connected before. */
export async function connectMailbox(
  ctx: Deps,
  mailbox: store.MailboxKey,
  { address, credentials, makeDefault }: { address: string; credentials: string; makeDefault: boolean },
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
      { makeDefault },
    )
  })
  logSecurityEvent(ctx, 'mailbox-connected', mailbox)
}

export const hasMailbox = async (ctx: Deps, mailbox: store.MailboxKey): Promise<boolean> =>
  (await store.findMailbox(ctx.db, mailbox)) !== undefined

/** Connects the relay for a verified address, with replies to it. Any other mailbox of the user comes before it. */
export const connectRelay = (ctx: Deps, { userId, address }: { userId: string; address: string }): Promise<unknown> =>
  store.addRelay(ctx.db, { userId, address, connectedAt: ctx.now(), defaultSince: new Date(0) })

/** Whether a user's new emails have a mailbox: false if it is missing or needs to be reconnected. */
export async function canSend(ctx: Deps, userId: string): Promise<boolean> {
  const [defaultMailbox] = await store.listDefaultError(ctx.db, { userId })
  return defaultMailbox?.connectionError === null
}

/** Returns the mailbox that a user's new emails use, with its connection error, if any. */
export const findDefaultMailbox = async (ctx: Deps, userId: string): Promise<MailboxRow | undefined> =>
  (await store.listMailboxes(ctx.db, { userId })).at(0)

export const findMailbox = (ctx: Deps, mailbox: store.MailboxKey): Promise<store.MailboxRow | undefined> =>
  store.findMailbox(ctx.db, mailbox)

export const listMailboxesOf = (ctx: Deps, userIds: string[]): Promise<MailboxRow[]> =>
  store.listMailboxesOf(ctx.db, userIds)

/** Returns a time after every earlier choice of a default, even if the clock was set back. */
async function nextDefaultSince(ctx: Deps, userId: string): Promise<Date> {
  const [defaultMailbox] = await store.listMailboxes(ctx.db, { userId })
  return new Date(Math.max(ctx.now().getTime(), (defaultMailbox?.defaultSince.getTime() ?? 0) + 1))
}

const notConnected = () => new Problem('not-found', 'This mailbox is not connected.')

const toMailbox = (
  ctx: Deps,
  row: store.MailboxRow,
  { use, bounceShare, isDefault }: Pick<Mailbox, 'use' | 'bounceShare' | 'isDefault'>,
): Mailbox => ({
  use,
  bounceShare,
  kind: row.kind,
  address: row.address,
  isDefault,
  connectedAt: row.connectedAt.toISOString(),
  failure: row.connectionError ?? (row.kind !== 'relay' && !canOpen(ctx, row) ? credentialsUnreadable : null),
  server: row.kind === 'smtp' ? (openServer(ctx, row) ?? null) : null,
})
