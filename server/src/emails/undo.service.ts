import type { SentEmail } from '@loadping/contract/emails'
import { Problem } from '@loadping/contract/problem'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { findEmail, moveEmail } from './emails.store.ts'
import { takeBack } from './hand-over.service.ts'
import { deleteWork } from './outbox.store.ts'
import { getEmail } from './sent-emails.service.ts'

/** Takes a message back that was not handed over yet, with its unit, its contact and its counts; twice is as once. */
export async function undoEmail(ctx: Context, id: string): Promise<SentEmail> {
  await getEmail(ctx, id)
  await inTransaction(ctx, (inside) => undo(inside, ctx.caller.userId, id))
  return getEmail(ctx, id)
}

async function undo(ctx: Deps, userId: string, id: string): Promise<void> {
  await deleteWork(ctx.db, id) // before the message, as a hand-over does, so that the two never wait for each other
  const isUndone = await moveEmail(ctx.db, userId, id, { from: ['queued'], to: 'undone', failure: null })
  if (isUndone) return takeBack(ctx, userId, id)
  const email = await findEmail(ctx.db, userId, id)
  if (email?.state !== 'undone') throw new Problem('too-late', 'This email is on its way already.')
}
