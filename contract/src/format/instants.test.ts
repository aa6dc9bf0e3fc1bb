import { expect, test } from 'vitest'
import { formatAgoOrDay, formatAgoOrOnDay } from './instants.ts'

const now = new Date('2026-11-21T20:00:00.000Z')

test.each([
  ['2026-11-21T20:00:30.000Z', 'now'],
  ['2026-11-21T19:59:30.000Z', 'now'],
  ['2026-11-21T19:48:00.000Z', '12 min ago'],
  ['2026-11-21T18:00:00.000Z', '2 h ago'],
  ['2026-11-20T20:00:01.000Z', '23 h ago'],
  ['2026-11-20T03:00:00.000Z', 'Thu, Nov 19'],
  ['2026-11-09T15:00:00.000Z', 'Nov 9'],
  ['2025-11-09T15:00:00.000Z', 'Nov 9, 2025'],
])('%s is %s', (instant, text) => {
  expect(formatAgoOrDay(new Date(instant), now)).toBe(text)
})

test.each([
  ['2026-11-21T20:00:00.000Z', 'just now'],
  ['2026-11-21T18:00:00.000Z', '2 h ago'],
  ['2026-11-20T03:00:00.000Z', 'on Thu, Nov 19'],
])('in a sentence, %s is %s', (instant, text) => {
  expect(formatAgoOrOnDay(new Date(instant), now)).toBe(text)
})
