import { performance } from 'node:perf_hooks'

/** Which requests are refused first while this process has more to do than it can: pages, then reads, then changes. */
export type RequestClass = 'page' | 'read' | 'change'

/** Calls that wait for a connection to the database, and how late the event loop is while it works without a pause. */
type Limits = Record<RequestClass, { waiting: number; lateMs: number }>

/** While it keeps up: a burst waits, but the queue is bounded. */
const limitsInBurst: Limits = {
  page: { waiting: 32, lateMs: Number.POSITIVE_INFINITY },
  read: { waiting: 64, lateMs: Number.POSITIVE_INFINITY },
  change: { waiting: 256, lateMs: Number.POSITIVE_INFINITY },
}
/** While it does not: what is admitted hardly waits. */
const limitsInOverload: Limits = {
  page: { waiting: 2, lateMs: 50 },
  read: { waiting: 8, lateMs: 100 },
  change: { waiting: 32, lateMs: 150 },
}

const lookMs = 50
/** A queue that was never shorter in so many looks is none of a burst. */
const standingLooks = 5
const standing = { waiting: 16, lateMs: 150 }
/** So many looks without a refusal end an overload. */
const calmLooks = 40
/** A loop that pauses is not overloaded: others use the processor. */
const busyShare = 0.9

export type Admission = {
  admits: (requestClass: RequestClass) => boolean
  /** Takes how late the loop was since the last look, and which share of the time it worked. */
  look: (lateMs: number, workingShare: number) => void
  isOverloaded: () => boolean
}

/** Judges which requests this process can still answer soon. */
export function createAdmission(countWaiting: () => number): Admission {
  let looks: { waiting: number; lateMs: number }[] = []
  let isOverloaded = false
  let looksSinceRefusal = 0

  return {
    look(lateMs, workingShare) {
      looks = [
        ...looks.slice(1 - standingLooks),
        { waiting: countWaiting(), lateMs: workingShare < busyShare ? 0 : lateMs },
      ]
      looksSinceRefusal++
      if (looks.length === standingLooks && isStanding(looks)) isOverloaded = true
      else if (looksSinceRefusal > calmLooks) isOverloaded = false
    },
    admits(requestClass) {
      const limits = (isOverloaded ? limitsInOverload : limitsInBurst)[requestClass]
      const isAdmitted = countWaiting() <= limits.waiting && (looks.at(-1)?.lateMs ?? 0) <= limits.lateMs
      if (isAdmitted) return true
      looksSinceRefusal = 0
      return false
    },
    isOverloaded: () => isOverloaded,
  }
}

const isStanding = (looks: { waiting: number; lateMs: number }[]): boolean =>
  looks.every(({ waiting }) => waiting > standing.waiting) || looks.every(({ lateMs }) => lateMs > standing.lateMs)

/** Lets an admission look every 50 ms. Returns a function that ends it. */
export function watchLoop({ look }: Pick<Admission, 'look'>): () => void {
  let due = performance.now() + lookMs
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    const now = performance.now()
    look(Math.max(0, now - due), utilization)
    due = now + lookMs
  }, lookMs).unref()
  return () => clearInterval(timer)
}
