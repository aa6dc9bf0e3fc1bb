/** How long a value is kept: short enough to take effect within a second, without a query per call. */
const cacheMs = 500

/** Returns a function that loads a value at most twice a second, and once for concurrent callers. */
export function cacheBriefly<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let cached: { value: Value; until: number } | undefined
  let inFlight: Promise<Value> | undefined

  async function refresh(): Promise<Value> {
    const startedAt = performance.now()
    const value = await load()
    cached = { value, until: startedAt + cacheMs }
    return value
  }

  return async () => {
    if (cached && performance.now() < cached.until) return cached.value
    inFlight ??= refresh().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}
