import { createHash, randomUUID } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import { duplicateWindowHours, type Inquiry, type SentEmail } from '@loadping/contract/emails'
import type { PostedLoad } from '@loadping/contract/loads'
import { Problem } from '@loadping/contract/problem'
import { fillMessage, type Message, type Values, valuesOf } from '@loadping/contract/rules/placeholders'
import { formatMoney } from '@loadping/contract/rules/rate-formula'
import { findSender, type Sender } from '../account/account.service.ts'
import { recordContact } from '../analytics/analytics.service.ts'
import { chargeEmailUnit } from '../billing/billing.service.ts'
import { type Context, inTransaction } from '../context.ts'
import { listTeamOf, lockOrganizationOf } from '../team/membership.service.ts'
import { cleanBody, getTemplate, type VersionedTemplate } from '../templates/templates.service.ts'
import * as store from './emails.store.ts'
import { initialDueAt, queueEmail } from './queue.service.ts'
import { toSentEmail } from './sent-emails.service.ts'

/**
 * Accepts one inquiry: the unit of quota, the rendered message, the contact event and its hand-over are kept in one transaction, or none is.
 * The same key with the same body gives the same answer and no second mail.
 */
export const sendEmail = (ctx: Context, key: string, inquiry: Inquiry): Promise<SentEmail> =>
  withIdempotency(ctx, key, inquiry, async (tx) => {
    const sender = await getSender(tx)
    const { templateId, load, to, values } = inquiry
    const recipient = to ?? load.contactEmail
    if (!recipient)
      throw new Problem('invalid-input', 'This posting shows no email address.', {
        to: 'This posting shows no email address.',
      })

    const template = await getTemplate(tx, templateId)
    const filled = render(template, valuesOf(load, sender.profile, values))
    const { id, version, name, cc } = template
    const rendered = {
      id: randomUUID(),
      templateId: id,
      templateVersion: version,
      templateName: name,
      toAddress: recipient,
      cc,
      load,
      ...filled,
    }
    return acceptInquiry(tx, sender, rendered, { isConfirmed: inquiry.confirmed === true })
  })

/** Sends what failed, or may not have arrived, once more: the same words, as a message of its own, from where the sender's mail leaves now. */
export const resendEmail = (ctx: Context, key: string, id: string): Promise<SentEmail> =>
  withIdempotency(ctx, key, { resend: id }, async (tx) => {
    const { userId } = tx.caller
    const email = await store.findEmail(tx.db, userId, id)
    if (!email) throw new Problem('not-found', 'There is no such email.')
    const { templateId, templateVersion, templateName, toAddress, cc, subject, html, askCents, load, templateInputs } =
      email
    const rendered = {
      templateId,
      templateVersion,
      templateName,
      toAddress,
      cc,
      subject,
      html,
      askCents,
      load,
      templateInputs,
    }
    const resentAs = randomUUID()
    const wasMarked = await store.markResent(tx.db, userId, id, { resentAs, now: ctx.now() })
    if (!wasMarked)
      throw new Problem('too-late', 'Only an email that failed or may not have arrived is sent again, and once.')
    return acceptInquiry(tx, await getSender(tx), { ...rendered, id: resentAs }, { isConfirmed: true })
  })

/** The same key with the same body gives the same answer and no second effect; with another body, or in flight, it is refused (D3.2). */
async function withIdempotency(
  ctx: Context,
  key: string,
  body: object,
  work: (tx: Context) => Promise<SentEmail>,
): Promise<SentEmail> {
  const { userId } = ctx.caller
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')

  const answer = await inTransaction(ctx, async (tx) => {
    const isHeld = await store.tryLockKey(tx.db, userId, key)
    if (!isHeld) throw new Problem('busy', 'This inquiry is being sent right now.')
    const earlier = await store.findKey(tx.db, userId, key)
    if (earlier && earlier.bodyHash !== bodyHash)
      throw new Problem('key-reused', 'This Idempotency-Key was used for another inquiry.')
    if (earlier) return earlier.answer

    const at = tx.now() // one moment for all of it: message, unit and contact
    const accepted = await work({ ...tx, now: () => at })
    await store.addKey(tx.db, { userId, key, bodyHash, answer: accepted, createdAt: ctx.now() })
    return accepted
  })
  ctx.wakeOutbox()
  return answer
}

async function getSender(ctx: Context): Promise<Sender> {
  const sender = await findSender(ctx)
  if (!sender) throw new Problem('not-allowed', 'Connect a mailbox before you send.')
  return sender
}

type Rendered = Pick<
  store.EmailRow,
  'id' | 'templateId' | 'templateVersion' | 'templateName' | 'toAddress' | 'cc' | 'load' | keyof Filled
>
type Filled = Pick<store.EmailRow, 'subject' | 'html' | 'askCents' | 'templateInputs'>

/** Takes a message on: unit, message, contact and hand-over, in the caller's transaction. */
async function acceptInquiry(
  ctx: Context,
  sender: Sender,
  rendered: Rendered,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<SentEmail> {
  const { userId } = ctx.caller
  const organizationId = await lockOrganizationOf(ctx, userId)
  const loadKey = loadKeyOf(rendered.load)
  await store.lockContact(ctx.db, { name: organizationId ?? userId, toAddress: rendered.toAddress, loadKey })
  if (!isConfirmed) await rejectDuplicateContact(ctx, { organizationId, toAddress: rendered.toAddress, loadKey })

  await chargeEmailUnit(ctx, userId)
  const cc = [...new Set(rendered.cc)].filter((address) => address !== rendered.toAddress) // nobody gets it twice
  const email = await store.addEmail(ctx.db, {
    ...rendered,
    cc,
    ...addressesOf(sender),
    userId,
    organizationId,
    loadKey,
    createdAt: ctx.now(),
  })
  await recordContact(ctx, {
    userId,
    organizationId,
    type: 'EMAIL',
    load: rendered.load,
    rateCents: rendered.askCents,
    emailId: email.id,
  })
  await queueEmail(ctx, email)
  return toSentEmail(email, initialDueAt(ctx))
}

/** A load is known by its board's own id; the same letters on another board are another load. */
const loadKeyOf = ({ board, boardLoadId }: PostedLoad): string => `${board} ${boardLoadId}`

/** A second mail to the same recipient about the same load within a day is refused until it is confirmed; a teammate's counts too (D3.4). */
async function rejectDuplicateContact(
  ctx: Context,
  contact: { organizationId: string | null; toAddress: string; loadKey: string },
): Promise<void> {
  const { organizationId, ...about } = contact
  const since = new Date(ctx.now().getTime() - duplicateWindowHours * 3_600_000)
  const earlier = await store.listDuplicateContacts(ctx.db, {
    ...about,
    userId: ctx.caller.userId,
    organizationId,
    since,
  })
  const [latest] = earlier
  if (!latest) return

  const team = organizationId === null ? [] : await listTeamOf(ctx, organizationId)
  const isMine = latest.userId === ctx.caller.userId
  const who = isMine ? 'You' : (team.find(({ userId }) => userId === latest.userId)?.email ?? 'A former teammate')
  const ask = latest.askCents === null ? '' : `, asking ${formatMoney(latest.askCents)}`
  const previous = earlier.map(({ userId, createdAt, askCents }) => ({ userId, at: createdAt.toISOString(), askCents }))
  throw new Problem(
    'already-contacted',
    `${who} wrote to ${about.toAddress} about this load ${formatAgo(ctx, latest.createdAt)}${ask}.`,
    {},
    { previous },
  )
}

function formatAgo(ctx: Context, at: Date): string {
  const minutes = Math.floor((ctx.now().getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

/** A mailbox of one's own sends as itself; the relay from an address of LoadPing's, with answers to the sender (D3.1). */
function addressesOf({ mailbox, profile, name }: Sender) {
  const common = { mailboxKind: mailbox.kind, replyTo: mailbox.address }
  if (mailbox.kind !== 'relay')
    return { ...common, fromAddress: mailbox.address, fromName: [name, profile.company].filter(Boolean).join(', ') }
  return {
    ...common,
    fromAddress: brand.relayAddress,
    fromName: `${profile.company ?? mailbox.address} via ${brand.name}`,
  }
}

/** In characters; what leaves stays well below the megabyte that mail servers take. */
const maxBodyLength = 300_000

/** Subject and body for one load with what they were made of, or a refusal that names what the sender must say first. */
function render(template: VersionedTemplate, values: Values): Filled {
  const message = fillMessage(template, values)
  if ('subject' in message && message.html.length > maxBodyLength)
    throw new Problem('too-large', 'Filled in, this message is too long to send.')
  if ('subject' in message) return filledOf(message, values)

  const { missing, unknown } = message
  if (unknown.length > 0)
    throw new Problem('missing-values', 'The template holds names that nobody knows.', {
      template: `Not known: ${unknown.join(', ')}`,
    })
  throw new Problem(
    'missing-values',
    `This load does not say: ${missing.join(', ')}.`,
    Object.fromEntries(missing.map((name) => [`values/${name}`, 'This load does not say it'])),
  )
}

const filledOf = ({ subject, html, askCents, formula }: Message, { formatted: printed }: Values): Filled => ({
  subject: [...subject].slice(0, 255).join(''),
  html: cleanBody(html),
  askCents: askCents ?? null,
  templateInputs: {
    values: Object.fromEntries(Object.entries(printed).filter((entry): entry is [string, string] => Boolean(entry[1]))),
    formula: formula ?? null,
  },
})
