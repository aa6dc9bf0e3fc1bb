import type { SentEmail } from '@loadping/contract/emails'
import { Problem } from '@loadping/contract/problem'
import type { Context } from '../context.ts'
import { hastenEmail } from './queue.service.ts'
import { getEmail } from './sent-emails.service.ts'

/** Tries an email that waits for its next attempt at once. Repeating it changes nothing. */
export async function retryEmail(ctx: Context, id: string): Promise<SentEmail> {
  const { state } = await getEmail(ctx, id)
  const isHastened = await hastenEmail(ctx, { id, userId: ctx.caller.userId })
  if (!isHastened && state !== 'queued') throw new Problem('too-late', 'This email no longer waits.')
  return getEmail(ctx, id)
}
