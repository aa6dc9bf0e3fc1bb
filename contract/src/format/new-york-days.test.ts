import { expect, onTestFinished, test, vi } from 'vitest'
import { formatInstant } from './instants.ts'
import {
  addDays,
  Day,
  formatDay,
  formatPickupDay,
  newYorkDay,
  newYorkHour,
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

test.each(['UTC', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  '[D6.5] in the zone %s, of a server or browser, days and hours are those of New York',
  (zone) => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    const ends = ['2025-03-09T05:00:00Z', '2025-03-10T03:59:59Z', '2025-11-02T04:00:00Z', '2025-11-03T04:59:59Z']
    const instants = ends.map((end) => new Date(end))

    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect(instants.map(newYorkDay)).toEqual(['2025-03-09', '2025-03-09', '2025-11-02', '2025-11-02'])
    expect(instants.map(newYorkHour)).toEqual([0, 23, 0, 23])
    expect(startOfNewYorkDay('2025-03-10').toISOString()).toBe('2025-03-10T04:00:00.000Z')
    expect(['2025-03-09', '2025-11-02'].map((day) => addDays(day, 1))).toEqual(['2025-03-10', '2025-11-03'])
    expect([formatDay('2025-11-02'), formatPickupDay('2025-11-02')]).toEqual(['Sun, Nov 2', 'Sun 11/2'])
    expect(formatInstant(new Date(ends[3] ?? ''))).toBe('Sun, Nov 2, 2025, 11:59 PM New York time')
  },
)
