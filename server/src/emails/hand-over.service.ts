import { setTimeout as sleep } from 'node:timers/promises'
import { takeBackContact } from '../analytics/analytics.service.ts'
import { giveBackEmailUnit } from '../billing/billing.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import type { HandOver, OutgoingMessage } from '../integrations/mailbox.ts'
import { openMailbox } from '../mailboxes/grants.service.ts'
import { listMailboxesOf, type MailboxRow } from '../mailboxes/mailboxes.service.ts'
import { findSuppressed } from '../suppression/suppression.service.ts'
import { type EmailRow, findEmail, findEmailById, moveEmail } from './emails.store.ts'
import { inBatches } from './in-batches.ts'
import { messageIdOf, textOf } from './mail-text.ts'
import * as store from './outbox.store.ts'
import { returnAddressOf } from './return-address.service.ts'

const maxTries = 8
const maxAgeMs = 24 * 3_600_000

export type EmailWork = store.DueWork & { userId: string }

/** What writes the steps of many hand-overs down together. */
export type Desk = {
  /** Commits that the text is about to leave; a worker whose time ran out, or who was stopped, is stopped here, before the first byte. */
  markSending: (work: EmailWork) => Promise<void>
  markSent: (sent: EmailWork & { note: string | null }) => Promise<unknown>
}

export function openDesk(ctx: Deps): Desk {
  const mark = inBatches(async (work: EmailWork[]) => {
    const marked = await store.markSending(ctx.db, work)
    return work.map(({ id }) => marked.has(id))
  })
  const markSent = inBatches(async (sent: (EmailWork & { note: string | null })[]) => {
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
export type Parcel = { email: EmailRow; mailbox: MailboxRow | undefined; unwanted: ReadonlySet<string> }

/** What the hand-overs of some messages need, by the message's id. */
export async function prepareParcels(ctx: Deps, emails: EmailRow[]): Promise<Map<string, Parcel>> {
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
  const mailboxOf = ({ userId, mailboxKind }: EmailRow) => mailboxes.find((mailbox) => mailbox.userId === userId && mailbox.kind === mailboxKind)
  return new Map(emails.map((email) => [email.id, { email, mailbox: mailboxOf(email), unwanted }]))
}

/** Hands one inquiry over and writes down what became of it. */
export async function handOverEmail(ctx: Deps, desk: Desk, work: EmailWork, parcel: Parcel | undefined): Promise<void> {
  // Somebody died while the text was leaving. Whether it arrived, only the sender can find out.
  if (parcel?.email.state === 'sending') return settle(ctx, work, { outcome: 'unclear', reason: 'The service was stopped while this mail was leaving.' })
  if (parcel?.email.state !== 'queued') return void (await store.deleteWork(ctx.db, work.id))
  if (endOf(work) < ctx.now()) return settle(ctx, work, { outcome: 'refused', reason: parcel.email.failure ?? 'It could not leave within a day.' })
  const handedOver = await transmit(ctx, desk, work, parcel)
  if (handedOver.outcome === 'accepted') return insist(() => desk.markSent({ ...work, note: handedOver.note ?? null }))
  await settle(ctx, work, handedOver)
}

/** Tries again what only the database kept from being written down, for as long as the work is ours. */
async function insist(write: () => Promise<unknown>): Promise<void> {
  for (const pauseMs of [1_000, 5_000, 15_000]) {
    const isWritten = await write().then(
      () => true,
      () => false,
    )
    if (isWritten) return
    await sleep(pauseMs)
  }
  await write()
}

async function transmit(ctx: Deps, desk: Desk, work: EmailWork, { email, mailbox, unwanted }: Parcel): Promise<HandOver> {
  if (mailbox?.address !== email.replyTo) return { outcome: 'refused', reason: `${email.replyTo} is no longer connected. Send it again from another mailbox.` }
  if (unwanted.has(email.toAddress))
    return { outcome: 'refused', reason: `${email.toAddress} takes no mail from here: earlier mail came back, or its owner objected.` }
  try {
    const message = writeMessage(ctx, { ...email, cc: email.cc.filter((address) => !unwanted.has(address)) })
    const handedOver = await openMailbox(ctx, mailbox).handOver(message, () => desk.markSending(work))
    const isOursToMend = mailbox.kind === 'relay' && handedOver.outcome === 'locked'
    return isOursToMend ? { outcome: 'later', reason: handedOver.reason } : handedOver
  } catch (error) {
    ctx.log.error({ err: error, workId: work.id }, 'a message could not be handed over; it is tried again')
    return { outcome: 'later', reason: 'Something went wrong on our side. It is tried again.' }
  }
}

function writeMessage(ctx: Deps, email: EmailRow): OutgoingMessage {
  const returnAddress = email.mailboxKind === 'relay' ? returnAddressOf(ctx, email.id) : undefined
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
    ...(returnAddress && { returnAddress }),
  }
}

/** Writes down what became of a message that was not accepted, with everything that follows from it, in one transaction. */
async function settle(ctx: Deps, work: EmailWork, handedOver: Exclude<HandOver, { outcome: 'accepted' }>): Promise<void> {
  const { userId } = work
  await inTransaction(ctx, async (inside) => {
    if (!(await store.holdWork(inside.db, work))) return
    const move = (step: Parameters<typeof moveEmail>[3]) => moveEmail(inside.db, userId, work.id, step)

    if (handedOver.outcome === 'later' && !isGivenUp(ctx, work)) {
      await move({ from: ['queued', 'sending'], to: 'queued', failure: handedOver.reason })
      return void (await store.postponeWork(inside.db, work, nextTry(ctx, work, handedOver.afterSeconds)))
    }
    await store.deleteWork(inside.db, work.id)
    if (handedOver.outcome === 'unclear') return void (await move({ from: ['sending'], to: 'unknown', failure: handedOver.reason }))

    const isFailed = await move({ from: ['queued', 'sending'], to: 'failed', failure: handedOver.reason })
    if (isFailed) await takeBack(inside, userId, work.id)
  })
}

/** Gives the unit of a message that reached nobody back, and takes its contact and counts back, in the caller's transaction. */
export async function takeBack(ctx: Deps, userId: string, emailId: string): Promise<void> {
  const email = await findEmail(ctx.db, userId, emailId)
  if (!email) return
  await giveBackEmailUnit(ctx, userId, email.createdAt) // in the order in which a send takes them, so that the two never wait for each other
  await takeBackContact(ctx, userId, emailId)
}

/** The message that a report names. */
export const findReturned = (ctx: Deps, id: string) => findEmailById(ctx.db, id)

/** Has a message that came back failed, with everything that follows from it, once and in the caller's transaction. */
export async function failReturned(ctx: Deps, id: string, failure: string): Promise<void> {
  const email = await findEmailById(ctx.db, id)
  const hasFailed = email && (await moveEmail(ctx.db, email.userId, id, { from: ['sent', 'unknown'], to: 'failed', failure }))
  if (hasFailed) await takeBack(ctx, email.userId, id)
}

const isGivenUp = (ctx: Deps, work: EmailWork): boolean => work.tries + 1 >= maxTries || endOf(work) <= ctx.now()

/** When a message is given up. */
const endOf = ({ createdAt }: EmailWork): Date => new Date(createdAt.getTime() + maxAgeMs)

/** Seconds to the next try: eight tries over most of a day, so that a mail server may be away for hours. */
const pauses = [10, 60, 300, 1_800, 7_200, 21_600, 43_200]

const nextTry = (ctx: Deps, work: EmailWork, askedSeconds = 0): Date =>
  new Date(Math.min(inAbout(ctx, Math.max(pauses[work.tries] ?? 43_200, askedSeconds)).getTime(), endOf(work).getTime()))

/** Spread by chance, so that a server that comes back is not stormed; never before the seconds are over. */
export const inAbout = (ctx: Deps, seconds: number): Date => new Date(ctx.now().getTime() + seconds * 1_000 * (1 + Math.random() / 2))
