import { brand } from '@loadping/contract/brand'
import type { MailboxInUse } from '@loadping/contract/mailboxes/daily-use'
import { minForBounceShare } from '@loadping/contract/mailboxes/mail-limits'
import type { Mailbox, MailboxKind, MailboxName } from '@loadping/contract/mailboxes/mailboxes'
import { MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { Problem } from '@loadping/contract/wire/problem'
import { getAccount } from '../accounts/accounts.service.ts'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import { isReviewer } from '../accounts/reviewers.service.ts'
import { type Context, type DataDeps, type Deps, inTransaction } from '../context.ts'
import { announce } from '../live/live.service.ts'
import { queueSecurityEmail } from '../product-emails/security-email.ts'
import { logSecurityEvent } from '../security-events.ts'
import { canOpen, credentialsUnreadable, encryptCredentials, openServer, relayIsOff } from './credentials.service.ts'
import { forgetUse, listMailboxUse } from './daily-limits.service.ts'
import * as store from './mailboxes.store.ts'
import { queueRevocation } from './permission-revocation.service.ts'
import { forgetSlots } from './throttle.service.ts'

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

/** Whether a mailbox other than the relay is connected and works. */
export const hasOwnMailbox = async (ctx: Deps, userId: string): Promise<boolean> =>
  (await store.listMailboxes(ctx.db, { userId })).some(
    ({ kind, connectionError }) => kind !== 'relay' && connectionError === null,
  )

/** Counts people's own mailboxes: all, and those that must be connected again. */
export const countMailboxes = ({ db }: Pick<Deps, 'db'>) => store.countMailboxes(db)

export async function getMailbox(ctx: Context, { kind, address }: MailboxName): Promise<Mailbox> {
  const mailbox = (await listMailboxes(ctx)).find((one) => one.kind === kind && one.address === address)
  if (!mailbox) throw notConnected()
  return mailbox
}

/** Makes one of the caller's mailboxes the one that new emails use. */
export async function setDefaultMailbox(ctx: Context, name: MailboxName): Promise<Mailbox[]> {
  const { userId } = ctx.caller
  const exists = await store.setDefaultMailbox(ctx.db, { userId, ...name }, await nextDefaultSince(ctx, userId))
  if (!exists) throw notConnected()
  await announce(ctx, userId)
  return listMailboxes(ctx)
}

/** Disconnects one of the caller's mailboxes. The default chosen before it becomes the default again. */
export async function disconnectOwnMailbox(ctx: Context, name: MailboxName): Promise<Mailbox[]> {
  await disconnectMailbox(ctx, { userId: ctx.caller.userId, ...name })
  return listMailboxes(ctx)
}

/** Disconnects a mailbox and queues the revocation of its send permission. */
export async function disconnectMailbox(ctx: Deps, mailbox: store.MailboxKey): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const removed = await store.removeMailbox(tx.db, mailbox)
    if (!removed) return
    await queueRevocationFor(tx, removed)
    await announce(tx, mailbox.userId)
    logSecurityEvent(ctx, 'mailbox-disconnected', { userId: mailbox.userId, kind: mailbox.kind })
  })
  ctx.wakeJobs('permission-revocation')
}

async function queueRevocationFor(
  ctx: Deps,
  { userId, kind, address, encryptedCredentials }: MailboxRow,
): Promise<void> {
  const { data: provider } = MailProviderId.safeParse(kind)
  if (provider && encryptedCredentials)
    await queueRevocation(ctx, { userId, kind: provider, address, encryptedCredentials })
}

/** Connects a user's mailbox as the default, and tells them by email, or refreshes the credentials of a connected one. */
export async function connectMailbox(ctx: Deps, mailbox: store.MailboxKey, credentials: string): Promise<void> {
  const { userId, kind, address } = mailbox
  const isConnected = (await store.findMailbox(ctx.db, mailbox)) !== undefined
  await store.saveMailbox(ctx.db, {
    ...mailbox,
    encryptedCredentials: encryptCredentials(ctx, mailbox, credentials),
    connectedAt: ctx.now(),
    defaultSince: await nextDefaultSince(ctx, userId),
    isSealed: await isReviewer(ctx, (await getAccount(ctx, userId)).email),
  })
  await announce(ctx, userId)
  logSecurityEvent(ctx, 'mailbox-connected', { userId, kind })
  if (!isConnected) await queueSecurityEmail(ctx, userId, { what: 'mailbox', mailbox: { kind, address } })
}

/** Whether the caller proved an address: by signing in with it, or by a mailbox that was connected with it. */
export async function hasProved({ db, caller }: Context, address: string): Promise<boolean> {
  const mailboxes = await store.listMailboxes(db, { userId: caller.userId })
  return [caller.email, ...mailboxes.map((mailbox) => mailbox.address)].some(
    (proved) => proved.toLowerCase() === address,
  )
}

/** Lists the addresses of a user's mailboxes of one kind. */
export const listAddresses = async (
  ctx: Deps,
  { userId, kind }: Omit<store.MailboxKey, 'address'>,
): Promise<string[]> =>
  (await store.listMailboxes(ctx.db, { userId })).filter((row) => row.kind === kind).map(({ address }) => address)

/**
 * Connects the relay, if there is one, for a verified address, with replies to it. Any other mailbox of the user comes
 * before it. A reviewer's is sealed.
 */
export async function connectRelay(ctx: Deps, { userId, address }: { userId: string; address: string }): Promise<void> {
  const isSealed = await isReviewer(ctx, address)
  if (isSealed || brand.hasRelay)
    await store.addRelay(ctx.db, { userId, address, connectedAt: ctx.now(), defaultSince: new Date(0), isSealed })
}

/** Lets the relays of all users send or not, as the setting says; for the start of a process. */
export async function applyRelaySetting({ db }: DataDeps): Promise<void> {
  await store.setRelayErrors(db, brand.hasRelay ? null : relayIsOff) // a relay has no other error
}

/** Lets replies to what the relay sends for a user go to another address. Emails that wait for the old one fail. */
export const moveRelay = ({ db }: DataDeps, move: { userId: string; from: string; to: string }) =>
  store.moveRelay(db, move)

/** Returns the mailbox that a user's new emails use, with its connection error, if any. */
export const findDefaultMailbox = async (ctx: Deps, userId: string): Promise<MailboxRow | undefined> =>
  (await store.listMailboxes(ctx.db, { userId })).at(0)

/**
 * Returns the function that finds which of a user's mailboxes goes on in the thread of an email: the one that it left from if
 * that works, else the default. Undefined if that does not work.
 */
export async function findThreadMailboxes(
  ctx: Deps,
  userId: string,
): Promise<(email: { mailboxKind: MailboxKind; replyTo: string }) => MailboxRow | undefined> {
  const rows = await store.listMailboxes(ctx.db, { userId })
  const isWorking = ({ connectionError }: MailboxRow) => connectionError === null
  return ({ mailboxKind, replyTo }) =>
    rows.find((row) => row.kind === mailboxKind && row.address === replyTo && isWorking(row)) ??
    rows.slice(0, 1).find(isWorking)
}

type OwnUse = {
  inUse: MailboxInUse | undefined
  broken: Pick<Mailbox, 'kind' | 'address' | 'isDefault' | 'failure'>[]
}

/**
 * Reads what people's default mailboxes have sent of their daily limits, and which must be reconnected. Returns a function
 * that has them of one person.
 */
export async function readUse(ctx: Deps, userIds: string[]): Promise<(userId: string) => OwnUse> {
  const rowsOf = Map.groupBy(await store.listMailboxesOf(ctx.db, { userIds }), ({ userId }) => userId)
  const defaults = [...rowsOf.values()].flatMap((rows) => rows.slice(0, 1))
  const uses = defaults.length > 0 ? await listMailboxUse(ctx, defaults) : []
  const usesByUser = new Map(defaults.map(({ userId }, index) => [userId, uses[index]]))
  return (userId) => {
    const rows = rowsOf.get(userId) ?? []
    const [first] = rows
    const use = usesByUser.get(userId)
    const broken = rows
      .map((row, index) => ({
        kind: row.kind,
        address: row.address,
        isDefault: index === 0,
        failure: failureOf(ctx, row),
      }))
      .filter(({ failure }) => failure !== null)
    return { inUse: first && use && { kind: first.kind, address: first.address, use }, broken }
  }
}

/** Returns the mailbox with this name. Throws if it is not connected. */
export async function getMailboxRow(ctx: Context, name: MailboxName): Promise<MailboxRow> {
  const row = await store.findMailbox(ctx.db, { userId: ctx.caller.userId, ...name })
  if (!row) throw notConnected()
  return row
}

export const listMailboxesOf = (ctx: Deps, userIds: string[]): Promise<MailboxRow[]> =>
  store.listMailboxesOf(ctx.db, { userIds })

/** Returns a time after every earlier choice of a default, even if the clock was set back. */
async function nextDefaultSince(ctx: Deps, userId: string): Promise<Date> {
  const [defaultMailbox] = await store.listMailboxes(ctx.db, { userId })
  return new Date(Math.max(ctx.now().getTime(), (defaultMailbox?.defaultSince.getTime() ?? 0) + 1))
}

const notConnected = () => new Problem('not-found', 'This mailbox is not connected.')

/** Why a mailbox must be reconnected before it can send. */
const failureOf = (ctx: Deps, row: store.MailboxRow): string | null =>
  row.connectionError ?? (row.kind !== 'relay' && !canOpen(ctx, row) ? credentialsUnreadable : null)

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
  isLoginOff: row.isLoginOff,
  failure: failureOf(ctx, row),
  server: row.kind === 'smtp' ? (openServer(ctx, row) ?? null) : null,
})

/**
 * Disconnects all mailboxes of a user, which revokes send permissions, and forgets what they sent, unless another user sends
 * from them too.
 */
export const disconnectAll: DeletionStep = async (ctx, { userId }) => {
  for (const { kind, address } of await store.listMailboxes(ctx.db, { userId })) {
    await disconnectMailbox(ctx, { userId, kind, address })
    if (await store.isConnected(ctx.db, { kind, address })) continue
    await forgetSlots(ctx, { kind, address })
    await forgetUse(ctx, { kind, address })
  }
}
