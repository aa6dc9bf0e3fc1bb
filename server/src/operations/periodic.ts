import type { Deps } from '../context.ts'

export const minuteMs = 60_000
export const hourMs = 3_600_000

/**
 * Runs work at once and after each interval, unless it is still running. Returns a function that stops it and waits for
 * a run in flight.
 */
export function startPeriodic(
  { log }: Pick<Deps, 'log'>,
  name: string,
  { everyMs, work }: { everyMs: number; work: () => Promise<unknown> },
) {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= work()
      .then(() => {})
      .catch((error: unknown) => log.error({ err: error }, `${name} failed`))
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
