import { randomUUID } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import { takeBackContact } from '../analytics/analytics.service.ts'
import { giveBackEmailUnit } from '../billing/billing.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import type { HandOver, OutgoingMessage } from '../integrations/mailbox.ts'
import { findEmail, moveEmail } from './emails.store.ts'
import type { InvitationMail } from './invitation-message.ts'
import { textOf } from './mail-text.ts'
import * as store from './outbox.store.ts'
import { type ProductMailKind, productMails, type SignInMail } from './product-mail.ts'

/** Longer than any hand-over takes, so that work which comes up again belongs to a worker that died. */
const leaseMs = 90_000
const maxAttempts = 8
const maxAgeMs = 24 * 3_600_000

/** Puts a message that was just stored into the queue, in the same transaction. */
export const queueEmail = (ctx: Deps, userId: string, emailId: string) =>
  store.addWork(ctx.db, { id: emailId, kind: 'email', userId, sealed: null, dueAt: ctx.now(), createdAt: ctx.now() })

/** Queues a sign-in mail. */
export const queueSignInMail = (ctx: Deps, mail: SignInMail) => queueProductMail(ctx, { kind: 'sign-in-mail', id: randomUUID(), mail })

/** Queues the mail of an invitation, in place of one that has not left yet. */
export const queueInvitationMail = (ctx: Deps, invitationId: string, mail: InvitationMail) =>
  queueProductMail(ctx, { kind: 'invitation-mail', id: invitationId, mail })

/** Keeps the mail of an invitation from leaving; answers whether it had not left yet. */
export const cancelInvitationMail = async (ctx: Deps, invitationId: string): Promise<boolean> => (await store.deleteWork(ctx.db, invitationId)).length > 0

/** What such a mail says, links and codes too, is kept encrypted, and only until it is handed over. */
async function queueProductMail(ctx: Deps, { kind, id, mail }: { kind: ProductMailKind; id: string; mail: object }): Promise<void> {
  const now = ctx.now()
  await store.addWork(ctx.db, { id, kind, userId: null, sealed: ctx.keys.seal(JSON.stringify(mail), id), dueAt: now, createdAt: now })
}

/** Takes due work of one kind; until its lease is over nobody else takes it. */
export function claimDue(ctx: Deps, kind: store.DueWork['kind'], limit: number): Promise<store.DueWork[]> {
  const now = ctx.now()
  return store.claimWork(ctx.db, { kind, now, until: new Date(now.getTime() + leaseMs), limit })
}

/** Hands one piece of work over and writes down what became of it; what cannot be written down comes up again. */
export async function handOver(ctx: Deps, work: store.DueWork): Promise<void> {
  await (isEmail(work) ? handOverEmail(ctx, work) : handOverProductMail(ctx, work)).catch((error: unknown) =>
    ctx.log.error({ err: error, workId: work.id }, 'a hand-over failed; it comes up again'),
  )
}

export const oldestDueSeconds = (ctx: Deps): Promise<number> => store.oldestDueSeconds(ctx.db, ctx.now())

type EmailRow = NonNullable<Awaited<ReturnType<typeof findEmail>>>
type EmailWork = store.DueWork & { userId: string }
const isEmail = (work: store.DueWork): work is EmailWork => work.kind === 'email' && work.userId !== null

async function handOverEmail(ctx: Deps, work: EmailWork): Promise<void> {
  const email = await findEmail(ctx.db, work.userId, work.id)
  // Somebody died while the text was leaving. Whether it arrived, only the sender can find out.
  if (email?.state === 'sending') return settle(ctx, work, { outcome: 'unclear', reason: 'The service was stopped while this mail was leaving.' })
  if (email?.state !== 'queued') return void (await store.deleteWork(ctx.db, work.id))

  const handedOver = await Promise.resolve(email)
    .then(writeMessage)
    .then((message) => ctx.relay.handOver(message, () => markSending(ctx, work)))
    .catch((error: unknown): HandOver => ({ outcome: 'later', reason: error instanceof Error ? error.message : 'It could not be written' }))
  await settle(ctx, work, handedOver)
}

const writeMessage = (email: EmailRow): OutgoingMessage => ({
  messageId: `<${email.id}@${hostOf(brand.relayAddress)}>`,
  date: email.createdAt,
  from: { name: email.fromName, address: email.fromAddress },
  replyTo: email.replyTo,
  to: email.toAddress,
  cc: email.cc,
  subject: email.subject,
  html: email.html,
  text: textOf(email.html),
})

/** Commits that the text is about to leave; a worker whose time ran out is stopped here, before the first byte. */
const markSending = (ctx: Deps, work: EmailWork): Promise<void> =>
  inTransaction(ctx, async ({ db }) => {
    const mayGo = (await store.holdWork(db, work)) && (await moveEmail(db, work.userId, work.id, { from: ['queued'], to: 'sending' }))
    if (!mayGo) throw new Error('Another worker has this message')
  })

/** Writes down what became of a message, with everything that follows from it, in one transaction. */
async function settle(ctx: Deps, work: EmailWork, handedOver: HandOver): Promise<void> {
  const { userId } = work
  const isGivenUp = handedOver.outcome === 'later' && (work.attempts >= maxAttempts || ctx.now().getTime() - work.createdAt.getTime() > maxAgeMs)
  await inTransaction(ctx, async (inside) => {
    if (!(await store.holdWork(inside.db, work))) return
    const move = (step: Parameters<typeof moveEmail>[3]) => moveEmail(inside.db, userId, work.id, step)

    if (handedOver.outcome === 'later' && !isGivenUp) {
      await move({ from: ['queued', 'sending'], to: 'queued', failure: handedOver.reason })
      return void (await store.postponeWork(inside.db, work, nextEmailTry(ctx, work)))
    }
    await store.deleteWork(inside.db, work.id)
    if (handedOver.outcome === 'accepted') return void (await move({ from: ['sending'], to: 'sent', failure: handedOver.note ?? null, sentAt: ctx.now() }))
    if (handedOver.outcome === 'unclear') return void (await move({ from: ['sending'], to: 'unknown', failure: handedOver.reason }))

    const email = await findEmail(inside.db, userId, work.id)
    const isFailed = await move({ from: ['queued', 'sending'], to: 'failed', failure: handedOver.reason })
    if (!email || !isFailed) return
    await takeBackContact(inside, userId, work.id)
    await giveBackEmailUnit(inside, userId, email.createdAt)
  })
}

/** Hands one of LoadPing's own mails over, until it is of no use any more. */
async function handOverProductMail(ctx: Deps, work: store.DueWork): Promise<void> {
  if (work.kind === 'email' || work.sealed === null) return void (await store.deleteWork(ctx.db, work.id))
  const { write, lifetimeMs, pause, mayRepeat } = productMails[work.kind]
  const isOver = ctx.now().getTime() - work.createdAt.getTime() > lifetimeMs
  if (isOver) return giveUp(ctx, work, 'The mail server could not be reached for too long.')

  const message = write(JSON.parse(ctx.keys.open(work.sealed, work.id)), { id: work.id, date: work.createdAt })
  const handedOver = await ctx.relay.handOver(message, async () => {})
  if (handedOver.outcome === 'refused') return giveUp(ctx, work, handedOver.reason)
  const isDone = handedOver.outcome === 'accepted' || (handedOver.outcome === 'unclear' && !mayRepeat)
  if (isDone) await store.finishWork(ctx.db, work)
  else await store.postponeWork(ctx.db, work, inAbout(ctx, pause(work.attempts)))
}

/** A mail of LoadPing's own that will not arrive; whoever invited somebody sees it beside the invitation. */
async function giveUp(ctx: Deps, work: store.DueWork, reason: string): Promise<void> {
  ctx.log.warn({ kind: work.kind, workId: work.id }, 'a mail of our own could not be delivered')
  await store.finishWork(ctx.db, work)
  if (work.kind === 'invitation-mail') await store.noteUndelivered(ctx.db, work.id, reason)
}

/** Seconds to the next try of an inquiry: eight tries over most of a day, so that a mail server may be away for hours. */
const emailPauses = [10, 60, 300, 1_800, 7_200, 21_600, 43_200]

const nextEmailTry = (ctx: Deps, { attempts }: store.DueWork): Date => inAbout(ctx, emailPauses[attempts - 1] ?? 43_200)

/** Spread by chance, so that a server that comes back is not stormed. */
const inAbout = (ctx: Deps, seconds: number): Date => new Date(ctx.now().getTime() + seconds * 1_000 * (0.75 + Math.random() / 2))

const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
