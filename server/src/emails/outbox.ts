import { setTimeout as sleep } from 'node:timers/promises'
import { MailboxKind } from '@loadping/contract/mailboxes'
import type { Deps } from '../context.ts'
import { type Claimed, claimDue, claimEmails, createHandOver } from './outbox.service.ts'

export type Outbox = {
  /** Looks for due work now. */
  wake: () => void
  /** Takes no more work, and resolves when what was taken is handed over or back in the queue. */
  stop: () => Promise<void>
}

/** How many hand-overs go on at once. Each kind of mailbox and of our own mail has its places, so that one that hangs leaves the others theirs. */
const slots = { relay: 64, google: 48, outlook: 48, smtp: 48, 'sign-in-mail': 4, 'invitation-mail': 2, revocation: 1 } as const
const pauseMs = 1_000
/** Between two looks, so that what has become free meanwhile is filled by one. */
const gatherMs = 10

type Kind = keyof typeof slots
const nothing: Claimed = { turns: [], looked: 0 }

/** Hands over due mail until it is stopped: at once when woken, else every second, in case another process queued something. */
export function startOutbox(deps: Deps): Outbox {
  const stopping = new AbortController()
  const kinds: Kind[] = [...MailboxKind.options, 'sign-in-mail', 'invitation-mail', 'revocation']
  const handOver = createHandOver(deps)
  const lanes = kinds.map((kind) => startLane(deps, kind, handOver, stopping.signal))
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

function startLane(deps: Deps, kind: Kind, handOver: ReturnType<typeof createHandOver>, stopping: AbortSignal): { wake: () => void; done: Promise<void> } {
  const underWay = new Map<Promise<void>, string>()
  let wakeUp = () => {}

  const run = async () => {
    while (!stopping.aborted) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      const free = slots[kind] - underWay.size
      const { turns, looked } = free > 0 ? await claim(free) : nothing
      for (const turn of turns) {
        const done: Promise<void> = handOver(turn).finally(() => underWay.delete(done))
        underWay.set(done, turn.mailbox)
      }
      if (looked > 0) await sleep(gatherMs)
      else await Promise.race([woken, ...underWay.keys(), sleep(pauseMs, undefined, { ref: false })])
    }
    await Promise.all(underWay.keys())
  }
  const claim = (limit: number): Promise<Claimed> => {
    const claiming = isMailbox(kind) ? claimEmails(deps, kind, limit, countEach(underWay.values())) : claimDue(deps, kind, limit).then(withoutMailbox)
    return claiming.catch(async (error: unknown) => {
      deps.log.error({ err: error }, 'the outbox could not look for work; it tries again')
      return nothing
    })
  }

  return { wake: () => wakeUp(), done: run() }
}

const isMailbox = (kind: Kind): kind is MailboxKind => MailboxKind.options.some((known) => known === kind)

const withoutMailbox = (claimed: Claimed['turns'][number]['work'][]): Claimed => ({
  turns: claimed.map((work) => ({ work, mailbox: '', parcel: undefined })),
  looked: claimed.length,
})

function countEach(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
