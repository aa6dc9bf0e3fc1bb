import { expect, test } from 'vitest'
import { killWhileSending } from './g2-kill-while-sending.ts'

test('[G2] [E04] [E05] ten kills during sends cause no duplicate, no lost email and no false "sent"', async () => {
  const { accepted, sent, duplicates, lost, misreported, maxUnknownPerKill } = await killWhileSending(10)

  expect({ duplicates, lost, misreported }).toEqual({ duplicates: 0, lost: 0, misreported: 0 })
  expect(maxUnknownPerKill).toBeLessThanOrEqual(64)
  expect(accepted).toBeGreaterThan(50)
  expect(sent).toBeGreaterThan(50)
}, 200_000)

test('the same harness catches a server that resends interrupted emails', async () => {
  const { duplicates } = await killWhileSending(60, {
    resendsInterrupted: true,
    isEnough: (result) => result.duplicates > 0,
  })

  expect(duplicates).toBeGreaterThan(0)
}, 300_000)
