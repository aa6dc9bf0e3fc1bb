import { formatTime } from '@loadping/contract/format/instants'
import { Problem } from '@loadping/contract/wire/problem'
import { isNear } from './period.ts'

/** Counts by key, each in a window that begins with its first count. */
export type WindowCounts = {
  /** Counts one more. Returns when the window ends if that is more than `max`, else undefined. */
  add: (key: string, window: { max: number; ms: number; now: Date }) => Date | undefined
}

/** More networks than a server meets in a window; the oldest windows are forgotten first. */
const maxKeys = 50_000

/** Creates counts in the memory of this process. */
export function createWindowCounts(): WindowCounts {
  const windows = new Map<string, { began: Date; count: number }>()
  return {
    add(key, { max, ms, now }) {
      const known = windows.get(key)
      const window = known && isNear(known.began, now, ms) ? known : { began: now, count: 0 }
      window.count += 1
      if (window !== known) windows.delete(key) // a new window goes to the end of the map
      windows.set(key, window)
      const [oldest] = windows.size > maxKeys ? windows.keys() : []
      if (oldest !== undefined) windows.delete(oldest)
      return window.count > max ? new Date(window.began.getTime() + ms) : undefined
    },
  }
}

/** Returns the refusal of a limit, which names the minute from which it allows more. */
export function tooMany(message: string, { endsAt, now }: { endsAt: Date; now: Date }): Problem {
  const endsOn = new Date(Math.ceil(endsAt.getTime() / 60_000) * 60_000)
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000))
  const problem = new Problem('too-many', `${message} Try again at ${formatTime(endsOn)} New York time.`)
  return Object.assign(problem, { retryAfterSeconds })
}
