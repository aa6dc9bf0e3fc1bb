import { addDays, daysBetween } from '@loadping/contract/format/new-york-days'
import { expect, test } from 'vitest'
import { firstDayOf, lastDayOf, partsOf, rangeOf } from './analytics-range.ts'

test.each(['day', 'week', 'month'] as const)('[D6.3] a range by %s has each of its days in one part', (bucket) => {
  for (let round = 0; round < 400; round++) {
    const start = addDays('2024-01-20', round)
    const end = addDays(start, (round * 7) % 131)
    const parts = partsOf({ start, end }, bucket)

    expect(parts[0]?.first).toBe(start)
    expect(parts.at(-1)?.last).toBe(end)
    for (const [index, part] of parts.entries()) {
      expect(daysBetween(part.first, part.last)).toBeGreaterThanOrEqual(0)
      expect(firstDayOf(part.bucket, part.first)).toBe(part.first)
      expect(lastDayOf(part.bucket, part.last)).toBe(part.last)
      if (index > 0) expect(daysBetween(parts[index - 1]?.last ?? '', part.first)).toBe(1)
    }
    const daysAtEnds = parts.filter((part) => part.bucket === 'day' && bucket !== 'day')
    for (const { first, last } of daysAtEnds) expect(daysBetween(first, last)).toBeLessThan(61)
  }
})

test.each([
  ['2026-11-21T04:59:59Z', '2026-11-20', '2026-11-19'],
  ['2026-11-21T05:00:00Z', '2026-11-21', '2026-11-20'],
])('[3.13] without dates a range at %s is the New York day %s, and the one before %s', (now, today, before) => {
  expect(rangeOf({}, new Date(now))).toEqual({ start: today, end: today, oldStart: before, oldEnd: before })
})
