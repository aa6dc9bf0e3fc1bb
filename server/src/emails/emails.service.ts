import { createHash, randomUUID } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import type { Inquiry, SentEmail } from '@loadping/contract/emails'
import { Problem } from '@loadping/contract/problem'
import { fillMessage, type Values, valuesOf } from '@loadping/contract/rules/placeholders'
import { findSender, type Sender } from '../account/account.service.ts'
import { recordContact } from '../analytics/analytics.service.ts'
import { takeEmailUnit } from '../billing/billing.service.ts'
import { type Context, inTransaction } from '../context.ts'
import { holdOrganizationOf } from '../team/membership.service.ts'
import { cleanBody, getTemplate, type VersionedTemplate } from '../templates/templates.service.ts'
import * as store from './emails.store.ts'
import { queueEmail } from './outbox.service.ts'

/**
 * Accepts one inquiry: the unit of quota, the rendered message, the contact event and its hand-over are kept in one transaction, or none is.
 * The same key with the same body gives the same answer and no second mail.
 */
export async function sendEmail(ctx: Context, key: string, inquiry: Inquiry): Promise<SentEmail> {
  const { userId } = ctx.caller
  const bodyHash = createHash('sha256').update(JSON.stringify(inquiry)).digest('base64url')

  const answer = await inTransaction(ctx, async (inside) => {
    const isHeld = await store.holdKey(inside.db, userId, key)
    if (!isHeld) throw new Problem('busy', 'This inquiry is being sent right now.')
    const earlier = await store.findKey(inside.db, userId, key)
    if (earlier && earlier.bodyHash !== bodyHash) throw new Problem('key-reused', 'This Idempotency-Key was used for another inquiry.')
    if (earlier) return earlier.answer

    const accepted = await acceptInquiry(inside, inquiry)
    await store.addKey(inside.db, { userId, key, bodyHash, answer: accepted, createdAt: ctx.now() })
    return accepted
  })
  ctx.wakeOutbox()
  return answer
}

export async function getEmail(ctx: Context, id: string): Promise<SentEmail> {
  const email = await store.findEmail(ctx.db, ctx.caller.userId, id)
  if (!email) throw new Problem('not-found', 'There is no such email.')
  return toSentEmail(email)
}

/** The caller's newest messages that reached nobody; their contacts were taken back, so nothing else tells of them. */
export const listFailedEmails = (ctx: Context, limit: number) => store.listFailedEmails(ctx.db, ctx.caller.userId, limit)

async function acceptInquiry(ctx: Context, { templateId, load, to, values: typed }: Inquiry): Promise<SentEmail> {
  const { userId } = ctx.caller
  const organizationId = await holdOrganizationOf(ctx, userId)
  const sender = await findSender(ctx)
  if (!sender) throw new Problem('not-allowed', 'Connect a mailbox before you send.')
  const recipient = to ?? load.contactEmail
  if (!recipient) throw new Problem('invalid-input', 'This posting shows no email address.', { to: 'This posting shows no email address.' })

  const template = await getTemplate(ctx, templateId)
  const { subject, html, askCents } = render(template, valuesOf(load, sender.profile, typed))
  await takeEmailUnit(ctx, userId)
  const email = await store.addEmail(ctx.db, {
    userId,
    id: randomUUID(),
    templateId,
    templateVersion: template.version,
    templateName: template.name,
    ...relayAddresses(sender),
    toAddress: recipient,
    cc: template.cc,
    subject,
    html,
    askCents,
    organizationId,
    load,
    createdAt: ctx.now(),
  })
  await recordContact(ctx, { userId, organizationId, type: 'EMAIL', load, rateCents: askCents, emailId: email.id })
  await queueEmail(ctx, userId, email.id)
  return toSentEmail(email)
}

/** The relay sends from an address of LoadPing's, and answers go to the sender (D3.1). */
const relayAddresses = ({ email, profile }: Sender) => ({
  fromAddress: brand.relayAddress,
  fromName: profile.company ? `${profile.company} via ${brand.name}` : `${email} via ${brand.name}`,
  replyTo: email,
})

/** In characters; what leaves stays well below the megabyte that mail servers take. */
const longestBody = 300_000

/** Subject and body for one load, or a refusal that names what the sender must say first. */
function render(template: VersionedTemplate, values: Values): { subject: string; html: string; askCents: number | null } {
  const message = fillMessage(template, values)
  if ('subject' in message && message.html.length > longestBody) throw new Problem('too-large', 'Filled in, this message is too long to send.')
  if ('subject' in message) return { subject: [...message.subject].slice(0, 255).join(''), html: cleanBody(message.html), askCents: message.askCents ?? null }

  const { missing, unknown } = message
  if (unknown.length > 0) throw new Problem('missing-values', 'The template holds names that nobody knows.', { template: `Not known: ${unknown.join(', ')}` })
  throw new Problem(
    'missing-values',
    `This load does not say: ${missing.join(', ')}.`,
    Object.fromEntries(missing.map((name) => [`values/${name}`, 'This load does not say it'])),
  )
}

type EmailRow = Awaited<ReturnType<typeof store.addEmail>>

const toSentEmail = ({ id, state, toAddress, subject, askCents, createdAt, sentAt, failure }: EmailRow): SentEmail => ({
  id,
  state,
  to: toAddress,
  subject,
  askCents,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
  failure,
})
