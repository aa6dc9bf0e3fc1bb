import { expect, test } from 'vitest'
import { freeName } from './template-names.ts'

declare const process: { threadCpuUsage: () => { user: number } }

const long = 'x'.repeat(100)

/** The least work of three runs, in microseconds of this thread. */
const workOf = (run: () => unknown): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const before = process.threadCpuUsage().user
      run()
      return process.threadCpuUsage().user - before
    }),
  )

test('numbering a long name among a thousand costs little more than writing the names', () => {
  const taken: string[] = []
  while (taken.length < 1_000) taken.push(freeName(long, taken))
  const names = new Set(taken)
  const repeated = Array.from({ length: 50 })

  const writing = workOf(() => repeated.map(() => taken.filter((_, at) => names.has(`${long.slice(0, 93)} (${at})`))))
  const numbering = workOf(() => repeated.map(() => freeName(long, taken)))

  expect(new Set(taken).size).toBe(1_000)
  expect(numbering).toBeLessThan(6 * writing)
})
