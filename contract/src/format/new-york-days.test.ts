import { expect, test } from 'vitest'
import {
  Day,
  formatDay,
  formatPickupDay,
  newYorkDay,
  newYorkMonth,
  nextNewYorkMonth,
  startOfNewYorkDay,
} from './new-york-days.ts'

test.each([
  ['2026-11-20T04:59:59Z', '2026-11-19'],
  ['2026-11-20T05:00:00Z', '2026-11-20'],
  ['2026-03-08T04:59:59Z', '2026-03-07'],
  ['2026-03-08T05:00:00Z', '2026-03-08'],
  ['2026-03-09T03:59:59Z', '2026-03-08'],
  ['2026-03-09T04:00:00Z', '2026-03-09'],
  ['2026-11-01T03:59:59Z', '2026-10-31'],
  ['2026-11-01T04:30:00Z', '2026-11-01'],
  ['2026-11-02T04:59:59Z', '2026-11-01'],
  ['2026-11-02T05:00:00Z', '2026-11-02'],
])('[9.1] %s is on the New York day %s', (instant, day) => {
  expect(newYorkDay(new Date(instant))).toBe(day)
})

test('a month begins at New York midnight', () => {
  expect(newYorkMonth(new Date('2026-12-01T04:59:59Z'))).toBe('2026-11')
  expect(newYorkMonth(new Date('2026-12-01T05:00:00Z'))).toBe('2026-12')
})

test.each([
  ['2026-01-15', '2026-01-15T05:00:00.000Z'],
  ['2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['2026-07-04', '2026-07-04T04:00:00.000Z'],
  ['2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['2026-11-02', '2026-11-02T05:00:00.000Z'],
])('[9.1] the day %s begins in New York at %s', (day, instant) => {
  expect(startOfNewYorkDay(day).toISOString()).toBe(instant)
})

test.each([
  ['2026-11-22T16:00:00Z', '2026-12-01T05:00:00.000Z'],
  ['2026-12-01T04:59:59Z', '2026-12-01T05:00:00.000Z'],
  ['2026-12-01T05:00:00Z', '2027-01-01T05:00:00.000Z'],
  ['2026-02-28T12:00:00Z', '2026-03-01T05:00:00.000Z'],
  ['2026-03-31T23:00:00Z', '2026-04-01T04:00:00.000Z'],
  ['2026-10-31T23:00:00Z', '2026-11-01T04:00:00.000Z'],
  ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00.000Z'],
])('[9.1] after %s the next month begins in New York at %s', (instant, next) => {
  expect(nextNewYorkMonth(new Date(instant)).toISOString()).toBe(next)
})

test('a day is formatted with its weekday', () => expect(formatDay('2026-11-21')).toBe('Sat, Nov 21'))

test.each(['2026-02-29', '2026-13-01', '1999-12-31', '2101-01-01', '11/21/2026', ''])('%s is not a day', (text) => {
  expect(Day.safeParse(text).success).toBe(false)
})

test.each([
  ['2026-11-21', 'Sat 11/21'],
  ['2027-01-03', 'Sun 1/3'],
])('[D4.10] the pickup day %s is formatted as %s', (day, text) => expect(formatPickupDay(day)).toBe(text))
