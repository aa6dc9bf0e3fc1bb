import { expect, test } from 'vitest'
import { formatDuration, formatHours, readHours } from './durations.ts'

test.each([
  ['8:30', 510],
  ['8', 480],
  [' 8 h ', 480],
  ['8h30', 510],
  ['8 h 05', 485],
  ['8.5', 510],
  ['8,25', 495],
  ['0:00', 0],
  ['70', 4_200],
  ['', undefined],
  ['8:60', undefined],
  ['8:5', undefined],
  ['-1', undefined],
  ['eight', undefined],
])('%j hours are %s minutes', (text, minutes) => {
  expect(readHours(text)).toBe(minutes)
})

test('minutes are written as a clock and as a duration', () => {
  expect([0, 5, 60, 510].map(formatHours)).toEqual(['0:00', '0:05', '1:00', '8:30'])
  expect([0, 5, 60, 860].map(formatDuration)).toEqual(['0 min', '5 min', '1 h', '14 h 20 min'])
})
