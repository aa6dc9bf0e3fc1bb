import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../context.ts'
import { claimDue, handOver } from './outbox.service.ts'

export type Outbox = {
  /** Looks for due work now. */
  wake: () => void
  /** Takes no more work, and resolves when what was taken is handed over or back in the queue. */
  stop: () => Promise<void>
}

/** How many hand-overs go on at once. Each kind has its own, so that one that hangs keeps nobody from signing in. */
const slots = { email: 16, 'sign-in-mail': 4, 'invitation-mail': 2 } as const
const pauseMs = 1_000

/** Hands over due mail until it is stopped: at once when woken, else every second, in case another process queued something. */
export function startOutbox(deps: Deps): Outbox {
  const stopping = new AbortController()
  const lanes = (['email', 'sign-in-mail', 'invitation-mail'] as const).map((kind) => startLane(deps, kind, stopping.signal))
  const wake = () => {
    for (const lane of lanes) lane.wake()
  }
  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      await Promise.all(lanes.map(({ done }) => done))
    },
  }
}

function startLane(deps: Deps, kind: keyof typeof slots, stopping: AbortSignal): { wake: () => void; done: Promise<void> } {
  const underWay = new Set<Promise<void>>()
  let wakeUp = () => {}

  const run = async () => {
    while (!stopping.aborted) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      const free = slots[kind] - underWay.size
      const claimed = free > 0 ? await claim(free) : []
      for (const work of claimed) {
        const done = handOver(deps, work).finally(() => underWay.delete(done))
        underWay.add(done)
      }
      if (claimed.length === 0) await Promise.race([woken, ...underWay, sleep(pauseMs, undefined, { ref: false })])
    }
    await Promise.all(underWay)
  }
  const claim = (limit: number) =>
    claimDue(deps, kind, limit).catch(async (error: unknown) => {
      deps.log.error({ err: error }, 'the outbox could not look for work; it tries again')
      return []
    })

  return { wake: () => wakeUp(), done: run() }
}
