import { Problem } from '@loadping/contract/wire/problem'

/** Runs work when it is the turn of its key. */
type TakeTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

type Limits = { atOnce: number; waiting: number }

/** Creates turns: of each key few run at once, more wait in order, and beyond that they are refused. */
export function createTurns({ atOnce, waiting: maxWaiting }: Limits): { take: TakeTurn; countWaiting: () => number } {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>()
  const take: TakeTurn = async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.waiting.length >= maxWaiting)
      throw new Problem('too-many', 'Too many requests at once. Try again shortly.')
    if (line.running < atOnce) line.running++
    else await new Promise<void>((resolve) => line.waiting.push(resolve)) // takes the place of one that ended
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) lines.delete(key)
    }
  }
  const countWaiting = () => [...lines.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  return { take, countWaiting }
}

/** A browser asks little more at once; what waits meanwhile takes no connection to the database. */
const perUser = { atOnce: 4, waiting: 60 }
const perTeam = { atOnce: 12, waiting: 600 }
/** Without an account; an office is behind one address. */
const perNetwork = { atOnce: 8, waiting: 300 }

/** Of all callers; other connections to the database are for changes, such as sends. Admission bounds how many reads wait. */
const ofReads = { atOnce: 6, waiting: Number.POSITIVE_INFINITY }

/** The turns of requests, so that no account, team or network keeps the others waiting, and no read a send. */
export type Turns = {
  user: TakeTurn
  team: TakeTurn
  network: TakeTurn
  read: <Result>(work: () => Promise<Result>) => Promise<Result>
  countWaitingReads: () => number
}

/** Creates turns in the memory of this process. */
export function createRequestTurns(): Turns {
  const reads = createTurns(ofReads)
  return {
    user: createTurns(perUser).take,
    team: createTurns(perTeam).take,
    network: createTurns(perNetwork).take,
    read: (work) => reads.take('', work),
    countWaitingReads: reads.countWaiting,
  }
}
