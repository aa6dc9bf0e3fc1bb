import { expect, test } from 'vitest'
import { killWhileSending } from './g2-kill-while-sending.ts'

test('[G2] [E04] [E05] five kills during sends cause no duplicate, no lost email and no false "sent"', async () => {
  const { hits, sent, unknown, duplicates, lost, misreported, maxUnknownPerKill } = await killWhileSending(100, {
    enoughHits: 5,
  })

  expect({ hits, duplicates, lost, misreported }).toEqual({ hits: 5, duplicates: 0, lost: 0, misreported: 0 })
  expect(unknown).toBeGreaterThanOrEqual(5) // at least the one that each hit interrupted
  expect(maxUnknownPerKill).toBeLessThanOrEqual(64)
  expect(sent).toBeGreaterThan(0)
}, 300_000)

test('the same harness catches a server that resends interrupted emails', async () => {
  const { hits, duplicates } = await killWhileSending(100, { resendsInterrupted: true, enoughHits: 1 })

  expect(hits).toBe(1)
  expect(duplicates).toBeGreaterThan(0)
}, 300_000)
