import type { Deps } from '../context.ts'
import { deleteExpiredSendData } from '../emails/queue.service.ts'
import { deleteExpiredPairingCodes } from '../extension/extension.service.ts'
import { deleteExpiredOneTimeCodes } from '../oauth/one-time-codes.service.ts'
import { deleteExpiredSessions } from '../sessions/sessions.service.ts'
import { deleteExpiredLinks } from '../sign-in/sign-in.service.ts'

const hourMs = 3_600_000

/** Removes what can sign nobody in any more and what no limit still counts: links, codes, and sessions that are over. */
export async function deleteExpiredSignInData(ctx: Deps): Promise<void> {
  for (const sweep of [deleteExpiredLinks, deleteExpiredOneTimeCodes, deleteExpiredPairingCodes, deleteExpiredSessions])
    await sweep(ctx)
}

/** Sweeps now and then every hour; what it answers ends that, once a sweep under way is done. A sweep that fails is tried with the next. */
export function startCleanup(ctx: Deps): () => Promise<void> {
  let sweeping = Promise.resolve()
  const sweep = () => {
    sweeping = Promise.all([deleteExpiredSignInData(ctx), deleteExpiredSendData(ctx)])
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
