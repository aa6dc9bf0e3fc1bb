/** Creates what runs at most one task per name at a time. */
export function createTaskRunner() {
  const inFlight = new Set<string>()

  /** Starts a task, unless one of its name is running. A task that fails is forgotten. */
  function start(name: string, task: () => Promise<unknown>): void {
    if (inFlight.has(name)) return
    inFlight.add(name)
    task()
      .catch(() => undefined) // what it worked on stays stored, and the next wake-up continues with it
      .finally(() => inFlight.delete(name))
  }
  return { inFlight, start }
}
