import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ClaimedJob, ClaimResult, JobKind } from './job-kind.ts'
import { renewEveryMs } from './lease.ts'

export type Workers = {
  /** Looks for due jobs of a kind at this time, or now. */
  wake: (kind: string, at?: Date) => void
  /** Claims no more jobs, and resolves once those in flight have ended. */
  stop: () => Promise<void>
}

const pollIntervalMs = 1_000
/** Between two claims, so that one claim uses all the capacity that became free. */
const batchDelayMs = 20

const noJobs: ClaimResult = { jobs: [], examined: 0 }

/** Jobs that become due within this time are claimed together. */
const wakeIntervalMs = 100

/** Runs due jobs of these kinds until stopped: when woken, else every second, since another process may queue some. */
export function startWorkers(log: FastifyBaseLogger, kinds: JobKind[]): Workers {
  const stopping = new AbortController()
  const workers = kinds.map((kind) => startWorker(log, kind, stopping.signal))
  const timers = new Map<string, NodeJS.Timeout>()
  return {
    wake(kind, at = new Date(0)) {
      if (stopping.signal.aborted) return
      const time = Math.ceil(at.getTime() / wakeIntervalMs) * wakeIntervalMs
      const wakeUp = () => {
        timers.delete(`${kind} ${time}`)
        workers.find((worker) => worker.kind === kind)?.wake()
      }
      if (!timers.has(`${kind} ${time}`))
        timers.set(`${kind} ${time}`, setTimeout(wakeUp, Math.max(0, time - Date.now())))
    },
    async stop() {
      stopping.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      for (const worker of workers) worker.wake()
      await Promise.all(workers.map(({ done }) => done))
    },
  }
}

function startWorker(
  log: FastifyBaseLogger,
  { kind, concurrency, claim, renew }: JobKind,
  stopping: AbortSignal,
): { kind: string; wake: () => void; done: Promise<void> } {
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
        const done: Promise<void> = runJob(log, job, stopping).finally(() => inFlight.delete(done))
        inFlight.set(done, job)
      }
      if (examined > 0) await sleep(batchDelayMs)
      else await Promise.race([woken, ...inFlight.keys(), sleep(pollIntervalMs, undefined, { ref: false })])
    }
    await Promise.all(inFlight.keys())
    clearInterval(renewing)
  }
  // A renewal that fails is made up for by the next; all that are lost end the lease, and others take the jobs.
  const renewing = setInterval(() => {
    if (inFlight.size > 0)
      void renew([...inFlight.values()]).catch((error: unknown) =>
        log.warn({ err: error, kind }, 'leases could not be renewed'),
      )
  }, renewEveryMs).unref()
  const tryClaim = (limit: number): Promise<ClaimResult> =>
    claim(limit, [...inFlight.values()]).catch((error: unknown) => {
      log.error({ err: error, kind }, 'jobs could not be claimed; retrying')
      return noJobs
    })

  return { kind, wake: () => wakeUp(), done: loop() }
}

/** Runs one claimed job. A job that throws is logged and becomes due again when its lease ends. */
export const runJob = (log: FastifyBaseLogger, { id, run }: ClaimedJob, stopping?: AbortSignal): Promise<void> =>
  run(stopping).catch((error: unknown) =>
    log.error({ err: error, jobId: id }, 'job failed; retrying when its lease ends'),
  )
