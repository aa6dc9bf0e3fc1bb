import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@loadping/contract/problem'
import { IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import type { DeliveryResult, MailSender, SmtpServer } from '../integrations/mailbox.ts'
import * as store from './mailboxes.store.ts'

type Credentials = store.MailboxKey
type Sealing = Pick<Deps, 'keys'>

/** What opens a mailbox is kept encrypted for this person and this kind alone: another's ciphertext in its place opens nothing (E17). */
export const encryptCredentials = ({ keys }: Sealing, { userId, kind }: Credentials, credentials: string): string =>
  keys.encrypt(credentials, `mailbox ${kind} ${userId}`)

/** Undefined where AUTH_SECRET was changed since, or where it is another's. */
function decryptCredentials(
  { keys }: Sealing,
  { userId, kind }: Credentials,
  sealed: string | null,
): string | undefined {
  try {
    return keys.decrypt(sealed ?? '', `mailbox ${kind} ${userId}`)
  } catch {
    return undefined
  }
}

/** Why a mailbox cannot be opened although nobody closed it. */
export const credentialsUnreadable = 'What opens this mailbox can no longer be read. Connect it again.'

const Server = z.object({
  host: z.string(),
  port: z.union([z.literal(465), z.literal(587)]),
  user: z.string(),
  password: z.string(),
})

/** The server behind a mailbox of one's own; undefined where it cannot be read any more. */
export function openServer(ctx: Sealing, row: store.MailboxRow): SmtpServer | undefined {
  const credentials = decryptCredentials(ctx, row, row.encryptedCredentials)
  return credentials === undefined ? undefined : Server.parse(JSON.parse(credentials))
}

export const canOpen = (ctx: Sealing, row: store.MailboxRow): boolean =>
  decryptCredentials(ctx, row, row.encryptedCredentials) !== undefined

/** A mailbox ready to take a message, whatever it takes to open it. One that lets us in no more says so at its card from then on. */
export function openMailSender(ctx: Deps, row: store.MailboxRow): MailSender {
  if (row.kind === 'relay') return ctx.relay
  if (row.connectionError !== null) return locked(row.connectionError)
  if (!canOpen(ctx, row)) return locked(credentialsUnreadable)
  return {
    async send(message, beforeData) {
      const { used, result } = await attemptSend(ctx, row, (mailbox) => mailbox.send(message, once(beforeData)))
      return result.outcome === 'unauthorized' ? recordAuthFailure(ctx, used, result.reason) : result
    },
  }
}

const locked = (reason: string): MailSender => ({ send: async () => ({ outcome: 'unauthorized', reason }) })

/** Writes down that a mailbox let us in no more, unless it was connected anew meanwhile. */
async function recordAuthFailure(ctx: Deps, used: store.MailboxRow, words: string): Promise<DeliveryResult> {
  const { data: provider } = IdentityProviderId.safeParse(used.kind)
  const failure = provider
    ? `${identityProviders[provider].name} no longer lets us send from ${used.address}. Connect it again.`
    : `Your mail server did not take the login. ${words}`
  await store.markNeedsReconnect(ctx.db, used, failure)
  return { outcome: 'unauthorized', reason: failure }
}

type Attempt = (mailbox: MailSender) => Promise<DeliveryResult>
type Attempted = { used: store.MailboxRow; result: DeliveryResult }

/**
 * Makes one attempt, with what opens the mailbox now. Over Google or Outlook an access token that is refused is renewed, and the message tried
 * once more, since it was provably not taken (E08). Answers also with which grant it was.
 */
async function attemptSend(ctx: Deps, row: store.MailboxRow, attempt: Attempt): Promise<Attempted> {
  const server = row.kind === 'smtp' ? openServer(ctx, row) : undefined
  if (server) return { used: row, result: await attempt(ctx.mailSenders.smtp(server)) }
  const { data: provider } = IdentityProviderId.safeParse(row.kind)
  const open = provider && ctx.mailSenders[provider]
  if (!provider || !open) return { used: row, result: providerDisabled }

  const kept = await readAccess(ctx, row)
  const first = kept && { used: kept.row, result: await attempt(open(kept.accessToken)) }
  if (first && first.result.outcome !== 'unauthorized') return first
  const renewed = await refreshAccessToken(ctx, provider, row, kept?.accessToken)
  if ('result' in renewed) return renewed
  return { used: renewed.row, result: await attempt(open(renewed.accessToken)) }
}

const providerDisabled: DeliveryResult = {
  outcome: 'retry',
  reason: 'This way of sending is switched off at the moment.',
}

type Access = { row: store.MailboxRow; accessToken: string }

const accessContext = ({ userId, kind }: Credentials): string => `access ${kind} ${userId}`

/** The access token that was got last, while it is good for a minute more. */
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
    return undefined // another's, or of another AUTH_SECRET: it opens nothing
  }
}

/** For so long one worker alone asks the provider; longer than a provider is waited for. */
const refreshLeaseMs = 15_000

/** A new access token: one worker asks for it at a time, and the others wait for what it gets. */
async function refreshAccessToken(
  ctx: Deps,
  provider: IdentityProviderId,
  row: store.MailboxRow,
  refused: string | undefined,
): Promise<Access | Attempted> {
  for (let waited = 0; waited < refreshLeaseMs; waited += 200) {
    const now = ctx.now()
    const until = new Date(now.getTime() + refreshLeaseMs)
    const taken = await store.claimRefreshLease(ctx.db, row, { now, until })
    const meanwhile = await readAccess(ctx, row)
    if (meanwhile && meanwhile.accessToken !== refused) {
      if (taken) await store.finishRefresh(ctx.db, taken, until, {})
      return meanwhile
    }
    if (taken) return requestAccessToken(ctx, provider, taken, until)
    await sleep(200)
  }
  return { used: row, result: { outcome: 'retry', reason: 'The leave to send could not be renewed in time.' } }
}

async function requestAccessToken(
  ctx: Deps,
  provider: IdentityProviderId,
  row: store.MailboxRow,
  until: Date,
): Promise<Access | Attempted> {
  const credentials = decryptCredentials(ctx, row, row.encryptedCredentials)
  const renewal =
    credentials === undefined
      ? ({ outcome: 'rejected', reason: credentialsUnreadable } as const)
      : await ctx.identity[provider]?.refreshAccess(credentials)
  if (renewal?.outcome !== 'renewed') {
    await store.finishRefresh(ctx.db, row, until, {})
    if (!renewal) return { used: row, result: providerDisabled }
    return {
      used: row,
      result: { outcome: renewal.outcome === 'rejected' ? 'unauthorized' : 'retry', reason: renewal.reason },
    }
  }
  const { accessToken, seconds, refreshToken } = renewal
  const renewed = {
    encryptedAccessToken: ctx.keys.encrypt(accessToken, accessContext(row)),
    accessTokenExpiresAt: new Date(ctx.now().getTime() + seconds * 1_000),
    ...(refreshToken && { encryptedCredentials: encryptCredentials(ctx, row, refreshToken) }),
  }
  await store.finishRefresh(ctx.db, row, until, renewed)
  return { row: { ...row, ...renewed }, accessToken }
}

/** Gives a leave back to the provider; false while it cannot be reached. What cannot be read any more cannot be given back either. */
export async function revokeSendPermission(
  ctx: Deps,
  credentials: { userId: string; kind: IdentityProviderId },
  sealed: string,
): Promise<boolean> {
  const token = decryptCredentials(ctx, credentials, sealed)
  const provider = ctx.identity[credentials.kind]
  return token === undefined || provider === undefined || provider.revoke(token)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/** What a hand-over that did not come to its end means to the person who waits for it. */
export function toDeliveryProblem(result: DeliveryResult): Problem | undefined {
  if (result.outcome === 'accepted') return undefined
  const code = result.outcome === 'rejected' || result.outcome === 'unauthorized' ? 'not-allowed' : 'unavailable'
  return new Problem(code, result.reason)
}
