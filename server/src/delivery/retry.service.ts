import type { SentEmail } from '@loadping/contract/emails/emails'
import { Problem } from '@loadping/contract/wire/problem'
import type { Context } from '../context.ts'
import { getEmail } from '../emails/sent-emails.service.ts'
import { hastenEmail } from './queue.service.ts'

/** Makes the next attempt of an email due now. Repeating it changes nothing. */
export async function retryEmail(ctx: Context, id: string): Promise<SentEmail> {
  const { state } = await getEmail(ctx, id)
  const isHastened = await hastenEmail(ctx, { id, userId: ctx.caller.userId })
  if (!isHastened && state !== 'queued') throw new Problem('too-late', 'This email is no longer waiting.')
  return getEmail(ctx, id)
}
