import { takeBackContact } from '../analytics/analytics.service.ts'
import { giveBackEmailUnit } from '../billing/billing.service.ts'
import { type DataDeps, type Deps, inTransaction } from '../context.ts'
import type { HandOver, OutgoingMessage } from '../integrations/mailbox.ts'
import { openMailbox } from '../mailboxes/grants.service.ts'
import { findMailbox } from '../mailboxes/mailboxes.service.ts'
import { listStopped } from '../operations/switches.service.ts'
import { returnAddressOf } from '../returns/return-address.service.ts'
import { findSuppressed } from '../suppression/suppression.service.ts'
import { type EmailRow, findEmail, findEmailById, moveEmail } from './emails.store.ts'
import { messageIdOf, textOf } from './mail-text.ts'
import * as store from './outbox.store.ts'

const maxTries = 8
const maxAgeMs = 24 * 3_600_000

export type EmailWork = store.DueWork & { userId: string }

/** Hands one inquiry over and writes down what became of it. */
export async function handOverEmail(ctx: Deps, work: EmailWork): Promise<void> {
  const email = await findEmail(ctx.db, work.userId, work.id)
  // Somebody died while the text was leaving. Whether it arrived, only the sender can find out.
  if (email?.state === 'sending') return settle(ctx, work, { outcome: 'unclear', reason: 'The service was stopped while this mail was leaving.' })
  if (email?.state !== 'queued') return void (await store.deleteWork(ctx.db, work.id))
  await settle(ctx, work, await transmit(ctx, work, email))
}

/** Whether the operator has stopped mail, or all changes and with them mail. */
export const areSendsStopped = async (ctx: DataDeps): Promise<boolean> => (await listStopped(ctx)).length > 0

async function transmit(ctx: Deps, work: EmailWork, email: EmailRow): Promise<HandOver> {
  const mailbox = await findMailbox(ctx, { userId: email.userId, kind: email.mailboxKind })
  if (mailbox?.address !== email.replyTo) return { outcome: 'refused', reason: `${email.replyTo} is no longer connected. Send it again from another mailbox.` }
  const unwanted = await findSuppressed(ctx, [email.toAddress, ...email.cc], 'inquiry')
  if (unwanted.has(email.toAddress))
    return { outcome: 'refused', reason: `${email.toAddress} takes no mail from here: earlier mail came back, or its owner objected.` }
  return Promise.resolve({ ...email, cc: email.cc.filter((address) => !unwanted.has(address)) })
    .then((row) => writeMessage(ctx, row))
    .then((message) => openMailbox(ctx, mailbox).handOver(message, () => markSending(ctx, work)))
    .then((handedOver) => (mailbox.kind === 'relay' && handedOver.outcome === 'locked' ? { ...handedOver, outcome: 'later' as const } : handedOver)) // ours to mend
    .catch((error: unknown): HandOver => ({ outcome: 'later', reason: error instanceof Error ? error.message : 'It could not be written' }))
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

/** Commits that the text is about to leave; a worker whose time ran out, or who was stopped, is stopped here, before the first byte. */
const markSending = (ctx: Deps, work: EmailWork): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    if (await areSendsStopped(inside)) throw new Error('Mail is stopped at the moment.')
    const { db } = inside
    const mayGo = (await store.holdWork(db, work)) && (await moveEmail(db, work.userId, work.id, { from: ['queued'], to: 'sending' }))
    if (!mayGo) throw new Error('Another worker has this message, or it was taken back')
  })

/** Writes down what became of a message, with everything that follows from it, in one transaction. */
async function settle(ctx: Deps, work: EmailWork, handedOver: HandOver): Promise<void> {
  const { userId } = work
  await inTransaction(ctx, async (inside) => {
    if (!(await store.holdWork(inside.db, work))) return
    const move = (step: Parameters<typeof moveEmail>[3]) => moveEmail(inside.db, userId, work.id, step)

    if (handedOver.outcome === 'later' && !isGivenUp(ctx, work)) {
      await move({ from: ['queued', 'sending'], to: 'queued', failure: handedOver.reason })
      return void (await store.postponeWork(inside.db, work, nextTry(ctx, work, handedOver.afterSeconds)))
    }
    await store.deleteWork(inside.db, work.id)
    if (handedOver.outcome === 'accepted') return void (await move({ from: ['sending'], to: 'sent', failure: handedOver.note ?? null, sentAt: ctx.now() }))
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

/** To whom a message went, by its id alone. */
export const findRecipient = async (ctx: Deps, id: string): Promise<string | undefined> => (await findEmailById(ctx.db, id))?.toAddress

/** Has a message that came back failed, with everything that follows from it, once and in the caller's transaction. */
export async function failReturned(ctx: Deps, id: string, failure: string): Promise<void> {
  const email = await findEmailById(ctx.db, id)
  const hasFailed = email && (await moveEmail(ctx.db, email.userId, id, { from: ['sent', 'unknown'], to: 'failed', failure }))
  if (hasFailed) await takeBack(ctx, email.userId, id)
}

const isGivenUp = (ctx: Deps, { tries, createdAt }: EmailWork): boolean => tries + 1 >= maxTries || ctx.now().getTime() - createdAt.getTime() > maxAgeMs

/** Seconds to the next try: eight tries over most of a day, so that a mail server may be away for hours. */
const pauses = [10, 60, 300, 1_800, 7_200, 21_600, 43_200]

const nextTry = (ctx: Deps, { tries }: EmailWork, askedSeconds = 0): Date => inAbout(ctx, Math.max(pauses[tries] ?? 43_200, askedSeconds))

/** Spread by chance, so that a server that comes back is not stormed; never before the seconds are over. */
export const inAbout = (ctx: Deps, seconds: number): Date => new Date(ctx.now().getTime() + seconds * 1_000 * (1 + Math.random() / 2))
