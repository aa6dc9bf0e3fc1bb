import { expect, test } from 'vitest'
import { killWhileSending } from './g2-kill-while-sending.ts'

test('[E04] [E05] killed ten times while mail leaves, it sends none twice, loses none, and says of none that it was sent which was not', async () => {
  const { accepted, sent, duplicates, lost, misreported, maxUnknownPerKill } = await killWhileSending(10)

  expect({ duplicates, lost, misreported }).toEqual({ duplicates: 0, lost: 0, misreported: 0 })
  expect(maxUnknownPerKill).toBeLessThanOrEqual(64)
  expect(accepted).toBeGreaterThan(50)
  expect(sent).toBeGreaterThan(50)
}, 200_000)

test('the same harness catches a product that sends again what it was sending when it was killed', async () => {
  const { duplicates } = await killWhileSending(60, {
    resendsInterrupted: true,
    isEnough: (result) => result.duplicates > 0,
  })

  expect(duplicates).toBeGreaterThan(0)
}, 300_000)
