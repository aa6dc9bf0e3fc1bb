import { Problem } from '@loadping/contract/wire/problem'

/** Runs work when it is the turn of its key. */
type TakeTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Creates turns: of each key few run at once, more wait in order, and beyond that they are refused. */
export function createTurns({ atOnce, waiting: maxWaiting }: { atOnce: number; waiting: number }): TakeTurn {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key, work) => {
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
}

/** A browser asks little more at once; what waits meanwhile takes no connection to the database. */
const perUser = { atOnce: 4, waiting: 60 }
const perTeam = { atOnce: 12, waiting: 600 }
/** Without an account; an office is behind one address. */
const perNetwork = { atOnce: 8, waiting: 300 }

/** The turns of requests, so that no account, team or network keeps the others waiting. */
export type Turns = { user: TakeTurn; team: TakeTurn; network: TakeTurn }

/** Creates turns in the memory of this process. */
export const createRequestTurns = (): Turns => ({
  user: createTurns(perUser),
  team: createTurns(perTeam),
  network: createTurns(perNetwork),
})
