import type { Deps } from '../context.ts'
import type { PeriodicWork } from '../observed.ts'

export const minuteMs = 60_000
export const hourMs = 3_600_000

/**
 * Runs work at once and after each interval, unless it is still running. Returns a function that stops it and waits for
 * a run in flight.
 */
export function startPeriodic(
  { log, observed, now }: Pick<Deps, 'log' | 'observed' | 'now'>,
  name: string,
  { everyMs, work }: { everyMs: number; work: () => Promise<unknown> },
) {
  let running: Promise<void> | undefined
  const seen: PeriodicWork = { everyMs, succeededAt: undefined, failures: 0 }
  observed.periodic.set(name, seen)
  const run = () => {
    running ??= work()
      .then(() => {
        seen.succeededAt = now()
      })
      .catch((error: unknown) => {
        seen.failures += 1
        log.error({ err: error }, `${name} failed`)
      })
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  return async (): Promise<void> => {
    clearInterval(timer)
    await running
  }
}
