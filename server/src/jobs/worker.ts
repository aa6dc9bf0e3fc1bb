import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ClaimedJob, ClaimResult, JobKind } from './job-kind.ts'

export type Workers = {
  /** Looks for due jobs now. */
  wake: () => void
  /** Claims no more jobs, and resolves once those in flight have ended. */
  stop: () => Promise<void>
}

const pollIntervalMs = 1_000
/** Between two claims, so that one claim uses all the capacity that became free. */
const batchDelayMs = 10

const noJobs: ClaimResult = { jobs: [], examined: 0 }

/**
 * Runs due jobs of these kinds until stopped: at once when woken, else every second, since another process may have
 * queued some.
 */
export function startWorkers(log: Logger, kinds: JobKind[]): Workers {
  const stopping = new AbortController()
  const workers = kinds.map((kind) => startWorker(log, kind, stopping.signal))
  const wake = () => {
    for (const worker of workers) worker.wake()
  }
  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      await Promise.all(workers.map(({ done }) => done))
    },
  }
}

function startWorker(
  log: Logger,
  { kind, concurrency, claim }: JobKind,
  stopping: AbortSignal,
): { wake: () => void; done: Promise<void> } {
  const inFlight = new Map<Promise<void>, ClaimedJob>()
  let wakeUp = () => {}

  const loop = async () => {
    while (!stopping.aborted) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      const free = concurrency - inFlight.size
      const { jobs, examined } = free > 0 ? await tryClaim(free) : noJobs
      for (const job of jobs) {
        const done: Promise<void> = runJob(log, job).finally(() => inFlight.delete(done))
        inFlight.set(done, job)
      }
      if (examined > 0) await sleep(batchDelayMs)
      else await Promise.race([woken, ...inFlight.keys(), sleep(pollIntervalMs, undefined, { ref: false })])
    }
    await Promise.all(inFlight.keys())
  }
  const tryClaim = (limit: number): Promise<ClaimResult> =>
    claim(limit, [...inFlight.values()]).catch((error: unknown) => {
      log.error({ err: error, kind }, 'jobs could not be claimed; retrying')
      return noJobs
    })

  return { wake: () => wakeUp(), done: loop() }
}

/** Runs one claimed job. A job that throws is logged and becomes due again when its lease ends. */
export const runJob = (log: Logger, { id, run }: ClaimedJob): Promise<void> =>
  run().catch((error: unknown) => log.error({ err: error, jobId: id }, 'job failed; retrying when its lease ends'))
