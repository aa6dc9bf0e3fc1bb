import type { MailboxKind } from '@loadping/contract/mailboxes'
import type { Deps } from '../context.ts'
import { giveLeaveBack } from '../mailboxes/grants.service.ts'
import { findMailbox } from '../mailboxes/mailboxes.service.ts'
import { areSendsStopped } from '../operations/switches.service.ts'
import { isSuppressed } from '../suppression/suppression.service.ts'
import { type EmailWork, handOverEmail, inAbout, openDesk, type Parcel, prepareParcels } from './hand-over.service.ts'
import * as store from './outbox.store.ts'
import { type ProductMailKind, productMails } from './product-mail.ts'
import { Revocation } from './queue.service.ts'
import { claimTurns } from './turns.service.ts'

/** Longer than any hand-over takes, so that work which comes up again belongs to a worker that died. */
const leaseMs = 90_000

/** Takes due work of one kind, unless the operator has stopped it; until its lease is over nobody else takes it. */
export async function claimDue(ctx: Deps, kind: Exclude<store.DueWork['kind'], 'email'>, limit: number): Promise<store.DueWork[]> {
  const isMailThatWaits = kind === 'invitation-mail' // people get in, and leaves to send are given back, whatever is stopped
  if (isMailThatWaits && (await areSendsStopped(ctx))) return []
  return store.claimWork(ctx.db, { kind, now: ctx.now(), until: leaseEnd(ctx), limit })
}

/** Takes due inquiries of one kind of mailbox whose turn it is, unless the operator has stopped them; `underWay` counts those that leave at this moment, by mailbox. */
export async function claimEmails(ctx: Deps, mailboxKind: MailboxKind, limit: number, underWay: ReadonlyMap<string, number>): Promise<Claimed> {
  if (await areSendsStopped(ctx)) return { turns: [], looked: 0 }
  const { turns, looked } = await claimTurns(ctx, { mailboxKind, limit, until: leaseEnd(ctx), underWay })
  const parcels = await prepareParcels(
    ctx,
    turns.flatMap(({ email }) => email ?? []),
  )
  return { turns: turns.map(({ work, mailbox }) => ({ work, mailbox, parcel: parcels.get(work.id) })), looked }
}

/** Work that was taken, and how much there was to look at; while that is not 0 there may be more. */
export type Claimed = { turns: TakenWork[]; looked: number }
export type TakenWork = { work: store.DueWork; mailbox: string; parcel: Parcel | undefined }

const leaseEnd = (ctx: Deps): Date => new Date(ctx.now().getTime() + leaseMs)

/** Hands work over, one piece at a time, and writes down what became of it; what cannot be written down comes up again. */
export function createHandOver(ctx: Deps): (taken: Pick<TakenWork, 'work' | 'parcel'>) => Promise<void> {
  const desk = openDesk(ctx)
  return async ({ work, parcel }) => {
    const done = isEmail(work) ? handOverEmail(ctx, desk, work, parcel) : handOverSealed(ctx, work)
    await done.catch((error: unknown) => ctx.log.error({ err: error, workId: work.id }, 'a hand-over failed; it comes up again'))
  }
}

async function handOverSealed(ctx: Deps, work: store.DueWork): Promise<void> {
  if (work.kind === 'email' || work.sealed === null) return void (await store.deleteWork(ctx.db, work.id))
  const said = readSealed(ctx, work.sealed, work.id)
  if (said === undefined) return void (await store.finishWork(ctx.db, work))
  await (work.kind === 'revocation' ? revoke(ctx, work, Revocation.parse(said)) : handOverProductMail(ctx, { ...work, kind: work.kind }, said))
}

/** What sealed work says; undefined, and a line of the log, where AUTH_SECRET was changed since. */
function readSealed(ctx: Deps, sealed: string, id: string): unknown {
  try {
    return JSON.parse(ctx.keys.open(sealed, id))
  } catch (error) {
    ctx.log.error({ err: error, workId: id }, 'what was to be done can no longer be read')
    return undefined
  }
}

const isEmail = (work: store.DueWork): work is EmailWork => work.kind === 'email' && work.userId !== null

export const oldestDueSeconds = (ctx: Deps): Promise<number> => store.oldestDueSeconds(ctx.db, ctx.now())

/** Hands one of LoadPing's own mails over, until it is of no use any more. */
async function handOverProductMail(ctx: Deps, work: store.DueWork & { kind: ProductMailKind }, said: unknown): Promise<void> {
  const { write, lifetimeMs, pause, mayRepeat } = productMails[work.kind]
  const isOver = ctx.now().getTime() - work.createdAt.getTime() > lifetimeMs
  if (isOver) return giveUp(ctx, work, 'The mail server could not be reached for too long.')

  const message = write(said, { id: work.id, date: work.createdAt })
  if (message.unsubscribeUrl && (await isSuppressed(ctx, message.to, 'product'))) return giveUp(ctx, work, 'This person wants no such mail.')

  const handedOver = await ctx.relay.handOver(message, async () => {})
  if (handedOver.outcome === 'refused') return giveUp(ctx, work, handedOver.reason)
  const isDone = handedOver.outcome === 'accepted' || (handedOver.outcome === 'unclear' && !mayRepeat)
  if (isDone) await store.finishWork(ctx.db, work)
  else await store.postponeWork(ctx.db, work, inAbout(ctx, pause(work.tries + 1)))
}

/** A mail of LoadPing's own that will not arrive; whoever invited somebody sees it beside the invitation. */
async function giveUp(ctx: Deps, work: store.DueWork, reason: string): Promise<void> {
  ctx.log.warn({ kind: work.kind, workId: work.id }, 'a mail of our own could not be delivered')
  await store.finishWork(ctx.db, work)
  if (work.kind === 'invitation-mail') await store.noteUndelivered(ctx.db, work.id, reason)
}

/** A provider that cannot be reached is asked again, every hour in the end, for a week. */
async function revoke(ctx: Deps, work: store.DueWork, { sealedGrant, ...grant }: Revocation): Promise<void> {
  // Connected again meanwhile: giving the old leave back would end the new one.
  if ((await findMailbox(ctx, grant))?.address === grant.address) return void (await store.finishWork(ctx.db, work))
  const isOver = ctx.now().getTime() - work.createdAt.getTime() > 7 * 86_400_000
  const isDone = await giveLeaveBack(ctx, grant, sealedGrant)
  if (isDone || isOver) await store.finishWork(ctx.db, work)
  else await store.postponeWork(ctx.db, work, inAbout(ctx, Math.min(10 * 2 ** work.tries, 3_600)))
}
