import type { SentEmail } from '@loadping/contract/emails/emails'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { isHeld } from '../delivery/held.service.ts'
import { unqueueEmail } from '../delivery/queue.service.ts'
import * as states from '../emails/email-states.service.ts'
import { getEmail } from '../emails/sent-emails.service.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { reverseAcceptance } from './acceptance.service.ts'

/**
 * Undoes a queued email: refunds its unit and removes its contact and counts. What it resends can be resent again.
 * Undoing it again changes nothing.
 */
export async function undoEmail(ctx: Context, id: string): Promise<SentEmail> {
  await getEmail(ctx, id)
  await inTransaction(ctx, (tx) => undo(tx, ctx.caller.userId, id))
  return getEmail(ctx, id)
}

async function undo(ctx: Deps, userId: string, id: string): Promise<void> {
  await lockSends(ctx, userId)
  if (await isHeld(ctx, id))
    throw new Problem('too-late', 'Too late to undo. It may have been sent before a restore: check your Sent folder.')
  await unqueueEmail(ctx, id) // lock the queue's row before the email, as a delivery does, to avoid deadlocks
  const undone = await states.undoQueued(ctx, { userId, id })
  if (undone) {
    if (undone.resendOf !== null) await states.releaseResent(ctx, undone)
    return reverseAcceptance(ctx, undone)
  }
  const email = await states.findEmail(ctx, { userId, id })
  if (email?.state !== 'undone') throw new Problem('too-late', 'Too late to undo. This email is already on its way.')
}
