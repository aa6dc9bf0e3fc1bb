import { randomUUIDv7 } from 'node:crypto'
import { MailProviderId } from '@loadping/contract/sign-in/sign-in'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import { encryptedJobKind, type JobKind } from '../jobs/job-kind.ts'
import { finishJob, type Job, queueEncrypted, rescheduleJob } from '../jobs/job-queue.ts'
import { nextAttemptAt } from '../jobs/lease.ts'
import { revokeSendPermission } from './credentials.service.ts'
import { isConnected } from './mailboxes.store.ts'

const Revocation = z.object({
  userId: z.string(),
  kind: MailProviderId,
  address: z.string(),
  encryptedCredentials: z.string(),
})
type Revocation = z.infer<typeof Revocation>

const maxAgeMs = 7 * 86_400_000

/** Queues the revocation of a send permission. It is retried until the provider confirms it. */
export const queueRevocation = (ctx: Deps, payload: Revocation): Promise<void> =>
  queueEncrypted(ctx, { kind: 'permission-revocation', id: randomUUIDv7(), payload })

/** Revokes send permissions at their provider. Never paused. */
export const permissionRevocationJob = (ctx: Deps): JobKind =>
  encryptedJobKind(ctx, {
    kind: 'permission-revocation',
    concurrency: 1,
    run: (job, payload) => revokePermission(ctx, job, Revocation.parse(payload)),
  })

/** Revokes one permission. Retries with a growing delay of up to an hour, for a week. */
async function revokePermission(
  ctx: Deps,
  job: Job,
  { encryptedCredentials, ...credentials }: Revocation,
): Promise<void> {
  // It was connected again, or somebody else sends from it too. Revoking one permission ends all of an account.
  if (await isConnected(ctx.db, credentials)) return void (await finishJob(ctx.db, job))
  const isExpired = ctx.now().getTime() - job.createdAt.getTime() > maxAgeMs
  const isDone = await revokeSendPermission(ctx, credentials, encryptedCredentials)
  if (isDone || isExpired) await finishJob(ctx.db, job)
  else await rescheduleJob(ctx.db, job, nextAttemptAt(ctx, job))
}
