import { randomUUID } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import type { Mailbox, MailboxKind, SmtpDraft } from '@loadping/contract/mailboxes'
import { Problem } from '@loadping/contract/problem'
import { type IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import type { Context } from '../context.ts'
import { takePlace } from '../emails/turns.service.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { areSendsStopped } from '../operations/switches.service.ts'
import { claimGrant } from '../sign-in/arrival-codes.service.ts'
import { sealTicket } from '../sign-in/oauth.service.ts'
import { openMailbox, refusalOf } from './grants.service.ts'
import { connectMailbox, findMailbox, getMailbox } from './mailboxes.service.ts'

/** Where the caller's browser goes to ask a provider for leave to send; only that browser can bring the answer in. */
export function beginConnecting(ctx: Context, kind: IdentityProviderId, challenge: string): { url: string } {
  const query = new URLSearchParams({ challenge, connect: sealTicket(ctx, kind, { userId: ctx.caller.userId, challenge }) })
  return { url: `${ctx.baseUrl}${identityProviders[kind].start}?${query}` }
}

/** Connects what the provider granted to the person who began; what somebody else began, or another browser, is worth nothing here. */
export async function finishConnecting(ctx: Context, { code, verifier }: { code: string; verifier: string }): Promise<Mailbox> {
  const { kind, address, grant } = await claimGrant(ctx, { code, verifier, userId: ctx.caller.userId })
  await connectMailbox(ctx, { userId: ctx.caller.userId, kind }, { address, grant, isSelected: true })
  return getMailbox(ctx, kind)
}

/** Connects a server that took a login and a message. Mail leaves as the address with which the caller signs in, which is proved to be theirs. */
export async function connectSmtp(ctx: Context, server: SmtpDraft): Promise<Mailbox> {
  const { userId, email } = ctx.caller
  await takeTestPlace(ctx, 'smtp', email)
  const handedOver = await ctx.ownMailboxes.smtp(server).handOver(testMessage(ctx, { from: email, to: email }), async () => {})
  if (handedOver.outcome !== 'accepted') {
    const field = handedOver.outcome === 'locked' ? 'password' : 'host'
    throw new Problem('invalid-input', handedOver.reason, { [field]: handedOver.reason })
  }
  await connectMailbox(ctx, { userId, kind: 'smtp' }, { address: email, grant: JSON.stringify(server), isSelected: true })
  return getMailbox(ctx, 'smtp')
}

/** Sends a message from a mailbox to its own address. */
export async function testMailbox(ctx: Context, kind: MailboxKind): Promise<Mailbox> {
  const { address } = await getMailbox(ctx, kind)
  const row = await findMailbox(ctx, { userId: ctx.caller.userId, kind })
  if (!row) throw new Problem('not-found', 'This mailbox is not connected.')
  await takeTestPlace(ctx, kind, address)
  const from = kind === 'relay' ? brand.relayAddress : address
  const refusal = refusalOf(await openMailbox(ctx, row).handOver(testMessage(ctx, { from, to: address }), async () => {}))
  if (refusal) throw refusal
  return getMailbox(ctx, kind)
}

/** A test is mail like any other: it keeps to the mailbox's pace, and waits while mail is stopped. */
async function takeTestPlace(ctx: Context, kind: MailboxKind, address: string): Promise<void> {
  if (await areSendsStopped(ctx)) throw new Problem('unavailable', 'Mail is stopped at the moment. Try again later.')
  if (!(await takePlace(ctx, kind, address))) throw new Problem('too-many', 'This mailbox has sent as much as it can stand. Try again in a minute.')
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
