import { setTimeout as sleep } from 'node:timers/promises'
import { brand } from '@loadping/contract/brand'
import type { FailureCode } from '@loadping/contract/emails/emails'
import { isDeleted } from '../accounts/deletion.service.ts'
import { isSuspended } from '../accounts/suspension.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import * as states from '../emails/email-states.service.ts'
import { messageIdOf, textOf } from '../emails/email-text.ts'
import type { DeliveryResult, OutgoingMessage } from '../integrations/mailbox.ts'
import { withJitter } from '../jobs/lease.ts'
import { announceAll } from '../live/live.service.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { openMailSender } from '../mailboxes/credentials.service.ts'
import { learnDailyLimit, uncountSends } from '../mailboxes/daily-limits.service.ts'
import { listMailboxesOf, type MailboxRow } from '../mailboxes/mailboxes.service.ts'
import { formatMailboxName, parseMailboxName } from '../mailboxes/throttle.service.ts'
import { countAttempt } from '../observed.ts'
import { bounceAddressOf } from '../relay/bounce-address.service.ts'
import { endPause, isAnyPaused, lockPause, type Passage, passReceiver, recordRefusal } from '../relay/relay.service.ts'
import { findSkipped, recordSuppressed } from '../suppression/suppressed-recipients.service.ts'
import { inBatches } from './batcher.ts'
import { isTooLate, nextHour, uncountClaims } from './claim.service.ts'
import type { Delivery } from './delivery.store.ts'
import * as store from './delivery.store.ts'
import { hastenToReceiver } from './queue.service.ts'

/** Batches status updates of concurrent deliveries. */
export type StatusWriter = {
  /** Commits that delivery is about to begin. Returns false if it must not: undone, paused, late or another's. */
  markSending: (delivery: Delivery) => Promise<boolean>
  markSent: (sent: Delivery & { note: string | null }) => Promise<unknown>
}

export function createStatusWriter(ctx: Deps): StatusWriter {
  const mark = inBatches(async (deliveries: Delivery[]) => {
    const marked = await store.markSending(ctx.db, deliveries, {
      now: ctx.now(),
      sendingWrite: states.sendingWrite,
    })
    return deliveries.map(({ id }) => marked.has(id))
  })
  const markSent = inBatches(async (sent: (Delivery & { note: string | null })[]) => {
    await store.markSent(ctx.db, sent, {
      sentWrite: (accepted, userIds) => states.sentWrite(accepted, userIds, ctx.now()),
    })
    await announceSent(ctx, sent)
    return sent
  })
  return {
    markSending: async (delivery) => (await mark(delivery)) === true,
    markSent,
  }
}

/** In a statement of its own, so that the rows of several users are locked while no others are. */
async function announceSent(ctx: Deps, sent: Delivery[]): Promise<void> {
  const userIds = sent.map(({ userId }) => userId)
  await announceAll(ctx, userIds).catch((error: unknown) => ctx.log.warn({ err: error }, 'sent emails not announced'))
}

/** An email with everything its delivery needs, as of its claim. */
export type DeliveryInput = {
  email: states.EmailRow
  mailbox: MailboxRow | undefined
  suppressed: ReadonlySet<string>
  /** Whether the relay sends it and is paused for some receiver. */
  mayBePaused: boolean
}

/** Loads what the delivery of these emails needs, by email id. Leaves out emails that cannot be read now. */
export async function loadDeliveryInputs(ctx: Deps, deliveries: Delivery[]): Promise<Map<string, DeliveryInput>> {
  const emails = await loadEmails(ctx, deliveries)
  if (emails.length === 0) return new Map()
  const [mailboxes, skippedOf, isPaused] = await Promise.all([
    listMailboxesOf(
      ctx,
      emails.map(({ userId }) => userId),
    ),
    findSkipped(ctx, emails),
    emails.some(isFromRelay) && isAnyPaused(ctx),
  ])
  const mailboxOf = ({ userId, mailboxKind, replyTo }: states.EmailRow) =>
    mailboxes.find(
      (mailbox) => mailbox.userId === userId && mailbox.kind === mailboxKind && mailbox.address === replyTo,
    )
  // In a cluster, a move to another mailbox may show in the queue before it shows in the email: that one is read later.
  const queuedFor = new Map(deliveries.map(({ id, mailbox }) => [id, mailbox]))
  const inStep = emails.filter(
    ({ id, mailboxKind, replyTo }) => queuedFor.get(id) === formatMailboxName({ kind: mailboxKind, address: replyTo }),
  )
  const inputOf = (email: states.EmailRow): DeliveryInput => {
    const mailbox = mailboxOf(email)
    const mayBePaused = isPaused && isFromRelay(email) && !mailbox?.isSealed
    return { email, mailbox, suppressed: skippedOf(email), mayBePaused }
  }
  return new Map(inStep.map((email) => [email.id, inputOf(email)]))
}

const isFromRelay = ({ mailboxKind }: states.EmailRow): boolean => mailboxKind === 'relay'

/** Returns the deliveries of users whose machine of the database answers. */
async function listPresent(ctx: Deps, deliveries: Delivery[]): Promise<Delivery[]> {
  const away = await ctx.machines.listAway(deliveries.map(({ userId }) => userId))
  return deliveries.filter(({ userId }) => !away.has(userId))
}

/** Loads emails in one query or, if a machine of the database cannot be reached, one user's after the other. */
async function loadEmails(ctx: Deps, deliveries: Delivery[]): Promise<states.EmailRow[]> {
  const present = await listPresent(ctx, deliveries)
  if (present.length === 0) return []
  try {
    return await states.listEmailsOf(ctx, present)
  } catch (error) {
    ctx.log.error({ err: error }, 'emails could not be read together; reading them user by user')
    const byUser = Map.groupBy(await listPresent(ctx, present), ({ userId }) => userId)
    const read = await Promise.allSettled([...byUser.values()].map((own) => states.listEmailsOf(ctx, own)))
    return read.flatMap((emails) => (emails.status === 'fulfilled' ? emails.value : []))
  }
}

/** What a delivery calls. `reverse` takes back what accepting an email charged and recorded, once it failed. */
export type Delivering = {
  statusWriter: StatusWriter
  reverse: (tx: Deps, failed: states.EmailRow) => Promise<void>
}

const interrupted = {
  outcome: 'unknown',
  reason: 'We were interrupted while sending, so it may have gone out.',
} as const

/** Delivers one email and records the result. */
export async function deliverEmail(
  ctx: Deps,
  { statusWriter, reverse }: Delivering,
  delivery: Delivery,
  input: DeliveryInput | undefined,
): Promise<void> {
  // It is late, and cannot be read now: retry when the lease ends.
  if (!input) return
  const countOutcome = (outcome: DeliveryResult['outcome']) =>
    countAttempt(ctx.observed, ctx.now(), { mailbox: input.email.mailboxKind, outcome })
  // A worker crashed mid-delivery. Only the sender can check whether the email arrived.
  if (input.email.state === 'sending') {
    if (await recordFailure(ctx, delivery, interrupted, { reverse })) countOutcome(interrupted.outcome)
    return
  }
  if (input.email.state === 'undone' && !isTooLate(ctx, delivery)) return withdrawDelivery(ctx, delivery)
  if (input.email.state !== 'queued') return void (await store.deleteDelivery(ctx.db, delivery.id))
  if (isTooLate(ctx, delivery)) {
    const failure = await tooLate(ctx, delivery, input.email.failureReason)
    return void (await recordFailure(ctx, delivery, failure, { reverse, isLate: true }))
  }
  const passage = input.mayBePaused ? await passReceiver(ctx, input.email) : undefined
  if (passage?.isHeld) return holdDelivery(ctx, delivery, passage.receiver)
  let hasBegun = false
  let isWithdrawn = false
  const beforeData = async () => {
    hasBegun = await statusWriter.markSending(delivery)
    isWithdrawn = !hasBegun
    if (isWithdrawn) throw new Error('withdrawn')
  }
  const result = await attemptDelivery(ctx, input, beforeData).catch((error: unknown): DeliveryResult => {
    if (!isWithdrawn) ctx.log.error({ err: error, jobId: delivery.id }, 'delivery failed; retrying')
    return { outcome: 'retry', reason: "Something went wrong on our end. We'll try again." }
  })
  if ('isUntried' in result) return postponeDelivery(ctx, delivery, result.reason)
  if (!isWithdrawn) countOutcome(result.outcome)
  if (isWithdrawn) {
    ctx.log.info(
      { jobId: delivery.id },
      'delivery ended before the first byte: undone, paused, too late, or claimed again',
    )
    return withdrawDelivery(ctx, delivery)
  }
  if (result.outcome === 'accepted') {
    await retryWrite(() => statusWriter.markSent({ ...delivery, note: result.note ?? null }))
    return resume(ctx, passage, delivery.id)
  }
  await recordFailure(ctx, delivery, result, { reverse, hasBegun })
  if (isFromRelay(input.email) && 'refusesSender' in result) await recordRefusal(ctx, input.email, result.reason)
}

/** Ends the pause of a receiver after the email that was tried, and makes due what waits for it. */
async function resume(ctx: Deps, passage: Passage | undefined, emailId: string): Promise<void> {
  if (!passage) return
  const { receiver } = passage
  await endPause(ctx, { receiver, emailId })
  await hastenToReceiver(ctx, receiver)
}

/** Lets a claimed email wait, uncounted, for a receiver that refuses the relay. */
const holdDelivery = (ctx: Deps, delivery: Delivery, receiver: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await store.returnDelivery(tx.db, delivery))) return uncountUndone(tx, delivery)
    await uncountClaims(tx, [delivery], tx.now())
    const dueAt = await lockPause(tx, receiver)
    if (dueAt === undefined) return
    const deferral = { id: delivery.id, dueAt, hasSlot: false, waitsFor: 'receiver-pause' as const, receiver }
    await store.deferDeliveries(tx.db, [deferral])
  })

/** Returns a claimed email that was not sent to the queue, uncounted, unless another worker has claimed it since. */
export const withdrawDelivery = (ctx: Deps, delivery: Delivery): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (await store.returnDelivery(tx.db, delivery)) await uncountClaims(tx, [delivery], tx.now())
    else await uncountUndone(tx, delivery)
  })

const postponeSeconds = 15

/** Lets a claimed email wait, uncounted, that cannot be read or tried now. Its sender sees the reason, if there is one. */
export const postponeDelivery = (ctx: Deps, delivery: Delivery, reason?: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await store.returnDelivery(tx.db, delivery))) return reason ? uncountUndone(tx, delivery) : undefined
    if (reason) await states.returnToQueue(tx, delivery, reason)
    await uncountClaims(tx, [delivery], tx.now())
    const dueAt = new Date(tx.now().getTime() + postponeSeconds * 1_000)
    await store.deferDeliveries(tx.db, [{ id: delivery.id, dueAt, hasSlot: false }])
  })

/** Reverses what the claim of an email counted that was undone since. */
async function uncountUndone(ctx: Deps, delivery: Delivery): Promise<void> {
  if ((await states.findEmail(ctx, delivery))?.state === 'undone') await uncountClaims(ctx, [delivery], ctx.now())
}

/** Retries a write that only the database prevented, while the lease lasts. */
async function retryWrite(write: () => Promise<unknown>): Promise<void> {
  for (const delayMs of [1_000, 5_000, 15_000]) {
    const isWritten = await write().then(
      () => true,
      () => false,
    )
    if (isWritten) return
    await sleep(delayMs)
  }
  await write()
}

async function attemptDelivery(
  ctx: Deps,
  { email, mailbox, suppressed }: DeliveryInput,
  beforeData: () => Promise<void>,
): Promise<DeliveryResult> {
  if (!mailbox)
    return {
      outcome: 'rejected',
      reason: `${email.replyTo} is no longer connected. Resend from another mailbox.`,
    }
  if (suppressed.has(email.toAddress)) {
    await recordSuppressed(ctx, email.userId, email.toAddress)
    return {
      outcome: 'rejected',
      reason: `We can't email ${email.toAddress}: an earlier email bounced or the recipient opted out.`,
    }
  }
  const message = writeMessage(ctx, { ...email, cc: email.cc.filter((address) => !suppressed.has(address)) })
  const result = await openMailSender(ctx, mailbox).send(message, beforeData)
  const isRelayDown = mailbox.kind === 'relay' && brand.hasRelay && result.outcome === 'unauthorized'
  return isRelayDown ? { outcome: 'retry', reason: result.reason } : result
}

function writeMessage(ctx: Deps, email: states.EmailRow): OutgoingMessage {
  const bounceAddress =
    email.mailboxKind === 'relay' ? bounceAddressOf(ctx, { userId: email.userId, emailId: email.id }) : undefined
  const thread = email.withdrawalOf ?? email.replyOf
  return {
    messageId: messageIdOf(email.id),
    date: email.createdAt,
    from: { name: email.fromName, address: email.fromAddress },
    ...(email.mailboxKind === 'relay' && { replyTo: email.replyTo }),
    to: email.toAddress,
    cc: email.cc,
    subject: email.subject,
    html: email.html,
    text: textOf(email.html),
    ...(bounceAddress && { bounceAddress }),
    ...(thread !== null && { inReplyTo: messageIdOf(thread) }),
  }
}

type Failure =
  | Exclude<DeliveryResult, { outcome: 'accepted' | 'rejected' }>
  | { outcome: 'rejected'; reason: string; code?: FailureCode }

const endOf = (result: Failure, isClaimed: boolean): { reason: string; code?: FailureCode } =>
  result.outcome !== 'rejected' && isClaimed ? tooLateAfter(result.reason) : result

const tooLateAfter = (reason: string) => ({
  reason: `It could not be sent in time. ${reason}`,
  code: 'too-late' as const,
})

/** Returns the failure of an email that is past its sell-by, with what it waited for, or that its sender is gone. */
async function tooLate(ctx: Deps, { id, userId }: Delivery, failureReason: string | null): Promise<Failure> {
  if (await isDeleted(ctx, userId))
    return { outcome: 'rejected', reason: 'You deleted your account before it was sent.' }
  if (await isSuspended(ctx, userId)) return { outcome: 'rejected', ...tooLateAfter('Your account was suspended.') }
  const [waiting] = await store.listWaiting(ctx.db, { ids: [id] })
  const reason = waiting?.isPaused
    ? 'Sending was paused for maintenance.'
    : ((waiting?.waitsFor && waitReasons[waiting.waitsFor]?.(waiting)) ?? failureReason ?? 'We could not get to it.')
  return { outcome: 'rejected', ...tooLateAfter(reason) }
}

type Waiting = Awaited<ReturnType<typeof store.listWaiting>>[number]

const waitReasons: Partial<Record<NonNullable<Waiting['waitsFor']>, (waiting: Waiting) => string>> = {
  'mailbox-limit': () => 'This mailbox reached its daily limit.',
  'send-limit': () => 'Too many emails were waiting.',
  'receiver-pause': ({ receiver }) => `${receiver} refused emails from ${brand.name}'s relay.`,
}

/**
 * Records a delivery that was not accepted, with all its consequences, in one transaction. Returns false if nothing was: its
 * claim has expired and it had not begun.
 */
async function recordFailure(
  ctx: Deps,
  delivery: Delivery,
  result: Failure,
  { reverse, hasBegun = false, isLate = false }: Pick<Delivering, 'reverse'> & { hasBegun?: boolean; isLate?: boolean },
): Promise<boolean> {
  const { userId } = delivery
  return inTransaction(ctx, async (tx) => {
    await lockSends(tx, userId)
    const isClaimed = await store.lockDelivery(tx.db, delivery)
    if (!isClaimed && !hasBegun) {
      await uncountUndone(tx, delivery)
      return false
    }
    const inStep = (moved: states.EmailRow | undefined): states.EmailRow | undefined => {
      if (!moved && isClaimed)
        throw new Error('The email is in another state than the queue says; it stays in the queue.')
      return moved
    }

    // A claim of a late email counts nothing, but the claim of a worker that crashed before it did.
    if (result.outcome !== 'unknown' && (!isLate || delivery.wasAbandoned)) await uncountSends(tx, [delivery])
    const mayWait = isClaimed && !isTooLate(ctx, delivery)
    if (result.outcome === 'retry' && mayWait) {
      inStep(await states.returnToQueue(tx, delivery, result.reason))
      await reschedule(tx, delivery, result)
    } else if (result.outcome === 'unauthorized' && mayWait) {
      inStep(await states.returnToQueue(tx, delivery, result.reason))
      await waitForMailbox(tx, delivery, { hasBegun, isLoginOff: result.isLoginOff ?? false })
    } else if (result.outcome === 'unknown') {
      await store.deleteDelivery(tx.db, delivery.id)
      inStep(await states.markUnknown(tx, delivery, result.reason))
    } else {
      await store.deleteDelivery(tx.db, delivery.id)
      // Another worker marked the email as unknown, but this one knows the result.
      const failed = inStep(await states.markFailed(tx, delivery, endOf(result, isClaimed)))
      if (failed) await reverse(tx, failed)
    }
    return true
  })
}

/** Sets the next attempt. If the service refuses more today, it is in the next hour, and the limit is lowered. */
async function reschedule(ctx: Deps, delivery: Delivery, result: DeliveryResult & { outcome: 'retry' }): Promise<void> {
  await store.rescheduleDelivery(ctx.db, delivery, nextAttemptAt(ctx, delivery, result.retryAfterSeconds))
  if (!result.isDailyLimit || parseMailboxName(delivery.mailbox).kind === 'relay') return // the relay is shared by all users
  await learnDailyLimit(ctx, delivery.mailbox)
  const deferral = { id: delivery.id, dueAt: nextHour(ctx.now()), hasSlot: false, waitsFor: 'mailbox-limit' as const }
  await store.deferDeliveries(ctx.db, [deferral])
}

/** How often an email looks whether its mailbox was connected again, which costs no call while it was not. */
const reconnectSeconds = 30

/** Lets an email wait until its mailbox is connected again. Only an attempt that began counts as one. */
async function waitForMailbox(
  ctx: Deps,
  delivery: Delivery,
  { hasBegun, isLoginOff }: { hasBegun: boolean; isLoginOff: boolean },
): Promise<void> {
  const dueAt = new Date(ctx.now().getTime() + reconnectSeconds * 1_000)
  if (hasBegun) await store.rescheduleDelivery(ctx.db, delivery, dueAt)
  const waitsFor = isLoginOff ? ('password-login' as const) : ('reconnect' as const)
  await store.deferDeliveries(ctx.db, [{ id: delivery.id, dueAt, hasSlot: false, waitsFor }])
}

/** Seconds until the next attempt, doubled at each; freight is gone in minutes. */
const retryDelays = [10, 20, 40, 80, 160]

/** Returns when to try again, at the sell-by at the latest, where the email fails. */
const nextAttemptAt = (ctx: Deps, delivery: Delivery, retryAfterSeconds = 0): Date =>
  new Date(
    Math.min(
      withJitter(ctx, Math.max(retryDelays[delivery.failedAttempts] ?? 300, retryAfterSeconds)).getTime(),
      delivery.sellBy.getTime(),
    ),
  )
