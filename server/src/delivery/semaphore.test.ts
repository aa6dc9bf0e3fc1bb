import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('a semaphore runs no more work at once than its limit, in order, also after a failure', async () => {
  const runLimited = createSemaphore(2)
  const begun: number[] = []
  const running = new Set<number>()
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4].map((index) =>
      runLimited(async () => {
        begun.push(index)
        running.add(index)
        expect(running.size).toBeLessThanOrEqual(2)
        await new Promise(setImmediate)
        running.delete(index)
        if (index === 1) throw new Error('failed')
        return index
      }),
    ),
  )

  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})
