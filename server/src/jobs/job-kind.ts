import type { Deps } from '../context.ts'
import { claimJobs, finishJob, type Job, renewJobs } from './job-queue.ts'
import type { Claim } from './lease.ts'

/** One kind of background job. Each feature defines its own; `job-kinds.ts` lists them all. */
export type JobKind = {
  kind: string
  /**
   * How many run at once in this process. Each kind has its own limit, so that a stalled kind does not block others.
   */
  concurrency: number
  /** Claims up to `limit` due jobs, and none that this process still runs. */
  claim: (limit: number, inFlight: readonly InFlightJob[]) => Promise<ClaimResult>
  /** Renews the leases of jobs that this process still runs. */
  renew: (inFlight: readonly Claim[]) => Promise<unknown>
}

/** The claimed jobs to run. While `examined` is not 0, more may be due. */
export type ClaimResult = { jobs: ClaimedJob[]; examined: number }
export type InFlightJob = Claim & { group: string }
/** A job that takes long ends early once `stopping` is aborted. */
export type ClaimedJob = InFlightJob & { run: (stopping?: AbortSignal) => Promise<void> }

type EncryptedJobKind = {
  kind: Job['kind']
  concurrency: number
  /** Keeps due jobs waiting while it returns true. */
  isPaused?: () => Promise<boolean>
  /** Runs one job with its decrypted payload, then finishes or reschedules it. */
  run: (job: Job, payload: unknown, stopping: AbortSignal) => Promise<void>
}

/** Defines a kind of job that is queued with `queueEncrypted`. */
export const encryptedJobKind = (
  ctx: Deps,
  { kind, concurrency, isPaused = async () => false, run }: EncryptedJobKind,
): JobKind => ({
  kind,
  concurrency,
  async claim(limit, inFlight) {
    if (await isPaused()) return { jobs: [], examined: 0 }
    const claimed = await claimJobs(ctx.db, { kind, now: ctx.now(), inFlight, limit })
    return {
      jobs: claimed.map((job) => ({
        id: job.id,
        claims: job.claims,
        group: '',
        run: (stopping = neverStopping) => runDecrypted(ctx, job, run, stopping),
      })),
      examined: claimed.length,
    }
  },
  renew: (inFlight) => renewJobs(ctx.leaseDb, inFlight),
})

const neverStopping = new AbortController().signal

async function runDecrypted(ctx: Deps, job: Job, run: EncryptedJobKind['run'], stopping: AbortSignal): Promise<void> {
  const payload = decryptPayload(ctx, job)
  await (payload === undefined ? finishJob(ctx.db, job) : run(job, payload, stopping))
}

function decryptPayload(ctx: Deps, { id, encryptedPayload }: Job): unknown {
  try {
    return JSON.parse(ctx.keys.decrypt(encryptedPayload, id))
  } catch (error) {
    ctx.log.error({ err: error, jobId: id }, 'job payload cannot be decrypted (AUTH_SECRET changed?)')
    return undefined
  }
}
