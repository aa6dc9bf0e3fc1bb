import { expect, test } from 'vitest'
import { dueFrom, isCallTime, nextCallTime } from './due.ts'

const at = Date.parse('2026-11-23T18:00:00Z')
const minutes = 60_000
const asked = { askedAt: at, isReplied: false, outcome: null, outcomeAt: null, callBackAt: null }

test('[D13.10] an ask is due some minutes after it, and never while that is off', () => {
  expect(dueFrom(asked, 20)).toBe(at + 20 * minutes)
  expect(dueFrom(asked, 240)).toBe(at + 240 * minutes)
  expect(dueFrom(asked, null)).toBeUndefined()
})

test('[D13.10] after a call without an answer it is due again', () => {
  expect(dueFrom({ ...asked, outcome: 'no-answer', outcomeAt: at + 30 * minutes }, 20)).toBe(at + 50 * minutes)
})

test.each(['countered', 'declined', 'covered', 'booked'] as const)('[D13.10] a %s ask is not due', (outcome) => {
  expect(dueFrom({ ...asked, outcome, outcomeAt: at + minutes }, 20)).toBeUndefined()
})

test('[D13.10] a replied ask is not due, unless the user set a time to call back', () => {
  expect(dueFrom({ ...asked, isReplied: true }, 20)).toBeUndefined()
  expect(dueFrom({ ...asked, isReplied: true, callBackAt: at + minutes }, null)).toBe(at + minutes)
})

test('[D13.10] a time to call back counts until the next ask or call', () => {
  const callBackAt = at + 60 * minutes
  expect(dueFrom({ ...asked, callBackAt }, 20)).toBe(callBackAt)
  const called = { ...asked, callBackAt, outcome: 'no-answer' as const, outcomeAt: callBackAt + minutes }
  expect(dueFrom(called, 20)).toBe(callBackAt + 21 * minutes)
  expect(dueFrom({ ...asked, callBackAt, askedAt: callBackAt + minutes }, 20)).toBe(callBackAt + 21 * minutes)
})

test.each([
  ['2026-11-23T11:59:00Z', false, '2026-11-23T12:00:00Z'], // 5:59 AM in Chicago
  ['2026-11-23T12:00:00Z', true, '2026-11-23T12:00:00Z'],
  ['2026-11-24T00:59:00Z', true, '2026-11-24T00:59:00Z'], // 6:59 PM
  ['2026-11-24T01:00:00Z', false, '2026-11-24T12:00:00Z'], // 7 PM: due the next morning
  ['2026-03-08T02:00:00Z', false, '2026-03-08T11:00:00Z'], // the morning after, clocks are an hour ahead
])('[D13.10] calls are due from 6:00 to 19:00 at the pickup: %s', (instant, isOpen, next) => {
  expect(isCallTime('America/Chicago', Date.parse(instant))).toBe(isOpen)
  expect(new Date(nextCallTime('America/Chicago', Date.parse(instant))).toISOString()).toBe(next.replace('Z', '.000Z'))
})
