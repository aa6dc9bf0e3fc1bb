const cleanups: (() => unknown)[] = []

/** Runs the work at the end of the test file, the last added first. Vitest ignores an `afterAll` inside a hook. */
export const afterFile = (work: () => unknown): void => void cleanups.push(work)

export async function runCleanups(): Promise<void> {
  const work = cleanups.pop()
  if (!work) return
  try {
    await work()
  } finally {
    await runCleanups()
  }
}
