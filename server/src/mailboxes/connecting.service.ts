import { randomUUID } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import type { Mailbox, MailboxKind, SmtpDraft } from '@loadping/contract/mailboxes'
import { Problem } from '@loadping/contract/problem'
import { type IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import type { Context } from '../context.ts'
import { reserveSlot } from '../emails/throttle.service.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { isSendingPaused } from '../operations/kill-switches.service.ts'
import { createConnectToken } from '../sign-in/oauth.service.ts'
import { redeemConnectCode } from '../sign-in/one-time-codes.service.ts'
import { openMailSender, toDeliveryProblem } from './credentials.service.ts'
import { connectMailbox, findMailbox, getMailbox } from './mailboxes.service.ts'

/** Where the caller's browser goes to ask a provider for leave to send; only that browser can bring the answer in. */
export function beginConnecting(ctx: Context, kind: IdentityProviderId, challenge: string): { url: string } {
  const query = new URLSearchParams({
    challenge,
    connect: createConnectToken(ctx, kind, { userId: ctx.caller.userId, challenge }),
  })
  return { url: `${ctx.baseUrl}${identityProviders[kind].startPath}?${query}` }
}

/** Connects what the provider granted to the person who began; what somebody else began, or another browser, is worth nothing here. */
export async function finishConnecting(
  ctx: Context,
  { code, verifier }: { code: string; verifier: string },
): Promise<Mailbox> {
  const {
    kind,
    address,
    grant: credentials,
  } = await redeemConnectCode(ctx, { code, verifier, userId: ctx.caller.userId })
  await connectMailbox(ctx, { userId: ctx.caller.userId, kind }, { address, credentials, isDefault: true })
  return getMailbox(ctx, kind)
}

/** Connects a server that took a login and a message. Mail leaves as the address with which the caller signs in, which is proved to be theirs. */
export async function connectSmtp(ctx: Context, server: SmtpDraft): Promise<Mailbox> {
  const { userId, email } = ctx.caller
  await reserveTestSlot(ctx, 'smtp', email)
  const result = await ctx.mailSenders.smtp(server).send(testMessage(ctx, { from: email, to: email }), async () => {})
  if (result.outcome !== 'accepted') {
    const field = result.outcome === 'unauthorized' ? 'password' : 'host'
    throw new Problem('invalid-input', result.reason, { [field]: result.reason })
  }
  await connectMailbox(
    ctx,
    { userId, kind: 'smtp' },
    { address: email, credentials: JSON.stringify(server), isDefault: true },
  )
  return getMailbox(ctx, 'smtp')
}

/** Sends a message from a mailbox to its own address. */
export async function testMailbox(ctx: Context, kind: MailboxKind): Promise<Mailbox> {
  const { address } = await getMailbox(ctx, kind)
  const row = await findMailbox(ctx, { userId: ctx.caller.userId, kind })
  if (!row) throw new Problem('not-found', 'This mailbox is not connected.')
  await reserveTestSlot(ctx, kind, address)
  const from = kind === 'relay' ? brand.relayAddress : address
  const refusal = toDeliveryProblem(
    await openMailSender(ctx, row).send(testMessage(ctx, { from, to: address }), async () => {}),
  )
  if (refusal) throw refusal
  return getMailbox(ctx, kind)
}

/** A test is mail like any other: it keeps to the mailbox's pace, and waits while mail is stopped. */
async function reserveTestSlot(ctx: Context, kind: MailboxKind, address: string): Promise<void> {
  if (await isSendingPaused(ctx)) throw new Problem('unavailable', 'Mail is stopped at the moment. Try again later.')
  if (!(await reserveSlot(ctx, kind, address)))
    throw new Problem('too-many', 'This mailbox has sent as much as it can stand. Try again in a minute.')
}

function testMessage(ctx: Context, { from, to }: { from: string; to: string }): OutgoingMessage {
  const text = `This message came from ${from}. ${brand.name} can send from there, so Email on a load works.`
  return {
    messageId: `<${randomUUID()}@${brand.relayAddress.split('@')[1]}>`,
    date: ctx.now(),
    from: { name: brand.name, address: from },
    to,
    cc: [],
    subject: `${brand.name} can send from your mailbox`,
    text: `${text}\n`,
    html: `<p>${text}</p>`,
  }
}
