/** Which requests are refused first while this process has more to do than it can: pages, then reads, then changes. */
export type RequestClass = 'page' | 'read' | 'change'

/** Calls at the database or waiting for a connection to it, and how late the event loop is while it works without a pause. */
type Limits = Record<RequestClass, { calls: number; lateMs: number }>

/** While it keeps up: a burst waits, such as all that came during a restart, but the queue is bounded. */
const limitsInBurst: Limits = {
  page: { calls: 128, lateMs: Number.POSITIVE_INFINITY },
  read: { calls: 192, lateMs: Number.POSITIVE_INFINITY },
  change: { calls: 512, lateMs: Number.POSITIVE_INFINITY },
}
/** While it does not: there are 16 connections, so that what is admitted hardly waits. A change rather waits than is refused. */
const limitsInOverload: Limits = {
  page: { calls: 4, lateMs: 150 },
  read: { calls: 8, lateMs: 300 },
  change: { calls: 32, lateMs: 1_000 },
}

/** With so many calls, pages and reads wait before the database, so that the changes of a burst do not wait behind them. */
const callsBeforeWaiting = 6
/** When one waited for so long, the calls before it are no burst but long, and none waits for them. */
const patienceMs = 500

const lookMs = 50
/** A queue that was never shorter in so many looks is none of a burst. */
const standingLooks = 5
/** In its first seconds a queue must stand longer, since all that waited for a restart comes at once. */
const atStart = { ms: 10_000, standingLooks: 20 }
const standing = { calls: 20, lateMs: 250 }
/** So many looks without a refusal end an overload. */
const calmLooks = 40
/** A loop that is late and works less waits for the processor, which others use. */
const busyShare = 0.9

export type Admission = {
  /** Whether a request can be answered soon. */
  admits: (requestClass: RequestClass) => boolean
  /** Runs the work of an admitted request, at once or when the calls before it allow it. */
  run: <Result>(requestClass: RequestClass, work: () => Promise<Result>) => Promise<Result>
  /** Takes how late the loop was since the last look, and which share of the time it worked. */
  look: (lateMs: number, workingShare: number) => void
  isOverloaded: () => boolean
  /** How many admitted requests wait to be run. */
  countWaiting: () => number
}

/**
 * Judges which requests this process can still answer soon, and which of them wait in a burst. Calls `onWaited` with the
 * seconds of each.
 */
export function createAdmission(countCalls: () => number, onWaited = (_seconds: number) => {}): Admission {
  let looks: { calls: number; lateMs: number }[] = []
  let isOverloaded = false
  let runsForMs = 0
  let looksSinceRefusal = 0
  const line = createLine(countCalls, onWaited)

  return {
    look(lateMs, workingShare) {
      runsForMs += lookMs + lateMs
      const needed = runsForMs > atStart.ms ? standingLooks : atStart.standingLooks
      const calls = countCalls() + line.count()
      looks = [...looks.slice(1 - needed), { calls, lateMs: workingShare < busyShare ? 0 : lateMs }]
      looksSinceRefusal++
      if (looks.length === needed && isStanding(looks)) isOverloaded = true
      else if (looksSinceRefusal > calmLooks) isOverloaded = false
      line.look(runsForMs)
    },
    admits(requestClass) {
      const limits = (isOverloaded ? limitsInOverload : limitsInBurst)[requestClass]
      const lateMs = Math.min(...looks.slice(-2).map((one) => one.lateMs)) // one turn that took long is none
      const calls = countCalls() + (requestClass === 'change' ? 0 : line.count())
      const isAdmitted = calls <= limits.calls && (looks.length < 2 || lateMs <= limits.lateMs)
      if (isAdmitted) return true
      looksSinceRefusal = 0
      return false
    },
    run: (requestClass, work) => line.run(requestClass !== 'change' && !isOverloaded, work),
    isOverloaded: () => isOverloaded,
    countWaiting: line.count,
  }
}

/** Lets work wait in order while many calls are at the database, unless these are long. */
function createLine(countCalls: () => number, onWaited: (seconds: number) => void) {
  const waiting: { start: () => void; since: number }[] = []
  let lookedAt = 0
  let areCallsLong = false
  const countFree = () => Math.max(0, callsBeforeWaiting - countCalls())
  const startFirst = (count: number) => {
    for (const { start } of waiting.splice(0, count)) start()
  }
  const startNext = () => startFirst(Math.min(1, countFree()))
  const wait = () =>
    new Promise<void>((start) => {
      waiting.push({ start, since: lookedAt })
      startNext()
    })

  return {
    count: () => waiting.length,
    look(at: number) {
      lookedAt = at
      const [first] = waiting
      if (first && at - first.since >= patienceMs) areCallsLong = true
      else if (countFree() > 0) areCallsLong = false
      startFirst(areCallsLong ? waiting.length : countFree())
    },
    async run<Result>(mayWait: boolean, work: () => Promise<Result>): Promise<Result> {
      const since = performance.now()
      if (mayWait && !areCallsLong && (waiting.length > 0 || countFree() === 0)) await wait()
      onWaited((performance.now() - since) / 1_000)
      return work().finally(startNext)
    },
  }
}

const isStanding = (looks: { calls: number; lateMs: number }[]): boolean =>
  looks.every(({ calls }) => calls > standing.calls) || looks.every(({ lateMs }) => lateMs > standing.lateMs)

/** Lets an admission look every 50 ms. Returns a function that ends it. */
export function watchLoop({ look }: Pick<Admission, 'look'>): () => void {
  let before = performance.now()
  let workedBefore = workedMs()
  const timer = setInterval(() => {
    const now = performance.now()
    const worked = workedMs()
    look(Math.max(0, now - before - lookMs), (worked - workedBefore) / (now - before))
    before = now
    workedBefore = worked
  }, lookMs).unref()
  return () => clearInterval(timer)
}

/** The processor time of the event loop. Unlike its utilization, it does not count while others use the processor. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
