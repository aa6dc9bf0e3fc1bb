import { randomUUID } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import { countOf } from '@loadping/contract/format/counts'
import { domainOf } from '@loadping/contract/mailboxes/free-mail'
import { isMicrosoftServer } from '@loadping/contract/mailboxes/mail-limits'
import { type Mailbox, type MailboxName, type SmtpDraft, smtpPorts } from '@loadping/contract/mailboxes/mailboxes'
import { pages } from '@loadping/contract/pages'
import {
  identityProviders,
  invalidEmail,
  MailProviderId,
  type ProviderProblem,
} from '@loadping/contract/sign-in/sign-in'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { isUsableEmail } from '../accounts/email-check.ts'
import { refuseReviewer } from '../accounts/reviewers.service.ts'
import { type Context, inTransaction, type PublicContext } from '../context.ts'
import type { AuthResult } from '../integrations/identity-provider.ts'
import type { DeliveryResult, OutgoingMessage } from '../integrations/mailbox.ts'
import { isSendingPaused } from '../kill-switches/kill-switches.service.ts'
import { type OAuthStart, startOAuth } from '../oauth/oauth.service.ts'
import { createOneTimeCode, redeemOneTimeCode } from '../oauth/one-time-codes.service.ts'
import { writeBody } from '../product-emails/email-layout.ts'
import { checkAddressCode, sendAddressCode } from './address-codes.service.ts'
import { openMailSender, toDeliveryProblem } from './credentials.service.ts'
import { connectMailbox, getMailbox, getMailboxRow, hasProved } from './mailboxes.service.ts'
import { reserveSlotNow } from './throttle.service.ts'

const purpose = 'connect-mailbox'

const ConnectToken = z.object({ userId: z.string(), challenge: z.string(), expiresAt: z.number() })

/**
 * Returns the URL that starts connecting a mailbox. Only the browser that knows the challenge's verifier can finish it.
 */
export async function startConnect(ctx: Context, kind: MailProviderId, challenge: string): Promise<{ url: string }> {
  await refuseReviewer(ctx)
  const token = { userId: ctx.caller.userId, challenge, expiresAt: ctx.now().getTime() + 60_000 }
  const query = new URLSearchParams({ challenge, connect: ctx.keys.encrypt(JSON.stringify(token), tokenContext(kind)) })
  return { url: `${ctx.baseUrl}${identityProviders[kind].startPath}?${query}` }
}

const tokenContext = (kind: MailProviderId): string => `ticket ${kind}`

function readConnectToken(
  ctx: PublicContext,
  kind: MailProviderId,
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
  kind: MailProviderId,
  { challenge, connect }: { challenge: string; connect: unknown },
): Promise<OAuthStart> {
  const token = readConnectToken(ctx, kind, connect)
  if (token?.challenge !== challenge) return toEmailPage(ctx, { problem: 'failed' })
  const attempt: ConnectAttempt = { purpose, challenge, userId: token.userId }
  return (
    (await startOAuth(ctx, kind, attempt, { forceConsent: true, offersAccounts: true })) ??
    toEmailPage(ctx, { problem: 'unavailable' })
  )
}

/** Brings the browser back with a one-time code, if the provider granted sending from a verified address. */
export async function completeConnectExchange(
  ctx: PublicContext,
  kind: MailProviderId,
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

const GrantedMailbox = z.object({ kind: MailProviderId, address: z.string(), credentials: z.string() })
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
  await connectMailbox(ctx, { userId, kind, address }, credentials)
  return getMailbox(ctx, { kind, address })
}

/**
 * Connects an SMTP server under a proved address, after a test email. For any other address, checks the login and
 * emails a code.
 */
export async function connectSmtp(ctx: Context, draft: SmtpDraft): Promise<{ mailbox: Mailbox | null }> {
  await refuseReviewer(ctx)
  const { code, address, ...server } = draft
  if (isMicrosoftServer(server.host))
    throw new Problem('invalid-input', microsoftLoginMessage, { host: microsoftLoginMessage })
  const isProved = await hasProved(ctx, address)
  if (!isProved && code === undefined) {
    if (!isUsableEmail(address)) throw new Problem('invalid-input', invalidEmail, { address: invalidEmail })
    await checkLogin(ctx, draft)
    await sendAddressCode(ctx, draft)
    return { mailbox: null }
  }

  const markCodeUsed = isProved ? undefined : await checkAddressCode(ctx, draft, code ?? '')
  const name: MailboxName = { kind: 'smtp', address }
  await reserveTestSlot(ctx, name)
  const message = testMessage(ctx, { from: address, to: address })
  const result = await ctx.mailSenders.smtp(server).send(message, async () => {})
  if (result.outcome !== 'accepted') throw toServerProblem(result, draft)
  await inTransaction(ctx, async (tx) => {
    await markCodeUsed?.(tx)
    await connectMailbox(tx, { userId: ctx.caller.userId, ...name }, JSON.stringify(server))
  })
  return { mailbox: await getMailbox(ctx, name) }
}

/** Logs in to a server as if to send, and stops before the text. Counts as a test of the caller's own address. */
async function checkLogin(ctx: Context, { address, host, port, user, password }: SmtpDraft): Promise<void> {
  await reserveTestSlot(ctx, { kind: 'smtp', address: ctx.caller.email })
  let isReady = false
  const stop = async () => {
    isReady = true
    throw new Error('Nothing is sent before the address is proved')
  }
  const sender = ctx.mailSenders.smtp({ host, port, user, password })
  const attempt = sender.send(testMessage(ctx, { from: address, to: address }), stop)
  const result = await attempt.catch((error) => {
    if (!isReady) throw error
  })
  if (!isReady && result && result.outcome !== 'accepted') throw toServerProblem(result, { port })
}

function toServerProblem(
  result: Exclude<DeliveryResult, { outcome: 'accepted' }>,
  { port }: Pick<SmtpDraft, 'port'>,
): Problem {
  const field = result.outcome === 'unauthorized' ? 'password' : 'host'
  const isSilent = result.outcome === 'retry' && result.isSilent
  const message = isSilent ? `${result.reason}. ${describeOtherPort(port)}` : result.reason
  return new Problem('invalid-input', message, { [field]: message })
}

function describeOtherPort(port: SmtpDraft['port']): string {
  const other = port === 465 ? 587 : 465
  return `Check its name and port: ${port} was tried, ${other} (${smtpPorts[other]}) is possible too.`
}

const microsoftLoginMessage = 'Microsoft is ending logins with a password. Connect Outlook instead.'

/** Sends a test email from a mailbox to its own address. */
export async function testMailbox(ctx: Context, name: MailboxName): Promise<Mailbox> {
  const row = await getMailboxRow(ctx, name)
  await reserveTestSlot(ctx, name)
  const from = row.kind === 'relay' ? brand.relayAddress : row.address
  const problem = toDeliveryProblem(
    await openMailSender(ctx, row).send(testMessage(ctx, { from, to: row.address }), async () => {}),
  )
  if (problem) throw problem
  return getMailbox(ctx, name)
}

/** Throttles test emails like any other, and rejects them while sending is paused. */
export async function reserveTestSlot(ctx: Context, name: MailboxName): Promise<void> {
  if (await isSendingPaused(ctx))
    throw new Problem('unavailable', 'Sending is paused for maintenance. Try again later.')
  const seconds = await reserveSlotNow(ctx, name)
  if (seconds > 0)
    throw new Problem('too-many', `Too many emails and tests at once. Try again in ${countOf(seconds, 'second')}.`)
}

function testMessage(ctx: Context, { from, to }: { from: string; to: string }): OutgoingMessage {
  const title = `Your mailbox is connected to ${brand.name}`
  const text = `This test was sent from ${from}. ${brand.name} can now send your load inquiries from this address.`
  return {
    messageId: `<${randomUUID()}@${domainOf(brand.relayAddress)}>`,
    date: ctx.now(),
    from: { name: brand.name, address: from },
    to,
    cc: [],
    subject: title,
    ...writeBody({
      title,
      preheader: text,
      parts: [{ text }],
      reason: `Sent to ${to} because ${ctx.caller.email} tested this mailbox in ${brand.name}.`,
    }),
  }
}
