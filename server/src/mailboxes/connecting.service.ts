import { randomUUID } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import type { Mailbox, MailboxKind, SmtpDraft } from '@loadping/contract/mailboxes'
import { pages } from '@loadping/contract/pages'
import { Problem } from '@loadping/contract/problem'
import { isMicrosoftServer } from '@loadping/contract/rules/mail-limits'
import { IdentityProviderId, identityProviders, type ProviderProblem } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import type { Context, PublicContext } from '../context.ts'
import type { AuthResult } from '../integrations/identity-provider.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { isSendingPaused } from '../kill-switches/kill-switches.service.ts'
import { type OAuthStart, startOAuth } from '../oauth/oauth.service.ts'
import { createOneTimeCode, redeemOneTimeCode } from '../oauth/one-time-codes.service.ts'
import { openMailSender, toDeliveryProblem } from './credentials.service.ts'
import { connectMailbox, findMailbox, getMailbox } from './mailboxes.service.ts'
import { reserveSlotNow } from './throttle.service.ts'

const purpose = 'connect-mailbox'

const ConnectToken = z.object({ userId: z.string(), challenge: z.string(), expiresAt: z.number() })

/**
 * Returns the URL that starts connecting a mailbox. Only the browser that knows the challenge's verifier can finish it.
 */
export function startConnect(ctx: Context, kind: IdentityProviderId, challenge: string): { url: string } {
  const token = { userId: ctx.caller.userId, challenge, expiresAt: ctx.now().getTime() + 60_000 }
  const query = new URLSearchParams({ challenge, connect: ctx.keys.encrypt(JSON.stringify(token), tokenContext(kind)) })
  return { url: `${ctx.baseUrl}${identityProviders[kind].startPath}?${query}` }
}

const tokenContext = (kind: IdentityProviderId): string => `ticket ${kind}`

function readConnectToken(
  ctx: PublicContext,
  kind: IdentityProviderId,
  encrypted: unknown,
): z.infer<typeof ConnectToken> | undefined {
  try {
    const token = ConnectToken.parse(JSON.parse(ctx.keys.decrypt(String(encrypted), tokenContext(kind))))
    return token.expiresAt > ctx.now().getTime() ? token : undefined
  } catch {
    return undefined // forged, or issued for something else
  }
}

/** What the OAuth exchange carries while it connects a mailbox. */
export const ConnectAttempt = z.object({ purpose: z.literal(purpose), challenge: z.string(), userId: z.string() })
export type ConnectAttempt = z.infer<typeof ConnectAttempt>

/** Sends the browser to the provider, if its token from `startConnect` is valid. */
export async function startConnectExchange(
  ctx: PublicContext,
  kind: IdentityProviderId,
  { challenge, connect }: { challenge: string; connect: unknown },
): Promise<OAuthStart> {
  const token = readConnectToken(ctx, kind, connect)
  if (token?.challenge !== challenge) return toEmailPage(ctx, { problem: 'failed' })
  const attempt: ConnectAttempt = { purpose, challenge, userId: token.userId }
  return (await startOAuth(ctx, kind, attempt, { forceConsent: true })) ?? toEmailPage(ctx, { problem: 'unavailable' })
}

/** Brings the browser back with a one-time code, if the provider granted sending from a verified address. */
export async function completeConnectExchange(
  ctx: PublicContext,
  kind: IdentityProviderId,
  { state, userId, challenge }: ConnectAttempt & { state: string },
  result: AuthResult,
): Promise<{ location: string } | undefined> {
  if (result.outcome !== 'authenticated')
    return toEmailPage(ctx, { problem: result.outcome === 'rejected' ? 'failed' : result.outcome })
  const { email, isEmailVerified, canSend, refreshToken } = result.person
  if (!email || !isEmailVerified || !canSend || !refreshToken) return toEmailPage(ctx, { problem: 'failed' })
  const payload: GrantedMailbox = { kind, address: email, credentials: refreshToken }
  const code = await createOneTimeCode(ctx, { purpose, state, userId, challenge, payload })
  return code === undefined ? undefined : toEmailPage(ctx, { mailbox: code })
}

const toEmailPage = (ctx: PublicContext, query: { mailbox: string } | { problem: ProviderProblem }) => ({
  location: `${ctx.baseUrl}${pages.email}?${new URLSearchParams(query)}`,
})

const GrantedMailbox = z.object({ kind: IdentityProviderId, address: z.string(), credentials: z.string() })
type GrantedMailbox = z.infer<typeof GrantedMailbox>

/** Connects the mailbox that the provider granted. The code works only for the user and the browser that started. */
export async function finishConnect(
  ctx: Context,
  { code, verifier }: { code: string; verifier: string },
): Promise<Mailbox> {
  const { userId } = ctx.caller
  const redeemed = await redeemOneTimeCode(ctx, { purpose, code, verifier, userId })
  if (!redeemed) throw new Problem('invalid-input', 'This was used or has expired. Connect the mailbox again.')
  const { kind, address, credentials } = GrantedMailbox.parse(redeemed.payload)
  await connectMailbox(ctx, { userId, kind }, { address, credentials, makeDefault: true })
  return getMailbox(ctx, kind)
}

/**
 * Connects an SMTP server after it accepted a test email. Emails use the caller's sign-in address, which is verified.
 */
export async function connectSmtp(ctx: Context, server: SmtpDraft): Promise<Mailbox> {
  const { userId, email } = ctx.caller
  if (isMicrosoftServer(server.host)) throw new Problem('invalid-input', microsoftEnds, { host: microsoftEnds })
  await reserveTestSlot(ctx, 'smtp', email)
  const result = await ctx.mailSenders.smtp(server).send(testMessage(ctx, { from: email, to: email }), async () => {})
  if (result.outcome !== 'accepted') {
    const field = result.outcome === 'unauthorized' ? 'password' : 'host'
    throw new Problem('invalid-input', result.reason, { [field]: result.reason })
  }
  await connectMailbox(
    ctx,
    { userId, kind: 'smtp' },
    { address: email, credentials: JSON.stringify(server), makeDefault: true },
  )
  return getMailbox(ctx, 'smtp')
}

const microsoftEnds = 'Microsoft is ending logins with a password. Connect Outlook instead.'

/** Sends a test email from a mailbox to its own address. */
export async function testMailbox(ctx: Context, kind: MailboxKind): Promise<Mailbox> {
  const { address } = await getMailbox(ctx, kind)
  const row = await findMailbox(ctx, { userId: ctx.caller.userId, kind })
  if (!row) throw new Problem('not-found', 'This mailbox is not connected.')
  await reserveTestSlot(ctx, kind, address)
  const from = kind === 'relay' ? brand.relayAddress : address
  const problem = toDeliveryProblem(
    await openMailSender(ctx, row).send(testMessage(ctx, { from, to: address }), async () => {}),
  )
  if (problem) throw problem
  return getMailbox(ctx, kind)
}

/** Throttles test emails like any other, and rejects them while sending is paused. */
export async function reserveTestSlot(ctx: Context, kind: MailboxKind, address: string): Promise<void> {
  if (await isSendingPaused(ctx))
    throw new Problem('unavailable', 'Sending is paused for maintenance. Try again later.')
  if (!(await reserveSlotNow(ctx, kind, address)))
    throw new Problem('too-many', 'This mailbox reached its sending limit. Try again in a minute.')
}

function testMessage(ctx: Context, { from, to }: { from: string; to: string }): OutgoingMessage {
  const text = `This test was sent from ${from}. ${brand.name} can now send your load inquiries from this address.`
  return {
    messageId: `<${randomUUID()}@${brand.relayAddress.split('@')[1]}>`,
    date: ctx.now(),
    from: { name: brand.name, address: from },
    to,
    cc: [],
    subject: `Your mailbox is connected to ${brand.name}`,
    text: `${text}\n`,
    html: `<p>${text}</p>`,
  }
}
