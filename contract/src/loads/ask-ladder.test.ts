import { expect, test } from 'vitest'
import { askLadder, askTarget, describeBelowFloor } from './ask-ladder.ts'

const template = { subject: '{{lane}}', template: '<p>Rate: {{rate:trip+8% to 5}} all in</p>' }

test("[D13.11] the target is what the template's own formula asks for the load", () => {
  expect(askTarget(template, { rate: { cents: 160_000, basis: 'flat' } })).toEqual({ cents: 173_000, step: 5 })
  expect(askTarget(template, {})).toBeUndefined()
  expect(askTarget({ ...template, template: '<p>Rate: {{rate}}</p>' }, { tripMiles: 500 })).toBeUndefined()
})

test('[D13.11] at most five steps lie between target and floor, rounded as the formula rounds', () => {
  expect(askLadder({ cents: 173_000, step: 5 }, 135_900)).toEqual({
    targetCents: 173_000,
    stepCents: [167_000, 160_500, 154_500, 148_500, 142_000],
    floorCents: 135_900,
  })
})

test.each([1, 5, 10, 25, 50] as const)('[D13.11] steps to $%i are distinct, between the ends and falling', (step) => {
  for (let target = 100_000; target < 250_000; target += 7_300)
    for (let floor = 60_000; floor < target; floor += 9_700) {
      const { stepCents = [] } = askLadder({ cents: target, step }, floor) ?? {}
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
  expect(askLadder({ cents: 191_500, step: 5 }, 190_960)?.stepCents).toEqual([])
})

test('[D13.11] without room between them there are no steps, and no ladder at or below the floor', () => {
  expect(askLadder({ cents: 100_100, step: 5 }, 100_000)).toMatchObject({ stepCents: [] })
  expect(askLadder({ cents: 100_000, step: 5 }, 100_000)).toBeUndefined()
  expect(askLadder({ cents: 90_000, step: 5 }, 100_000)).toBeUndefined()
})

test('[D13.11] an ask is below the floor by a cent, and none where either is unknown', () => {
  expect(describeBelowFloor(112_843, 112_844)).toBe('Below $1,129 this load costs you money')
  expect(describeBelowFloor(112_844, 112_844)).toBeUndefined()
  expect(describeBelowFloor(null, 112_844)).toBeUndefined()
  expect(describeBelowFloor(112_843, undefined)).toBeUndefined()
})
