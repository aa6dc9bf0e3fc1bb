import {
  type DeletionPreview,
  isConfirmation,
  type KeptAccount,
} from '@loadping/contract/account-deletion/account-deletion'
import { Problem } from '@loadping/contract/wire/problem'
import { nextDeletion, scheduleDeletion, takeBackDeletion } from '../accounts/deletion.service.ts'
import { findPaid, reviveSubscriptions } from '../billing/subscription-end.service.ts'
import { queueEndOrRenewal } from '../billing/subscription-end-job.ts'
import { type AccountContext, type Context, inTransaction, type PublicContext } from '../context.ts'
import { failWaitingEmails } from '../delivery/queue.service.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { logSecurityEvent } from '../security-events.ts'
import { endSessionsOf, openSession } from '../sessions/sessions.service.ts'
import { prepareTeamForDeletion, previewTeam } from '../team/deletion.service.ts'
import { countRows } from './account-deletion.store.ts'
import { queueDeletionEmail } from './deletion-email.ts'

/** Returns what the deletion of the caller's account would delete, end and keep. */
export async function previewDeletion(ctx: Context): Promise<DeletionPreview> {
  const { userId } = ctx.caller
  const [counts, team, paid] = await Promise.all([countRows(ctx.db, userId), previewTeam(ctx), findPaid(ctx, userId)])
  return { deletesAt: nextDeletion(ctx).toISOString(), ...counts, team, paid }
}

/**
 * Deletes the caller's account in a week. At once all sessions end, what waits is not sent, and subscriptions no longer
 * renew. An owner with members has to transfer the team first.
 */
export async function deleteAccount(ctx: Context, confirmation: string): Promise<{ deletesAt: string }> {
  const { email } = ctx.caller
  if (!isConfirmation(confirmation, email))
    throw new Problem('invalid-input', 'Type your email address.', { confirmation: 'Type your email address.' })
  const deletesAt = await beginDeletion(ctx)
  for (const kind of ['subscription-end', 'deletion-email']) ctx.wakeJobs(kind)
  return { deletesAt: deletesAt.toISOString() }
}

/** Deletes an account in a week, without asking and for whoever has the right to. See `deleteAccount`. */
export async function beginDeletion(ctx: AccountContext): Promise<Date> {
  const { userId, email } = ctx.caller
  const deletesAt = await inTransaction(ctx, async (tx) => {
    await lockSends(tx, userId)
    await prepareTeamForDeletion(tx)
    const at = await scheduleDeletion(tx, userId)
    if (!at) throw new Problem('not-signed-in', 'Please sign in.')
    await endSessionsOf(tx, userId)
    await failWaitingEmails(tx, userId)
    await queueEndOrRenewal(tx, userId)
    await queueDeletionEmail(tx, { userId, to: email, deletesAt: at.toISOString() })
    return at
  })
  logSecurityEvent(ctx, 'account-deletion', { userId })
  return deletesAt
}

/** Keeps an account that its owner deleted, signs the owner in, and lets subscriptions renew again. */
export async function keepAccount(ctx: PublicContext, token: string): Promise<KeptAccount> {
  const { userId, pair } = await inTransaction(ctx, async (tx) => {
    const kept = await takeBackDeletion(tx, token)
    if (!kept) throw new Problem('too-late', 'This took too long, or the account is gone. Sign in again to see.')
    await queueEndOrRenewal(tx, kept.userId)
    await endSessionsOf(tx, kept.userId)
    return { userId: kept.userId, pair: await openSession(tx, { userId: kept.userId, audience: 'web' }) }
  })
  logSecurityEvent(ctx, 'account-kept', { userId })
  const isRenewing = await reviveSubscriptions(ctx, userId).catch((error: unknown) => {
    ctx.log.warn({ type: Object(error).type ?? 'unknown' }, 'a subscription could not be revived yet')
    return false
  })
  ctx.wakeJobs('subscription-end')
  return { ...pair, isRenewing }
}
