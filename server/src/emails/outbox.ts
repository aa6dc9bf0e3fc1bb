import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../context.ts'
import { handOverDue } from './outbox.service.ts'

export type Outbox = {
  /** Looks for due work now. */
  wake: () => void
  /** Takes no more work, and resolves when what was taken is handed over or back in the queue. */
  stop: () => Promise<void>
}

const batch = 10
const pauseMs = 1_000

/** Hands over due mail until it is stopped: at once when woken, else every second, in case another process queued something. */
export function startOutbox(deps: Deps): Outbox {
  const stopping = new AbortController()
  let wakeUp = () => {}

  const work = async () => {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wakeUp = resolve))
      const count = await handOverDue(deps, batch).catch((error: unknown) => {
        deps.log.error({ err: error }, 'the outbox could not work; it tries again')
        return 0
      })
      if (count === 0) await Promise.race([woken, sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})])
    }
  }
  const done = work()

  return {
    wake: () => wakeUp(),
    async stop() {
      stopping.abort()
      await done
    },
  }
}
