import { expect, test } from 'vitest'
import { describeOldPrice, formatAge, formatAgo, formatShortAge } from './ages.ts'

const now = new Date('2026-11-21T20:00:00.000Z')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test.each([
  [-5, '0m', '0m', 'just now'],
  [0.5, '0m', '0m', 'just now'],
  [6, '6m', '6m', '6 min ago'],
  [64, '1h 04m', '1h', '1 h ago'],
  [47 * 60, '1d 23h', '47h', '47 h ago'],
  [76 * 60, '3d 4h', '3d', '3 days ago'],
  [10 * 24 * 60, '10d', '10d', '10 days ago'],
])('%d minutes are %s, %s or %s', (minutes, age, short, ago) => {
  expect(formatAge(before(minutes), now)).toBe(age)
  expect(formatShortAge(before(minutes), now)).toBe(short)
  expect(formatAgo(before(minutes), now)).toBe(ago)
})

const today = new Date('2026-11-26T18:00:00Z')

test.each([
  ['2026-11-23', undefined],
  ['2026-11-12', undefined],
  ['2026-11-11', '15 days old'],
  ['2026-09-27', '60 days old'],
  ['2026-04-20', '7 months old'],
  ['2024-12-02', '24 months old'],
  ['2024-06-17', '2 years old'],
])('a price of %s is %s', (asOf, text) => {
  expect(describeOldPrice(asOf, today)).toBe(text)
})
