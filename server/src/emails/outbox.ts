import { setTimeout as sleep } from 'node:timers/promises'
import { MailboxKind } from '@loadping/contract/mailboxes'
import type { Deps } from '../context.ts'
import { type ClaimResult, claimEmails, claimProductJobs, createDelivery } from './outbox.service.ts'

export type Outbox = {
  /** Looks for due work now. */
  wake: () => void
  /** Takes no more work, and resolves when what was taken is handed over or back in the queue. */
  stop: () => Promise<void>
}

/** How many hand-overs go on at once. Each kind of mailbox and of our own mail has its places, so that one that hangs leaves the others theirs. */
const concurrency = {
  relay: 64,
  google: 48,
  outlook: 48,
  smtp: 48,
  'sign-in-email': 4,
  'invitation-email': 2,
  'permission-revocation': 1,
} as const
const pollIntervalMs = 1_000
/** Between two looks, so that what has become free meanwhile is filled by one. */
const batchDelayMs = 10

type Kind = keyof typeof concurrency
const noJobs: ClaimResult = { candidates: [], examined: 0 }

/** Hands over due mail until it is stopped: at once when woken, else every second, in case another process queued something. */
export function startOutbox(deps: Deps): Outbox {
  const stopping = new AbortController()
  const kinds: Kind[] = [...MailboxKind.options, 'sign-in-email', 'invitation-email', 'permission-revocation']
  const deliver = createDelivery(deps)
  const workers = kinds.map((kind) => startWorker(deps, kind, deliver, stopping.signal))
  const wake = () => {
    for (const lane of workers) lane.wake()
  }
  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      await Promise.all(workers.map(({ done }) => done))
    },
  }
}

function startWorker(
  deps: Deps,
  kind: Kind,
  deliver: ReturnType<typeof createDelivery>,
  stopping: AbortSignal,
): { wake: () => void; done: Promise<void> } {
  const inFlight = new Map<Promise<void>, string>()
  let wakeUp = () => {}

  const run = async () => {
    while (!stopping.aborted) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      const free = concurrency[kind] - inFlight.size
      const { candidates: turns, examined } = free > 0 ? await claim(free) : noJobs
      for (const turn of turns) {
        const done: Promise<void> = deliver(turn).finally(() => inFlight.delete(done))
        inFlight.set(done, turn.mailbox)
      }
      if (examined > 0) await sleep(batchDelayMs)
      else await Promise.race([woken, ...inFlight.keys(), sleep(pollIntervalMs, undefined, { ref: false })])
    }
    await Promise.all(inFlight.keys())
  }
  const claim = (limit: number): Promise<ClaimResult> => {
    const claiming = isMailbox(kind)
      ? claimEmails(deps, kind, limit, countEach(inFlight.values()))
      : claimProductJobs(deps, kind, limit).then(withoutMailbox)
    return claiming.catch(async (error: unknown) => {
      deps.log.error({ err: error }, 'the outbox could not look for work; it tries again')
      return noJobs
    })
  }

  return { wake: () => wakeUp(), done: run() }
}

const isMailbox = (kind: Kind): kind is MailboxKind => MailboxKind.options.some((known) => known === kind)

const withoutMailbox = (claimed: ClaimResult['candidates'][number]['work'][]): ClaimResult => ({
  candidates: claimed.map((work) => ({ work, mailbox: '', input: undefined })),
  examined: claimed.length,
})

function countEach(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
