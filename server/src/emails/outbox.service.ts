import type { MailboxKind } from '@loadping/contract/mailboxes'
import type { Deps } from '../context.ts'
import { revokeSendPermission } from '../mailboxes/credentials.service.ts'
import { findMailbox } from '../mailboxes/mailboxes.service.ts'
import { isSendingPaused } from '../operations/kill-switches.service.ts'
import { isSuppressed } from '../suppression/suppression.service.ts'
import {
  createStatusWriter,
  type DeliveryInput,
  deliverEmail,
  type EmailJob,
  loadDeliveryInputs,
  withJitter,
} from './delivery.service.ts'
import * as store from './jobs.store.ts'
import { type ProductEmailKind, productEmails } from './product-emails.ts'
import { Revocation } from './queue.service.ts'
import { claimSendable } from './throttle.service.ts'

/** Longer than any hand-over takes, so that work which comes up again belongs to a worker that died. */
const leaseMs = 90_000

/** Takes due work of one kind, unless the operator has stopped it; until its lease is over nobody else takes it. */
export async function claimProductJobs(
  ctx: Deps,
  kind: Exclude<store.Job['kind'], 'email'>,
  limit: number,
): Promise<store.Job[]> {
  const isWaitingEmail = kind === 'invitation-email' // people get in, and leaves to send are given back, whatever is stopped
  if (isWaitingEmail && (await isSendingPaused(ctx))) return []
  return store.claimJobs(ctx.db, { kind, now: ctx.now(), until: leaseEnd(ctx), limit })
}

/** Takes due inquiries of one kind of mailbox whose turn it is, unless the operator has stopped them; `underWay` counts those that leave at this moment, by mailbox. */
export async function claimEmails(
  ctx: Deps,
  mailboxKind: MailboxKind,
  limit: number,
  inFlight: ReadonlyMap<string, number>,
): Promise<ClaimResult> {
  if (await isSendingPaused(ctx)) return { candidates: [], examined: 0 }
  const { candidates, examined } = await claimSendable(ctx, { mailboxKind, limit, until: leaseEnd(ctx), inFlight })
  const inputs = await loadDeliveryInputs(
    ctx,
    candidates.flatMap(({ email }) => email ?? []),
  )
  return {
    candidates: candidates.map(({ work, mailbox }) => ({ work, mailbox, input: inputs.get(work.id) })),
    examined,
  }
}

/** Work that was taken, and how much there was to look at; while that is not 0 there may be more. */
export type ClaimResult = { candidates: ClaimedJob[]; examined: number }
export type ClaimedJob = { work: store.Job; mailbox: string; input: DeliveryInput | undefined }

const leaseEnd = (ctx: Deps): Date => new Date(ctx.now().getTime() + leaseMs)

/** Hands work over, one piece at a time, and writes down what became of it; what cannot be written down comes up again. */
export function createDelivery(ctx: Deps): (taken: Pick<ClaimedJob, 'work' | 'input'>) => Promise<void> {
  const statusWriter = createStatusWriter(ctx)
  return async ({ work, input }) => {
    const done = isEmail(work) ? deliverEmail(ctx, statusWriter, work, input) : runEncryptedJob(ctx, work)
    await done.catch((error: unknown) =>
      ctx.log.error({ err: error, workId: work.id }, 'a hand-over failed; it comes up again'),
    )
  }
}

async function runEncryptedJob(ctx: Deps, work: store.Job): Promise<void> {
  if (work.kind === 'email' || work.encryptedPayload === null) return void (await store.deleteJob(ctx.db, work.id))
  const payload = decryptPayload(ctx, work.encryptedPayload, work.id)
  if (payload === undefined) return void (await store.finishJob(ctx.db, work))
  await (work.kind === 'permission-revocation'
    ? revoke(ctx, work, Revocation.parse(payload))
    : deliverProductEmail(ctx, { ...work, kind: work.kind }, payload))
}

/** What sealed work says; undefined, and a line of the log, where AUTH_SECRET was changed since. */
function decryptPayload(ctx: Deps, encryptedPayload: string, id: string): unknown {
  try {
    return JSON.parse(ctx.keys.decrypt(encryptedPayload, id))
  } catch (error) {
    ctx.log.error({ err: error, workId: id }, 'what was to be done can no longer be read')
    return undefined
  }
}

const isEmail = (work: store.Job): work is EmailJob => work.kind === 'email' && work.userId !== null

export const oldestJobAgeSeconds = (ctx: Deps): Promise<number> => store.oldestJobAgeSeconds(ctx.db, ctx.now())

/** Hands one of LoadPing's own mails over, until it is of no use any more. */
async function deliverProductEmail(
  ctx: Deps,
  work: store.Job & { kind: ProductEmailKind },
  payload: unknown,
): Promise<void> {
  const { write, lifetimeMs, pause, mayRepeat } = productEmails[work.kind]
  const isOver = ctx.now().getTime() - work.createdAt.getTime() > lifetimeMs
  if (isOver) return abandonJob(ctx, work, 'The mail server could not be reached for too long.')

  const message = write(payload, { id: work.id, date: work.createdAt })
  if (message.unsubscribeUrl && (await isSuppressed(ctx, message.to, 'product')))
    return abandonJob(ctx, work, 'This person wants no such mail.')

  const result = await ctx.relay.send(message, async () => {})
  if (result.outcome === 'rejected') return abandonJob(ctx, work, result.reason)
  const isDone = result.outcome === 'accepted' || (result.outcome === 'unknown' && !mayRepeat)
  if (isDone) await store.finishJob(ctx.db, work)
  else await store.rescheduleJob(ctx.db, work, withJitter(ctx, pause(work.failedAttempts + 1)))
}

/** A mail of LoadPing's own that will not arrive; whoever invited somebody sees it beside the invitation. */
async function abandonJob(ctx: Deps, work: store.Job, reason: string): Promise<void> {
  ctx.log.warn({ kind: work.kind, workId: work.id }, 'a mail of our own could not be delivered')
  await store.finishJob(ctx.db, work)
  if (work.kind === 'invitation-email') await store.recordUndelivered(ctx.db, work.id, reason)
}

/** A provider that cannot be reached is asked again, every hour in the end, for a week. */
async function revoke(ctx: Deps, work: store.Job, { encryptedCredentials, ...credentials }: Revocation): Promise<void> {
  // Connected again meanwhile: giving the old leave back would end the new one.
  if ((await findMailbox(ctx, credentials))?.address === credentials.address)
    return void (await store.finishJob(ctx.db, work))
  const isOver = ctx.now().getTime() - work.createdAt.getTime() > 7 * 86_400_000
  const isDone = await revokeSendPermission(ctx, credentials, encryptedCredentials)
  if (isDone || isOver) await store.finishJob(ctx.db, work)
  else await store.rescheduleJob(ctx.db, work, withJitter(ctx, Math.min(10 * 2 ** work.failedAttempts, 3_600)))
}
