import { entitlementsOf } from '@loadping/contract/billing/plans'
import { laneKeyOf } from '@loadping/contract/boards/same-load'
import { duplicateWindowHours, type EmailedFacts, type SentEmail } from '@loadping/contract/emails/emails'
import { pickupEndOf, sellByOf } from '@loadping/contract/emails/sell-by'
import { formatAgo } from '@loadping/contract/format/ages'
import { formatMoney } from '@loadping/contract/format/money'
import { newYorkMonth } from '@loadping/contract/format/new-york-days'
import { practiceEmailsPerDay } from '@loadping/contract/practice/practice'
import { formerTeammate } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { removeContact } from '../analytics/analytics.service.ts'
import {
  allowanceSpent,
  chargeEmailUnit,
  getEntitlements,
  isOverLimit,
  refundEmailUnit,
} from '../billing/billing.service.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { type Write, writeTogether } from '../db/write-together.ts'
import { emailJobKind, initialDueAt, queueEmails } from '../delivery/queue.service.ts'
import * as states from '../emails/email-states.service.ts'
import { countPracticeEmails, toSentEmail } from '../emails/sent-emails.service.ts'
import { answerWrite, findAnswer, rejectOtherBody } from '../idempotency/idempotency.service.ts'
import { reopenAsk } from '../loads/asks.service.ts'
import { addContact, contactLoad, withdrawContact } from '../loads/contacts.service.ts'
import { storedFactsOf } from '../loads/load-row.ts'
import { holdersOf } from '../loads/marks.service.ts'
import { listTeamOf } from '../team/membership.service.ts'
import { recordUse, removeUse } from '../templates/template-uses.service.ts'
import * as store from './acceptance.store.ts'
import { findSuspiciousCopy, judgeRecipient, recipientOf } from './recipients.service.ts'
import { type RecipientOf, recipientWrite, withdrawRecipient } from './recipients.store.ts'
import { addressesOf, type Sender, senderOf } from './sender.service.ts'

export type SendRequest = {
  key: string
  /** What the key stands for: the same key with another body is rejected. */
  body: object
  templateId: string
  /** Fills the email in place of the current truck. */
  truckId?: string | undefined
  toAddress: string
  load: EmailedFacts
  /** Whether the load was just read from its board, so that its facts replace those of a saved one. */
  isJustRead: boolean
  loadKey: string
  /** Sends although the load was contacted before. */
  isConfirmed: boolean
  /** Sends although the recipient check says red. */
  isRecipientConfirmed: boolean
  /** When the broker's counter was recorded that it answers: only contacts since then are a duplicate. */
  counterAt?: Date
  /** How long ago the user clicked. */
  ageSeconds: number
  /** Sends it from the practice board to the sender alone. */
  isPractice?: boolean
}

/** The content of a new email. */
type Rendered = Pick<
  states.EmailRow,
  | 'id'
  | 'templateVersion'
  | 'templateName'
  | 'cc'
  | 'subject'
  | 'html'
  | 'askCents'
  | 'templateInputs'
  | 'resendOf'
  | 'truckId'
  | 'replyOf'
  | 'counterAt'
>

type Render = (tx: Context, sender: Sender, known: store.Known) => Rendered | Promise<Rendered>

/**
 * Accepts an email once per idempotency key, with its unit, contact and job in one transaction. Rejects a key in flight
 * or of another body.
 */
export async function acceptEmail(ctx: Context, request: SendRequest, render: Render): Promise<SentEmail> {
  const { userId } = ctx.caller
  const { key, templateId, truckId, toAddress, loadKey, load } = request

  const { answer, queued } = await inTransaction(ctx, async (tx) => {
    const sender = await store.lockSender(tx.db, { userId, key, loadKey, laneKey: laneKeyOf(load), now: tx.now() })
    if (!sender.isKeyLocked) throw new Problem('busy', 'This inquiry is already being sent.')
    const now = tx.now() // the email, its unit and its contact share one timestamp
    const since = guardedSince(now, request.counterAt)
    const recipient = recipientOf(request)
    const known = await store.findKnown(tx.db, {
      userId,
      toAddress,
      loadKey,
      since,
      key,
      templateId,
      truckId: truckId ?? null,
      month: newYorkMonth(now),
      ...recipient,
    })
    if (known.isAccountDeleted) throw new Problem('not-signed-in', 'Please sign in.')
    rejectOtherBody(known.earlier, request.body)
    if (known.earlier) return { answer: known.earlier.answer as SentEmail, queued: undefined } // the same body was a send
    return accept({ ...tx, now: () => now }, { ...request, since, recipient }, { sender, known, render })
  })
  if (queued) ctx.wakeJobs(emailJobKind(queued.mailboxKind), queued.dueAt)
  return answer
}

/** Returns the answer that the key got before. Throws the error if there is none. */
export async function repeatAnswer(ctx: Context, key: string, body: object, error: unknown): Promise<SentEmail> {
  const earlier = await findAnswer<SentEmail>(ctx, key, body)
  if (!earlier) throw error
  return earlier
}

function guardedSince(now: Date, counterAt: Date | undefined): Date {
  const since = new Date(now.getTime() - duplicateWindowHours * 3_600_000)
  return counterAt && counterAt > since ? counterAt : since
}

type Sought = { since: Date; recipient: RecipientOf }

async function accept(
  ctx: Context,
  request: SendRequest & Sought,
  { sender: locked, known, render }: { sender: store.LockedSender; known: store.Known; render: Render },
) {
  const { organizationId } = locked
  const { key, body, templateId, toAddress, loadKey, load, isJustRead } = request
  const sellBy = sellByFor(ctx, locked, request)
  const sender = senderOf(locked)
  const rendered = await render(ctx, sender, known)
  if (request.isPractice) return acceptPractice(ctx, request, { sender, rendered, sellBy })
  const ofTeam = organizationId === null ? undefined : await findKnownOfTeam(ctx, organizationId, request)
  const ofTo = judgeRecipient(request, ofTeam?.recipients ?? known.recipients)
  const copied = { cc: rendered.cc, own: addressesOf(sender).replyTo, holder: organizationId ?? ctx.caller.userId }
  const recipientVerdict = ofTo.level === 'red' ? ofTo : ((await findSuspiciousCopy(ctx, copied)) ?? ofTo)
  if (recipientVerdict.level === 'red' && !request.isRecipientConfirmed)
    throw new Problem('suspicious-recipient', recipientVerdict.reason ?? '')
  if (!request.isConfirmed)
    await rejectDuplicateContact(ctx, organizationId, [...known.contacts, ...(ofTeam?.contacts ?? [])])
  const limitEmails = await findLimit(ctx, locked, known.used)
  const { loadId, writes } = contactOwnLoad(ctx, { known, load, isJustRead, loadKey, ...rendered })

  const email: states.NewEmail = {
    ...rendered,
    ...addressesOf(sender),
    templateId,
    toAddress,
    loadKey,
    loadId,
    load,
    recipientVerdict,
    userId: ctx.caller.userId,
    organizationId,
    createdAt: ctx.now(),
    cc: [...new Set(rendered.cc)].filter((address) => address !== toAddress), // one copy per address
    isPractice: false,
    withdrawalOf: null,
  }
  const { answer, queued } = answerOf(ctx, email, sellBy)
  const queue = { sellBy, toNewRecipient: !known.isKnownRecipient }
  await storeAccepted(ctx, email, {
    limitEmails,
    queued: queue,
    writes: [...writes, answerWrite(ctx, { key, body, answer })],
  })
  return { answer, queued }
}

/** Returns what the sender of an accepted email gets, and which job delivers it when. */
function answerOf(ctx: Context, email: states.NewEmail, sellBy: Date) {
  const dueAt = initialDueAt(ctx)
  const answer = toSentEmail({ ...email, ...asQueued }, { dueAt, sellBy })
  return { answer, queued: { mailboxKind: email.mailboxKind, dueAt } }
}

type Filled = { sender: Sender; rendered: Rendered; sellBy: Date }

/** Accepts an email to its sender alone. It leaves nothing but itself: no unit, load, contact, count or use. */
async function acceptPractice(
  ctx: Context,
  { key, body, templateId, loadKey, load }: SendRequest,
  { sender, rendered, sellBy }: Filled,
) {
  if ((await countPracticeEmails(ctx)) >= practiceEmailsPerDay)
    throw new Problem('too-late', `You sent ${practiceEmailsPerDay} practice emails today. Try again tomorrow.`)
  const email: states.NewEmail = {
    ...rendered,
    ...addressesOf(sender),
    templateId,
    toAddress: ctx.caller.email,
    cc: [],
    loadKey,
    loadId: null,
    load,
    recipientVerdict: null,
    userId: ctx.caller.userId,
    organizationId: null,
    createdAt: ctx.now(),
    isPractice: true,
    withdrawalOf: null,
  }
  const { answer, queued } = answerOf(ctx, email, sellBy)
  await writeTogether(ctx.db, [
    states.emailsWrite(ctx, [email]),
    queueEmails(ctx, [{ email, sellBy, toNewRecipient: false }]),
    answerWrite(ctx, { key, body, answer }),
  ])
  return { answer, queued }
}

/** Returns until when the email may be sent. Throws if that is over. */
function sellByFor(ctx: Context, { sellByMinutes }: store.LockedSender, { ageSeconds, load }: SendRequest): Date {
  const sellBy = sellByOf(ctx.now().getTime() - ageSeconds * 1_000, sellByMinutes, load)
  if (sellBy > ctx.now().getTime()) return new Date(sellBy)
  const isPickupOver = pickupEndOf(load) <= ctx.now().getTime()
  throw new Problem('too-late', isPickupOver ? 'Not sent: the pickup date has passed.' : 'Not sent: too late.')
}

function findKnownOfTeam(
  ctx: Context,
  organizationId: string,
  { load, loadKey, toAddress, since, recipient }: SendRequest & Sought,
) {
  const about = { userId: ctx.caller.userId, organizationId, since, loadKey, ...recipient }
  return ctx.caller.userType === 'broker'
    ? store.findKnownOfBroker(ctx.db, { ...about, toAddress })
    : store.findKnownOfCarrier(ctx.db, { ...about, laneKey: laneKeyOf(load) ?? null })
}

/** Saves the load as contacted by the sender. Brokers save no loads. */
function contactOwnLoad(
  ctx: Context,
  {
    known,
    load,
    isJustRead,
    ...about
  }: { known: store.Known } & Pick<Rendered, 'askCents' | 'truckId'> &
    Pick<SendRequest, 'load' | 'isJustRead' | 'loadKey'>,
) {
  const { userId, userType } = ctx.caller
  if (userType === 'broker') return { loadId: null, writes: [] }
  const facts = (!isJustRead && known.load?.facts) || storedFactsOf(load)
  return contactLoad(ctx, { ...about, userId, now: ctx.now(), known: known.load ?? undefined, facts })
}

/** Returns the sender's monthly limit. Throws if it is used up. */
async function findLimit(ctx: Context, locked: store.LockedSender, used: number): Promise<number | null> {
  const isSpent = (limit: number | null): limit is number => limit !== null && used >= limit
  const { limitEmails } = entitlementsOf(locked, ctx.now())
  if (!isSpent(limitEmails)) return limitEmails
  // Read again: the plan returned to a sender who closed their team while `lockSender` waited.
  const current = await getEntitlements(ctx, ctx.caller.userId)
  if (isSpent(current.limitEmails)) throw allowanceSpent(ctx, current.limitEmails)
  return current.limitEmails
}

const asQueued = {
  state: 'queued' as const,
  sentAt: null,
  failureReason: null,
  failureCode: null,
  dismissedAt: null,
  resentAs: null,
  resendUndoneAt: null,
}

async function storeAccepted(
  ctx: Context,
  email: states.NewEmail,
  {
    limitEmails,
    queued,
    writes,
  }: { limitEmails: number | null; queued: { sellBy: Date; toNewRecipient: boolean }; writes: Write[] },
): Promise<void> {
  const { userId, templateId, createdAt } = email
  const all = [
    ...writes,
    chargeEmailUnit(ctx, userId, limitEmails),
    states.emailsWrite(ctx, [email]),
    ...addContact(ctx, { ...email, type: 'EMAIL', load: storedFactsOf(email.load) }),
    recipientWrite(ctx.db, holdersOf(email), { ...recipientOf(email), now: createdAt }),
    recordUse(ctx, { userId, templateId, at: createdAt }),
    queueEmails(ctx, [{ email, ...queued }]),
  ]
  try {
    await writeTogether(ctx.db, all)
  } catch (error) {
    throw isOverLimit(error) ? allowanceSpent(ctx, limitEmails) : error
  }
}

type Accounted = {
  userId: string
  templateId: string
  organizationId: string | null
  toAddress: string
  loadKey: string
  loadId: string | null
  load: EmailedFacts
}

/**
 * Refunds the unit of an undelivered email unless that is kept, removes its contact, counts and the posting's comments,
 * and resets its load; `lockSends` first. A practice email left nothing to reverse, a withdrawal a closed ask.
 */
export async function reverseAcceptance(
  ctx: Deps,
  email: Accounted & Pick<states.EmailRow, 'id' | 'createdAt' | 'isPractice' | 'withdrawalOf' | 'truckId'>,
  { keepsUnit = false } = {},
): Promise<void> {
  if (email.isPractice) return
  const { loadId } = email
  if (email.withdrawalOf !== null) return loadId === null ? undefined : reopenAsk(ctx, { ...email, loadId })
  if (!keepsUnit) await refundEmailUnit(ctx, email.userId, email.createdAt)
  await removeContact(ctx, email.userId, email.id)
  await states.removeComments(ctx, email)
  await removeUse(ctx, { ...email, lastUsedAt: await states.findLastUse(ctx, email) })
  await withdrawContact(ctx, email)
  await withdrawRecipient(ctx.db, holdersOf(email), recipientOf(email))
}

/** Rejects an unconfirmed email after contacts about the same load within a day, and names the newest. */
async function rejectDuplicateContact(
  ctx: Context,
  organizationId: string | null,
  contacts: store.Contact[],
): Promise<void> {
  const earlier = contacts
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, maxPrevious)
  const [latest] = earlier
  if (!latest) return

  const { userId, type, toAddress, createdAt, askCents } = latest
  const team = organizationId === null ? [] : await listTeamOf(ctx, organizationId)
  const isMine = userId === ctx.caller.userId
  const who = isMine ? 'You' : (team.find((member) => member.userId === userId)?.email ?? formerTeammate)
  const did = type === 'EMAIL' ? `emailed ${toAddress}` : 'called'
  const ask = askCents === null ? '' : `, asking ${formatMoney(askCents)}`
  const previous = earlier.map((contact) => ({
    userId: contact.userId,
    at: contact.createdAt.toISOString(),
    askCents: contact.askCents,
  }))
  throw new Problem(
    'already-contacted',
    `${who} ${did} about this load ${formatAgo(createdAt, ctx.now())}${ask}.`,
    {},
    { previous },
  )
}

const maxPrevious = 10
