import { randomUUID } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import { signInMinutes } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import { takeBackContact } from '../analytics/analytics.service.ts'
import { giveBackEmailUnit } from '../billing/billing.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import type { HandOver, OutgoingMessage } from '../integrations/mailbox.ts'
import { findEmail, moveEmail } from './emails.store.ts'
import { textOf } from './mail-text.ts'
import * as store from './outbox.store.ts'
import { signInMessage } from './sign-in-message.ts'

/** Longer than any hand-over takes, so that work which comes up again belongs to a worker that died. */
const leaseMs = 90_000
const maxAttempts = 8
const maxAgeMs = 24 * 3_600_000

const SignInMail = z.object({ to: z.string(), link: z.string(), code: z.string() })
type SignInMail = z.infer<typeof SignInMail>

/** Puts a message that was just stored into the queue, in the same transaction. */
export const queueEmail = (ctx: Deps, userId: string, emailId: string) =>
  store.addWork(ctx.db, { id: emailId, kind: 'email', userId, sealed: null, dueAt: ctx.now(), createdAt: ctx.now() })

/** Queues a sign-in mail. Its link and code are kept encrypted, and only until they are handed over. */
export async function queueSignInMail(ctx: Deps, mail: SignInMail): Promise<void> {
  const id = randomUUID()
  await store.addWork(ctx.db, {
    id,
    kind: 'sign-in-mail',
    userId: null,
    sealed: ctx.keys.seal(JSON.stringify(mail), id),
    dueAt: ctx.now(),
    createdAt: ctx.now(),
  })
}

/** Takes due work of one kind; until its lease is over nobody else takes it. */
export function claimDue(ctx: Deps, kind: store.DueWork['kind'], limit: number): Promise<store.DueWork[]> {
  const now = ctx.now()
  return store.claimWork(ctx.db, { kind, now, until: new Date(now.getTime() + leaseMs), limit })
}

/** Hands one piece of work over and writes down what became of it; what cannot be written down comes up again. */
export async function handOver(ctx: Deps, work: store.DueWork): Promise<void> {
  await (isEmail(work) ? handOverEmail(ctx, work) : handOverSignInMail(ctx, work)).catch((error: unknown) =>
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

/** A sign-in mail may arrive twice without harm, so it is tried until its link is of no use any more. */
async function handOverSignInMail(ctx: Deps, work: store.DueWork): Promise<void> {
  const isOver = ctx.now().getTime() - work.createdAt.getTime() > signInMinutes * 60_000
  if (isOver || work.sealed === null) return void (await store.deleteWork(ctx.db, work.id))

  const mail = SignInMail.parse(JSON.parse(ctx.keys.open(work.sealed, work.id)))
  const { outcome } = await ctx.relay.handOver(signInMessage(mail, { id: work.id, date: work.createdAt }), async () => {})
  if (outcome === 'accepted' || outcome === 'refused') await store.deleteWork(ctx.db, work.id)
  else await store.postponeWork(ctx.db, work, nextSignInTry(ctx, work))
}

/** Seconds to the next try of an inquiry: eight tries over most of a day, so that a mail server may be away for hours. */
const emailPauses = [10, 60, 300, 1_800, 7_200, 21_600, 43_200]

const nextEmailTry = (ctx: Deps, { attempts }: store.DueWork): Date => inAbout(ctx, emailPauses[attempts - 1] ?? 43_200)

/** A sign-in mail is of use for minutes only. */
const nextSignInTry = (ctx: Deps, { attempts }: store.DueWork): Date => inAbout(ctx, Math.min(2 ** attempts, 60))

/** Spread by chance, so that a server that comes back is not stormed. */
const inAbout = (ctx: Deps, seconds: number): Date => new Date(ctx.now().getTime() + seconds * 1_000 * (0.75 + Math.random() / 2))

const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
