import type { SentEmail } from '@loadping/contract/emails'
import { Problem } from '@loadping/contract/problem'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { reverseAccounting } from './delivery.service.ts'
import { findEmail, transitionEmail } from './emails.store.ts'
import { deleteJob } from './jobs.store.ts'
import { getEmail } from './sent-emails.service.ts'

/** Takes a message back that was not handed over yet, with its unit, its contact and its counts; twice is as once. */
export async function undoEmail(ctx: Context, id: string): Promise<SentEmail> {
  await getEmail(ctx, id)
  await inTransaction(ctx, (tx) => undo(tx, ctx.caller.userId, id))
  return getEmail(ctx, id)
}

async function undo(ctx: Deps, userId: string, id: string): Promise<void> {
  await deleteJob(ctx.db, id) // before the message, as a hand-over does, so that the two never wait for each other
  const isUndone = await transitionEmail(ctx.db, userId, id, { from: ['queued'], to: 'undone', failureReason: null })
  if (isUndone) return reverseAccounting(ctx, userId, id)
  const email = await findEmail(ctx.db, userId, id)
  if (email?.state !== 'undone') throw new Problem('too-late', 'This email is on its way already.')
}
