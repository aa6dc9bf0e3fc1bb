import { expect, test } from 'vitest'
import { killWhileSending } from './g2-kill-while-sending.ts'

test('[E04] [E05] killed ten times while mail leaves, it sends none twice, loses none, and says of none that it was sent which was not', async () => {
  const { accepted, sent, duplicates, lost, untrue, mostUnknownPerKill } = await killWhileSending(10)

  expect({ duplicates, lost, untrue }).toEqual({ duplicates: 0, lost: 0, untrue: 0 })
  expect(mostUnknownPerKill).toBeLessThanOrEqual(64)
  expect(accepted).toBeGreaterThan(50)
  expect(sent).toBeGreaterThan(50)
}, 200_000)

test('the same harness catches a product that sends again what it was sending when it was killed', async () => {
  const { duplicates } = await killWhileSending(60, { isNaive: true, isEnough: (result) => result.duplicates > 0 })

  expect(duplicates).toBeGreaterThan(0)
}, 300_000)
