/** How long after the last touch a page counts as in use. */
const inUseMs = 60_000

/** What is done again and again. */
export type Task = {
  run: () => unknown
  /** How long to wait after it was done, as of now. */
  pauseMs: () => number
  /** How long to wait before it is done first. */
  firstMs: number
  /** Runs once when the loop stops. */
  end: () => void
}

export type PageLoop = ReturnType<typeof createPageLoop>

/**
 * Creates the one loop of a page: it does each task when it is due, none while the page is hidden, and looks again at
 * what is due when the page is touched. It stops once the extension was updated or removed.
 */
export function createPageLoop() {
  const entries: { task: Task; doneAt: number; isRunning: boolean }[] = []
  const end = new AbortController()
  let touchedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'])
    window.addEventListener(name, touch, { capture: true, passive: true, signal: end.signal })
  document.addEventListener('visibilitychange', onVisibility, { signal: end.signal })

  /** Whether somebody worked on the page in the last minute. */
  const isInUse = (): boolean => performance.now() - touchedAt < inUseMs

  function touch(): void {
    const wasInUse = isInUse()
    touchedAt = performance.now()
    if (!wasInUse) wake()
  }

  function onVisibility(): void {
    touchedAt = performance.now()
    wake()
  }

  /** Sets the timer to the task that is due next. Call it when a pause may have become shorter. */
  function wake(): void {
    clearTimeout(timer)
    if (document.hidden || end.signal.aborted) return
    const waiting = entries.filter(({ isRunning }) => !isRunning)
    const nextAt = Math.min(...waiting.map(({ task, doneAt }) => doneAt + task.pauseMs()))
    if (Number.isFinite(nextAt)) timer = setTimeout(runDue, Math.max(0, nextAt - performance.now()))
  }

  function runDue(): void {
    if (!chrome.runtime?.id) stop()
    if (end.signal.aborted) return
    for (const entry of entries) {
      const isDue = performance.now() >= entry.doneAt + entry.task.pauseMs() - 1 // timers may fire a little early
      if (isDue && !entry.isRunning) void run(entry)
    }
    wake()
  }

  async function run(entry: (typeof entries)[number]): Promise<void> {
    entry.isRunning = true
    try {
      await entry.task.run()
    } finally {
      entry.isRunning = false
      entry.doneAt = performance.now()
      wake()
    }
  }

  function stop(): void {
    if (end.signal.aborted) return
    end.abort()
    clearTimeout(timer)
    for (const { task } of entries) task.end()
  }

  return {
    isInUse,
    wake,
    stop,
    add(task: Task): void {
      entries.push({ task, doneAt: performance.now() + task.firstMs - task.pauseMs(), isRunning: false })
      wake()
    },
  }
}
