import type { Deps } from '../context.ts'

const hourMs = 3_600_000

/** Runs work now and every hour; a failure is logged. Returns a function that stops it and waits for a run in flight. */
export function startHourly({ log }: Pick<Deps, 'log'>, name: string, work: () => Promise<unknown>) {
  let running = Promise.resolve()
  const run = () => {
    running = work()
      .then(() => {})
      .catch((error: unknown) => log.error({ err: error }, `${name} failed`))
  }
  run()
  const timer = setInterval(run, hourMs)
  return (): Promise<void> => {
    clearInterval(timer)
    return running
  }
}
