declare const process: { threadCpuUsage: () => { user: number; system: number } }

/** Returns the work of this thread in milliseconds: unlike time that passes, hardly more on a busy machine. */
function workOf(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage()
  return (user - before.user + system - before.system) / 1_000
}

/** Between linear and quadratic. */
export const maxGrowth = 30
/** Less work than this says little, because a collection of garbage costs as much. */
const smallestMs = 1
/** What is seen so often is no chance. */
const rounds = 5
/** Systems count work in steps of up to 4 ms, so that one short run can seem to be none. */
const timesShort = 10

function times(count: number, run: () => unknown): void {
  for (let index = 0; index < count; index++) run()
}

/** Measures how the work of a run grows from 1,000 to 10,000 characters: about 10 if linear, about 100 if quadratic. */
export function workGrowth(piece: string, run: (text: string) => unknown): number {
  const textOf = (length: number) => piece.repeat(Math.ceil(length / piece.length))
  const short = textOf(1_000)
  const long = textOf(10_000)
  let growth = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds && growth >= maxGrowth; round++) {
    const shortWork = workOf(() => times(timesShort, () => run(short))) / timesShort
    growth = Math.min(growth, workOf(() => run(long)) / Math.max(smallestMs, shortWork))
  }
  return growth
}
