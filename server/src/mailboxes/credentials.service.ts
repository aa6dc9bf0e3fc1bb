import { setTimeout as sleep } from 'node:timers/promises'
import { brand } from '@loadping/contract/brand'
import { reachedNobody } from '@loadping/contract/emails/emails'
import { identityProviders, MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import type { DeliveryResult, MailSender, SmtpServer } from '../integrations/mailbox.ts'
import { announce } from '../live/live.service.ts'
import * as store from './mailboxes.store.ts'

type Credentials = store.MailboxKey
type KeyDeps = Pick<Deps, 'keys'>

/** What binds the credentials of a mailbox to it. */
export const credentialsContext = ({ userId, kind, address }: Credentials): string =>
  `mailbox ${kind} ${userId} ${address}`

/** Encrypts credentials for one mailbox. Moved to another mailbox, the ciphertext cannot be decrypted. */
export const encryptCredentials = ({ keys }: KeyDeps, mailbox: Credentials, credentials: string): string =>
  keys.encrypt(credentials, credentialsContext(mailbox))

/** Returns undefined if AUTH_SECRET changed or the ciphertext belongs to another mailbox. */
function decryptCredentials({ keys }: KeyDeps, mailbox: Credentials, encrypted: string | null): string | undefined {
  try {
    return keys.decrypt(encrypted ?? '', credentialsContext(mailbox))
  } catch {
    return undefined
  }
}

const loginOffText =
  'Microsoft, or the administrator of your Microsoft 365, switched off logins with a password. Connect Outlook instead.'

export const credentialsUnreadable = 'We lost access to this mailbox. Reconnect it.'

const Server = z.object({
  host: z.string(),
  port: z.union([z.literal(465), z.literal(587)]),
  user: z.string(),
  password: z.string(),
})

/** Returns the SMTP server of a mailbox, or undefined if its credentials can no longer be decrypted. */
export function openServer(ctx: KeyDeps, row: store.MailboxRow): SmtpServer | undefined {
  const credentials = decryptCredentials(ctx, row, row.encryptedCredentials)
  return credentials === undefined ? undefined : Server.parse(JSON.parse(credentials))
}

export const canOpen = (ctx: KeyDeps, row: store.MailboxRow): boolean =>
  decryptCredentials(ctx, row, row.encryptedCredentials) !== undefined

/** Why the relay of every user sends nothing. */
export const relayIsOff = 'This server has no relay. Connect a mailbox of your own.'

/** Sends nothing: an email of a sealed mailbox is read in the product. */
const sealed: MailSender = {
  async send(_message, beforeData) {
    await beforeData()
    return { outcome: 'accepted', note: reachedNobody }
  },
}

/**
 * Returns a sender for a mailbox; no setting lets a sealed one send. If the mailbox rejects our credentials, it is marked as
 * needing to be reconnected.
 */
export function openMailSender(ctx: Deps, row: store.MailboxRow): MailSender {
  if (row.isSealed) return sealed
  if (row.kind === 'relay') return brand.hasRelay ? ctx.relay : unauthorized(relayIsOff)
  if (row.connectionError !== null) return unauthorized(row.connectionError, row.isLoginOff)
  if (!canOpen(ctx, row)) return unauthorized(credentialsUnreadable)
  return {
    async send(message, beforeData) {
      const { used, result } = await attemptSend(ctx, row, (mailbox) => mailbox.send(message, once(beforeData)))
      return result.outcome === 'unauthorized' ? recordAuthFailure(ctx, used, result) : result
    },
  }
}

const unauthorized = (reason: string, isLoginOff = false): MailSender => ({
  send: async () => ({ outcome: 'unauthorized', reason, isLoginOff }),
})

/** Records that a mailbox rejected our credentials, unless they changed meanwhile. */
async function recordAuthFailure(
  ctx: Deps,
  used: store.MailboxRow,
  { reason: detail, isLoginOff = false }: DeliveryResult & { outcome: 'unauthorized' },
): Promise<DeliveryResult> {
  const { data: provider } = MailProviderId.safeParse(used.kind)
  const ofServer = isLoginOff ? loginOffText : `Your mail server rejected the login. ${detail}`
  const failure = provider
    ? `${identityProviders[provider].name} no longer allows us to send from ${used.address}. Reconnect it.`
    : ofServer
  await store.markNeedsReconnect(ctx.db, used, { connectionError: failure, isLoginOff })
  await announce(ctx, used.userId)
  return { outcome: 'unauthorized', reason: failure, isLoginOff }
}

type Attempt = (mailbox: MailSender) => Promise<DeliveryResult>
type Attempted = { used: store.MailboxRow; result: DeliveryResult }

/**
 * Makes one attempt, and another after a token refresh if Google or Outlook rejects the access token. Also returns the
 * mailbox row that was used.
 */
async function attemptSend(ctx: Deps, row: store.MailboxRow, attempt: Attempt): Promise<Attempted> {
  const server = row.kind === 'smtp' ? openServer(ctx, row) : undefined
  if (server) return { used: row, result: await attempt(ctx.mailSenders.smtp(server)) }
  const { data: provider } = MailProviderId.safeParse(row.kind)
  const open = provider && ctx.mailSenders[provider]
  if (!provider || !open) return { used: row, result: providerDisabled }

  const cached = await readAccess(ctx, row)
  const first = cached && { used: cached.row, result: await attempt(open(cached.accessToken)) }
  if (first && first.result.outcome !== 'unauthorized') return first
  const refreshed = await refreshAccessToken(ctx, provider, row, cached?.accessToken)
  if ('result' in refreshed) return refreshed
  return { used: refreshed.row, result: await attempt(open(refreshed.accessToken)) }
}

const providerDisabled: DeliveryResult = {
  outcome: 'retry',
  reason: 'Sending through this provider is turned off right now.',
}

type Access = { row: store.MailboxRow; accessToken: string }

/** What binds an access token to its mailbox. */
export const accessContext = ({ userId, kind, address }: Credentials): string => `access ${kind} ${userId} ${address}`

/** Returns the stored access token if it is valid for at least another minute. */
async function readAccess(ctx: Deps, credentials: Credentials): Promise<Access | undefined> {
  const row = await store.findMailbox(ctx.db, credentials)
  if (
    !row?.encryptedAccessToken ||
    !row.accessTokenExpiresAt ||
    row.accessTokenExpiresAt.getTime() - 60_000 <= ctx.now().getTime()
  )
    return undefined
  try {
    return { row, accessToken: ctx.keys.decrypt(row.encryptedAccessToken, accessContext(row)) }
  } catch {
    return undefined // encrypted for another mailbox or with another AUTH_SECRET
  }
}

/** How long a worker waits for the token that another worker requests; as long as the refresh lease. */
const maxWaitMs = 15_000

/** Gets a new access token. One worker at a time asks the provider; the others wait for its token. */
async function refreshAccessToken(
  ctx: Deps,
  provider: MailProviderId,
  row: store.MailboxRow,
  rejectedToken: string | undefined,
): Promise<Access | Attempted> {
  for (let waited = 0; waited < maxWaitMs; waited += 200) {
    const leased = await store.claimRefreshLease(ctx.db, row)
    const current = await readAccess(ctx, row)
    if (current && current.accessToken !== rejectedToken) {
      if (leased) await store.finishRefresh(ctx.db, leased, {})
      return current
    }
    if (leased) return requestAccessToken(ctx, provider, leased)
    await sleep(200)
  }
  return {
    used: row,
    result: { outcome: 'retry', reason: "We couldn't refresh access to this mailbox. We'll try again." },
  }
}

async function requestAccessToken(
  ctx: Deps,
  provider: MailProviderId,
  row: store.MailboxRow,
): Promise<Access | Attempted> {
  const credentials = decryptCredentials(ctx, row, row.encryptedCredentials)
  const refresh =
    credentials === undefined
      ? ({ outcome: 'rejected', reason: credentialsUnreadable } as const)
      : await ctx.identity[provider]?.refreshAccess(credentials)
  if (refresh?.outcome !== 'refreshed') {
    await store.finishRefresh(ctx.db, row, {})
    if (!refresh) return { used: row, result: providerDisabled }
    return {
      used: row,
      result: { outcome: refresh.outcome === 'rejected' ? 'unauthorized' : 'retry', reason: refresh.reason },
    }
  }
  const { accessToken, seconds, refreshToken } = refresh
  const tokens = {
    encryptedAccessToken: ctx.keys.encrypt(accessToken, accessContext(row)),
    accessTokenExpiresAt: new Date(ctx.now().getTime() + seconds * 1_000),
    ...(refreshToken && { encryptedCredentials: encryptCredentials(ctx, row, refreshToken) }),
  }
  await store.finishRefresh(ctx.db, row, tokens)
  return { row: { ...row, ...tokens }, accessToken }
}

/**
 * Revokes a send permission. Returns false while the provider cannot be reached, true if done or no longer decryptable.
 */
export async function revokeSendPermission(
  ctx: Deps,
  credentials: Credentials & { kind: MailProviderId },
  encrypted: string,
): Promise<boolean> {
  const token = decryptCredentials(ctx, credentials, encrypted)
  const provider = ctx.identity[credentials.kind]
  return token === undefined || provider === undefined || provider.revoke(token)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/** Converts a failed delivery to the problem that the waiting user sees. */
export function toDeliveryProblem(result: DeliveryResult): Problem | undefined {
  if (result.outcome === 'accepted') return undefined
  const code = result.outcome === 'rejected' || result.outcome === 'unauthorized' ? 'not-allowed' : 'unavailable'
  return new Problem(code, result.reason)
}
