import { expect, test } from 'vitest'
import { goalSize, noteFigures } from '../server/src/testing/goal-size.ts'
import { killWhileSending } from './g2-kill-while-sending.ts'

const kills = goalSize({ full: 100, tenth: 5, quick: 2 })
test(
  `[G2] [E04] [E05] ${kills} kills during sends cause no duplicate, no lost email and no false "sent"`,
  async () => {
    const figures = await killWhileSending(4 * kills + 100, { enoughHits: kills })
    noteFigures(figures)
    const { hits, sent, unknown, duplicates, lost, misreported, maxUnknownPerKill } = figures

    expect({ hits, duplicates, lost, misreported }).toEqual({ hits: kills, duplicates: 0, lost: 0, misreported: 0 })
    expect(unknown).toBeGreaterThanOrEqual(kills) // at least the one that each hit interrupted
    expect(maxUnknownPerKill).toBeLessThanOrEqual(64)
    expect(sent).toBeGreaterThan(0)
  },
  240_000 + kills * 60_000,
)

test('[G2] the same harness catches a server that resends interrupted emails', async () => {
  const { hits, duplicates } = await killWhileSending(100, { resendsInterrupted: true, enoughHits: 1 })

  expect(hits).toBe(1)
  expect(duplicates).toBeGreaterThan(0)
}, 300_000)
