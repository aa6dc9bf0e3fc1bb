import { expect, test } from 'vitest'
import { askLadder, nextAsk } from './ask-ladder.ts'

const ladder = askLadder(173_000, 135_900, 5)

test('[D13.11] at most five steps lie between target and floor, rounded as the formula rounds', () => {
  expect(ladder).toEqual({
    targetCents: 173_000,
    stepCents: [167_000, 160_500, 154_500, 148_500, 142_000],
    floorCents: 135_900,
  })
})

test.each([1, 5, 10, 25, 50] as const)('[D13.11] steps to $%i are distinct, between the ends and falling', (step) => {
  for (let target = 100_000; target < 250_000; target += 7_300)
    for (let floor = 60_000; floor < target; floor += 9_700) {
      const { stepCents = [] } = askLadder(target, floor, step) ?? {}
      expect(stepCents.length).toBeLessThanOrEqual(5)
      expect(stepCents).toEqual([...new Set(stepCents)].toSorted((one, other) => other - one))
      for (const cents of stepCents) {
        expect(cents % (step * 100)).toBe(0)
        expect(cents).toBeLessThan(target)
        expect(cents).toBeGreaterThan(floor)
      }
    }
})

test('[D13.11] no step reads like the floor in whole dollars', () => {
  expect(askLadder(191_500, 190_960, 5)?.stepCents).toEqual([])
})

test('[D13.11] without room between them there are no steps, and no ladder at or below the floor', () => {
  expect(askLadder(100_100, 100_000, 5)).toMatchObject({ stepCents: [] })
  expect(askLadder(100_000, 100_000, 5)).toBeUndefined()
  expect(askLadder(90_000, 100_000, 5)).toBeUndefined()
})

test("[D13.11] the next ask is below the last one and above the broker's, if one is left", () => {
  if (!ladder) throw new Error('There is a ladder.')
  expect(nextAsk(ladder, 173_000)).toBe(167_000)
  expect(nextAsk(ladder, 173_000, 162_500)).toBe(167_000)
  expect(nextAsk(ladder, 167_000, 162_500)).toBeUndefined()
  expect(nextAsk(ladder, 200_000, 100_000)).toBe(173_000)
  expect(nextAsk(ladder, 142_000)).toBeUndefined()
})
