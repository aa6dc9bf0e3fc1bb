import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Starts work for each key; it ends when the test says so. */
function start(keys: string[]) {
  const take = createTurns({ atOnce: 2, waiting: 3 })
  const running: { key: string; number: number; end: () => void }[] = []
  const results = keys.map((key, number) =>
    take(key, () => new Promise<void>((resolve) => void running.push({ key, number, end: resolve }))),
  )
  return { running, results, take }
}

test('[O07] two of one account run at once, more wait in order and delay no other', async () => {
  const { running } = start(['a', 'a', 'a', 'a', 'b'])
  await turn()
  expect(running.map(({ key, number }) => `${key}${number}`)).toEqual(['a0', 'a1', 'b4'])

  running[0]?.end()
  await turn()

  expect(running.map(({ number }) => number)).toEqual([0, 1, 4, 2])
})

test('[O07] more than may wait are refused, and work that fails gives its turn on', async () => {
  const { running, results, take } = start(['a', 'a', 'a', 'a', 'a', 'a'])
  await expect(results[5]).rejects.toMatchObject({ code: 'too-many' })

  await turn()
  for (let ended = 0; ended < 5; ended++) {
    running[ended]?.end()
    await turn()
  }
  await Promise.all(results.slice(0, 5))
  await expect(take('a', () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  await expect(take('a', async () => 'done')).resolves.toBe('done')
})
