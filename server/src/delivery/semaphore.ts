/** Returns a function that runs work, at most `limit` at the same time; the rest waits in order. */
export function createSemaphore(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < limit) running++
    else await new Promise<void>((resolve) => waiting.push(resolve)) // takes the place of one that ended
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
