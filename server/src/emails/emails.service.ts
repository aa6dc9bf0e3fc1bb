import { createHash, randomUUID } from 'node:crypto'
import { duplicateWindowHours, type Inquiry, type SentEmail } from '@loadping/contract/emails'
import type { PostedLoad } from '@loadping/contract/loads'
import { Problem } from '@loadping/contract/problem'
import { fillMessage, type Message, unknownMessage, type Values, valuesOf } from '@loadping/contract/rules/placeholders'
import { formatMoney } from '@loadping/contract/rules/rate-formula'
import { recordContact } from '../analytics/analytics.service.ts'
import { chargeEmailUnit } from '../billing/billing.service.ts'
import { type Context, inTransaction } from '../context.ts'
import { listTeamOf, lockOrganizationOf } from '../team/membership.service.ts'
import { findExcess, sanitizeBody } from '../templates/template-body.ts'
import { getTemplate, type VersionedTemplate } from '../templates/templates.service.ts'
import * as store from './emails.store.ts'
import { initialDueAt, queueEmail } from './queue.service.ts'
import { addressesOf, getSender, type Sender } from './sender.service.ts'
import { toSentEmail } from './sent-emails.service.ts'

/**
 * Accepts one inquiry: charges the unit, stores the email and its contact, and queues the job in one transaction.
 * A repeated idempotency key returns the same result and sends nothing more.
 */
export const sendEmail = (ctx: Context, key: string, inquiry: Inquiry): Promise<SentEmail> =>
  withIdempotency(ctx, key, inquiry, async (tx) => {
    const sender = await getSender(tx)
    const { templateId, load, to, values } = inquiry
    const recipient = to ?? load.contactEmail
    if (!recipient)
      throw new Problem('invalid-input', 'This posting has no email address.', {
        to: 'This posting has no email address.',
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

/** Resends a failed or unconfirmed email: the same content as a new email from the current default mailbox. */
export const resendEmail = (ctx: Context, key: string, id: string): Promise<SentEmail> =>
  withIdempotency(ctx, key, { resend: id }, async (tx) => {
    const { userId } = tx.caller
    const email = await store.findEmail(tx.db, userId, id)
    if (!email) throw new Problem('not-found', 'Email not found.')
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
    if (!wasMarked) throw new Problem('too-late', 'Only failed or unconfirmed emails can be resent, and only once.')
    return acceptInquiry(tx, await getSender(tx), { ...rendered, id: resentAs }, { isConfirmed: true })
  })

/**
 * Runs the work once per idempotency key and stores its result. Rejects a key that is in flight or was used with
 * another body.
 */
async function withIdempotency(
  ctx: Context,
  key: string,
  body: object,
  work: (tx: Context) => Promise<SentEmail>,
): Promise<SentEmail> {
  const { userId } = ctx.caller
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')

  const sent = await inTransaction(ctx, async (tx) => {
    const isLocked = await store.tryLockKey(tx.db, userId, key)
    if (!isLocked) throw new Problem('busy', 'This inquiry is already being sent.')
    const earlier = await store.findKey(tx.db, userId, key)
    if (earlier && earlier.bodyHash !== bodyHash)
      throw new Problem('key-reused', 'This Idempotency-Key was used for a different inquiry.')
    if (earlier) return earlier.answer

    const at = tx.now() // the email, its unit and its contact share one timestamp
    const accepted = await work({ ...tx, now: () => at })
    await store.addKey(tx.db, { userId, key, bodyHash, answer: accepted, createdAt: ctx.now() })
    return accepted
  })
  ctx.wakeJobs()
  return sent
}

type Rendered = Pick<
  store.EmailRow,
  'id' | 'templateId' | 'templateVersion' | 'templateName' | 'toAddress' | 'cc' | 'load' | keyof Filled
>
type Filled = Pick<store.EmailRow, 'subject' | 'html' | 'askCents' | 'templateInputs'>

/** Charges the unit, stores the email and its contact, and queues the job, in the caller's transaction. */
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
  const cc = [...new Set(rendered.cc)].filter((address) => address !== rendered.toAddress) // one copy per address
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

/** A posting ID identifies a load only together with its board. */
const loadKeyOf = ({ board, boardLoadId }: PostedLoad): string => `${board} ${boardLoadId}`

/**
 * Rejects an unconfirmed second email to the same recipient about the same load within a day, a teammate's included.
 */
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
    `${who} emailed ${about.toAddress} about this load ${formatAgo(ctx, latest.createdAt)}${ask}.`,
    {},
    { previous },
  )
}

function formatAgo(ctx: Context, at: Date): string {
  const minutes = Math.floor((ctx.now().getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

/** In characters. Keeps an email well below the 1 MB that mail servers accept. */
const maxBodyLength = 300_000

/** Renders subject and body for one load. Throws with the names of missing values or unknown placeholders. */
function render(template: VersionedTemplate, values: Values): Filled {
  const message = fillMessage(template, values)
  if ('subject' in message) {
    if (message.html.length > maxBodyLength || findExcess(message.html))
      throw new Problem('too-large', 'This email is too long to send.')
    return filledOf(message, values)
  }

  const { missing, unknown } = message
  if (unknown.length > 0)
    throw new Problem('missing-values', 'This template has unknown placeholders.', {
      template: unknownMessage(unknown),
    })
  throw new Problem(
    'missing-values',
    `This load is missing: ${missing.join(', ')}.`,
    Object.fromEntries(missing.map((name) => [`values/${name}`, 'Missing from this load'])),
  )
}

const filledOf = ({ subject, html, askCents, formula }: Message, { formatted }: Values): Filled => ({
  subject: [...subject].slice(0, 255).join(''),
  html: sanitizeBody(html),
  askCents: askCents ?? null,
  templateInputs: {
    values: Object.fromEntries(
      Object.entries(formatted).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ),
    formula: formula ?? null,
  },
})
