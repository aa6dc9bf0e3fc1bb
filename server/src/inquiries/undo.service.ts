import type { SentEmail } from '@loadping/contract/emails/emails'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { isHeld } from '../delivery/held.service.ts'
import { expireEmails, unqueueEmail } from '../delivery/queue.service.ts'
import * as states from '../emails/email-states.service.ts'
import { getEmail } from '../emails/sent-emails.service.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { reverseAcceptance } from './acceptance.service.ts'

/**
 * Undoes a queued email: refunds its unit and removes its contact and counts. What it resends can be resent again.
 * Undoing it again changes nothing.
 */
export async function undoEmail(ctx: Context, id: string): Promise<SentEmail> {
  const { userId } = ctx.caller
  await getEmail(ctx, id)
  await inTransaction(ctx, async (tx) => {
    await lockSends(tx, userId)
    if (await isHeld(tx, id))
      throw new Problem('too-late', 'Too late to undo. It may have been sent before a restore: check your Sent folder.')
    if (await undo(tx, userId, id)) return
    const email = await states.findEmail(tx, { userId, id })
    if (email?.state !== 'undone') throw new Problem('too-late', 'Too late to undo. This email is already on its way.')
  })
  return getEmail(ctx, id)
}

/**
 * Undoes what still waits of a user's asks for a truck, and about the load that books it. Returns the ids of these emails. One
 * that is being sent is not tried again. `lockSends` first, in a transaction.
 */
export async function undoOfTruck(
  ctx: Deps,
  asked: { userId: string; truckId: string; loadId: string },
): Promise<string[]> {
  const undone: string[] = []
  const left: string[] = []
  for (const { id, state } of await states.listUnsentOfTruck(ctx, asked)) {
    const isUndone = state === 'queued' && !(await isHeld(ctx, id)) && (await undo(ctx, asked.userId, id))
    if (isUndone) undone.push(id)
    else left.push(id)
  }
  if (left.length > 0) await expireEmails(ctx, left)
  return undone
}

/** Returns false if the email does not wait. */
async function undo(ctx: Deps, userId: string, id: string): Promise<boolean> {
  await unqueueEmail(ctx, id) // lock the queue's row before the email, as a delivery does, to avoid deadlocks
  const undone = await states.undoQueued(ctx, { userId, id })
  if (!undone) return false
  if (undone.resendOf !== null) await states.releaseResent(ctx, undone)
  await reverseAcceptance(ctx, undone)
  return true
}
