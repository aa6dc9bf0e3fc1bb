import type { Deps } from '../context.ts'
import { sweepSending } from '../emails/queue.service.ts'
import { sweepPickUpCodes } from '../extension/extension.service.ts'
import { sweepArrivalCodes } from './arrival-codes.service.ts'
import { sweepSessions } from './sessions.service.ts'
import { sweepLinks } from './sign-in.service.ts'

const hourMs = 3_600_000

/** Removes what can sign nobody in any more and what no limit still counts: links, codes, and sessions that are over. */
export async function sweepSignIn(ctx: Deps): Promise<void> {
  for (const sweep of [sweepLinks, sweepArrivalCodes, sweepPickUpCodes, sweepSessions]) await sweep(ctx)
}

/** Sweeps now and then every hour; what it answers ends that, once a sweep under way is done. A sweep that fails is tried with the next. */
export function startSweeping(ctx: Deps): () => Promise<void> {
  let sweeping = Promise.resolve()
  const sweep = () => {
    sweeping = Promise.all([sweepSignIn(ctx), sweepSending(ctx)])
      .then(() => {})
      .catch((error: unknown) => ctx.log.error({ err: error }, 'what has run out could not be removed'))
  }
  sweep()
  const timer = setInterval(sweep, hourMs)
  return () => {
    clearInterval(timer)
    return sweeping
  }
}
