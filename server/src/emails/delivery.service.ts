import { setTimeout as sleep } from 'node:timers/promises'
import { removeContact } from '../analytics/analytics.service.ts'
import { refundEmailUnit } from '../billing/billing.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import type { DeliveryResult, OutgoingMessage } from '../integrations/mailbox.ts'
import { openMailSender } from '../mailboxes/credentials.service.ts'
import { listMailboxesOf, type MailboxRow } from '../mailboxes/mailboxes.service.ts'
import { findSuppressed } from '../suppression/suppression.service.ts'
import { inBatches } from './batcher.ts'
import { bounceAddressOf } from './bounce-address.service.ts'
import { messageIdOf, textOf } from './email-text.ts'
import { type EmailRow, findEmail, findEmailById, transitionEmail } from './emails.store.ts'
import * as store from './jobs.store.ts'

const maxAttempts = 8
const maxAgeMs = 24 * 3_600_000

export type EmailJob = store.Job & { userId: string }

/** What writes the steps of many hand-overs down together. */
export type StatusWriter = {
  /** Commits that the text is about to leave; a worker whose time ran out, or who was stopped, is stopped here, before the first byte. */
  markSending: (work: EmailJob) => Promise<void>
  markSent: (sent: EmailJob & { note: string | null }) => Promise<unknown>
}

export function createStatusWriter(ctx: Deps): StatusWriter {
  const mark = inBatches(async (work: EmailJob[]) => {
    const marked = await store.markSending(ctx.db, work)
    return work.map(({ id }) => marked.has(id))
  })
  const markSent = inBatches(async (sent: (EmailJob & { note: string | null })[]) => {
    await store.markSent(ctx.db, sent, ctx.now())
    return sent
  })
  return {
    async markSending(work) {
      if (!(await mark(work))) throw new Error('Mail was stopped at that moment.')
    },
    markSent,
  }
}

/** A message with all that its hand-over needs, as it was when its turn came. */
export type DeliveryInput = { email: EmailRow; mailbox: MailboxRow | undefined; unwanted: ReadonlySet<string> }

/** What the hand-overs of some messages need, by the message's id. */
export async function loadDeliveryInputs(ctx: Deps, emails: EmailRow[]): Promise<Map<string, DeliveryInput>> {
  if (emails.length === 0) return new Map()
  const [mailboxes, unwanted] = await Promise.all([
    listMailboxesOf(
      ctx,
      emails.map(({ userId }) => userId),
    ),
    findSuppressed(
      ctx,
      emails.flatMap(({ toAddress, cc }) => [toAddress, ...cc]),
      'inquiry',
    ),
  ])
  const mailboxOf = ({ userId, mailboxKind }: EmailRow) =>
    mailboxes.find((mailbox) => mailbox.userId === userId && mailbox.kind === mailboxKind)
  return new Map(emails.map((email) => [email.id, { email, mailbox: mailboxOf(email), unwanted }]))
}

/** Hands one inquiry over and writes down what became of it. */
export async function deliverEmail(
  ctx: Deps,
  statusWriter: StatusWriter,
  work: EmailJob,
  input: DeliveryInput | undefined,
): Promise<void> {
  // Somebody died while the text was leaving. Whether it arrived, only the sender can find out.
  if (input?.email.state === 'sending')
    return recordFailure(ctx, work, {
      outcome: 'unknown',
      reason: 'The service was stopped while this mail was leaving.',
    })
  if (input?.email.state !== 'queued') return void (await store.deleteJob(ctx.db, work.id))
  if (deadlineOf(work) < ctx.now())
    return recordFailure(ctx, work, {
      outcome: 'rejected',
      reason: input.email.failureReason ?? 'It could not leave within a day.',
    })
  const result = await attemptDelivery(ctx, statusWriter, work, input)
  if (result.outcome === 'accepted')
    return retryWrite(() => statusWriter.markSent({ ...work, note: result.note ?? null }))
  await recordFailure(ctx, work, result)
}

/** Tries again what only the database kept from being written down, for as long as the work is ours. */
async function retryWrite(write: () => Promise<unknown>): Promise<void> {
  for (const pollIntervalMs of [1_000, 5_000, 15_000]) {
    const isWritten = await write().then(
      () => true,
      () => false,
    )
    if (isWritten) return
    await sleep(pollIntervalMs)
  }
  await write()
}

async function attemptDelivery(
  ctx: Deps,
  statusWriter: StatusWriter,
  work: EmailJob,
  { email, mailbox, unwanted }: DeliveryInput,
): Promise<DeliveryResult> {
  if (mailbox?.address !== email.replyTo)
    return {
      outcome: 'rejected',
      reason: `${email.replyTo} is no longer connected. Send it again from another mailbox.`,
    }
  if (unwanted.has(email.toAddress))
    return {
      outcome: 'rejected',
      reason: `${email.toAddress} takes no mail from here: earlier mail came back, or its owner objected.`,
    }
  try {
    const message = writeMessage(ctx, { ...email, cc: email.cc.filter((address) => !unwanted.has(address)) })
    const result = await openMailSender(ctx, mailbox).send(message, () => statusWriter.markSending(work))
    const isOursToMend = mailbox.kind === 'relay' && result.outcome === 'unauthorized'
    return isOursToMend ? { outcome: 'retry', reason: result.reason } : result
  } catch (error) {
    ctx.log.error({ err: error, workId: work.id }, 'a message could not be handed over; it is tried again')
    return { outcome: 'retry', reason: 'Something went wrong on our side. It is tried again.' }
  }
}

function writeMessage(ctx: Deps, email: EmailRow): OutgoingMessage {
  const bounceAddress = email.mailboxKind === 'relay' ? bounceAddressOf(ctx, email.id) : undefined
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
  }
}

/** Writes down what became of a message that was not accepted, with everything that follows from it, in one transaction. */
async function recordFailure(
  ctx: Deps,
  work: EmailJob,
  result: Exclude<DeliveryResult, { outcome: 'accepted' }>,
): Promise<void> {
  const { userId } = work
  await inTransaction(ctx, async (tx) => {
    if (!(await store.lockJob(tx.db, work))) return
    const move = (step: Parameters<typeof transitionEmail>[3]) => transitionEmail(tx.db, userId, work.id, step)

    if (result.outcome === 'retry' && !isExpired(ctx, work)) {
      await move({ from: ['queued', 'sending'], to: 'queued', failureReason: result.reason })
      return void (await store.rescheduleJob(tx.db, work, nextTry(ctx, work, result.retryAfterSeconds)))
    }
    await store.deleteJob(tx.db, work.id)
    if (result.outcome === 'unknown')
      return void (await move({ from: ['sending'], to: 'unknown', failureReason: result.reason }))

    const isFailed = await move({ from: ['queued', 'sending'], to: 'failed', failureReason: result.reason })
    if (isFailed) await reverseAccounting(tx, userId, work.id)
  })
}

/** Gives the unit of a message that reached nobody back, and takes its contact and counts back, in the caller's transaction. */
export async function reverseAccounting(ctx: Deps, userId: string, emailId: string): Promise<void> {
  const email = await findEmail(ctx.db, userId, emailId)
  if (!email) return
  await refundEmailUnit(ctx, userId, email.createdAt) // in the order in which a send takes them, so that the two never wait for each other
  await removeContact(ctx, userId, emailId)
}

/** The message that a report names. */
export const findBounced = (ctx: Deps, id: string) => findEmailById(ctx.db, id)

/** Has a message that came back failed, with everything that follows from it, once and in the caller's transaction. */
export async function failBounced(ctx: Deps, id: string, failure: string): Promise<void> {
  const email = await findEmailById(ctx.db, id)
  const hasFailed =
    email &&
    (await transitionEmail(ctx.db, email.userId, id, {
      from: ['sent', 'unknown'],
      to: 'failed',
      failureReason: failure,
    }))
  if (hasFailed) await reverseAccounting(ctx, email.userId, id)
}

const isExpired = (ctx: Deps, work: EmailJob): boolean =>
  work.failedAttempts + 1 >= maxAttempts || deadlineOf(work) <= ctx.now()

/** When a message is given up. */
const deadlineOf = ({ createdAt }: EmailJob): Date => new Date(createdAt.getTime() + maxAgeMs)

/** Seconds to the next try: eight tries over most of a day, so that a mail server may be away for hours. */
const retryDelays = [10, 60, 300, 1_800, 7_200, 21_600, 43_200]

const nextTry = (ctx: Deps, work: EmailJob, askedSeconds = 0): Date =>
  new Date(
    Math.min(
      withJitter(ctx, Math.max(retryDelays[work.failedAttempts] ?? 43_200, askedSeconds)).getTime(),
      deadlineOf(work).getTime(),
    ),
  )

/** Spread by chance, so that a server that comes back is not stormed; never before the seconds are over. */
export const withJitter = (ctx: Deps, seconds: number): Date =>
  new Date(ctx.now().getTime() + seconds * 1_000 * (1 + Math.random() / 2))
