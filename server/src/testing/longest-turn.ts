/**
 * Returns the longest time in ms for which this thread worked without a pause for other requests. Counts only its own
 * processor time.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isRunning = true
  let before = processorMs()
  const tick = () => {
    const now = processorMs()
    longest = Math.max(longest, now - before)
    before = now
    if (isRunning) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  await new Promise((resolve) => setImmediate(resolve))
  isRunning = false
  return longest
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
