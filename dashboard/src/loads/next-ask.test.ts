import { expect, test } from 'vitest'
import { nextAsk } from './next-ask.ts'

test("[D13.11] the next ask is below the last one and above the broker's, if one is left", () => {
  const ladder = {
    targetCents: 173_000,
    stepCents: [167_000, 160_500, 154_500, 148_500, 142_000],
    floorCents: 135_900,
  }
  expect(nextAsk(ladder, 173_000)).toBe(167_000)
  expect(nextAsk(ladder, 173_000, 162_500)).toBe(167_000)
  expect(nextAsk(ladder, 167_000, 162_500)).toBeUndefined()
  expect(nextAsk(ladder, 200_000, 100_000)).toBe(173_000)
  expect(nextAsk(ladder, 142_000)).toBeUndefined()
})
