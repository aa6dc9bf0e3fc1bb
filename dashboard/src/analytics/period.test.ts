import { changeOf, formatInPeriod, formatPeriod, previousPeriod } from '@loadping/contract/analytics/analytics-figures'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AnalyticsFilter, bucketOf, describeOddDays, formatBucket, type PresetId, periodOf, viewOf } from './period.ts'

const today = '2026-11-22' // a Sunday

test.each<[PresetId, string, string]>([
  ['today', '2026-11-22', '2026-11-22'],
  ['yesterday', '2026-11-21', '2026-11-21'],
  ['this-week', '2026-11-16', '2026-11-22'],
  ['7-days', '2026-11-16', '2026-11-22'],
  ['14-days', '2026-11-09', '2026-11-22'],
  ['30-days', '2026-10-24', '2026-11-22'],
  ['90-days', '2026-08-25', '2026-11-22'],
  ['this-month', '2026-11-01', '2026-11-22'],
  ['last-month', '2026-10-01', '2026-10-31'],
  ['this-year', '2026-01-01', '2026-11-22'],
])('[D6.4] the preset %s is from %s to %s', (preset, start, end) => {
  expect(periodOf(preset, today)).toEqual({ start, end })
})

test('the week of a Monday starts that day, and February has 29 days in leap years', () => {
  expect(periodOf('this-week', '2026-11-23')).toEqual({ start: '2026-11-23', end: '2026-11-23' })
  expect(periodOf('last-month', '2028-03-01')).toEqual({ start: '2028-02-01', end: '2028-02-29' })
})

test.each([
  ['', 'today'],
  ['period=30-days', '30-days'],
  ['period=2026-11-07_2026-11-20', '2026-11-07_2026-11-20'],
  ['period=2026-11-20_2026-11-07', '2026-11-20_2026-11-07'],
  ['period=2026-13-40_2026-11-07', 'today'],
  ['period=2000-01-01_2026-11-07', 'today'],
  ['period=<script>', 'today'],
])('[3.13] [D6.4] the address %s shows %s, by default today in New York', (query, period) => {
  expect(AnalyticsFilter.parse(Object.fromEntries(new URLSearchParams(query))).period).toBe(period)
})

test.each(['', 'period=today', 'period=nonsense'])('[3.13] the page at “%s” asks about today', (query) => {
  const filter = AnalyticsFilter.parse(Object.fromEntries(new URLSearchParams(query)))

  expect(viewOf(filter, today).query).toEqual({ startDate: today, endDate: today })
})

test('a range is read in either order, with people and comparison', () => {
  const users = '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e001'
  const filter = AnalyticsFilter.parse({ period: '2026-11-20_2026-11-07', users, compare: 'off' })

  expect(viewOf(filter, today)).toEqual({
    query: { startDate: '2026-11-07', endDate: '2026-11-20', userIds: users },
    period: { start: '2026-11-07', end: '2026-11-20' },
    today,
    isCompared: false,
  })
})

test('[D6.3] the previous period is as many days right before', () => {
  expect(previousPeriod({ start: '2026-11-07', end: '2026-11-20' })).toEqual({ start: '2026-10-24', end: '2026-11-06' })
  expect(previousPeriod({ start: today, end: today })).toEqual({ start: '2026-11-21', end: '2026-11-21' })
})

test.each([
  [today, 'hour'],
  ['2026-11-21', 'day'],
  ['2026-08-23', 'day'],
  ['2026-08-22', 'week'],
  ['2025-10-19', 'week'],
  ['2025-10-18', 'month'],
])('[D6.4] a chart from %s on has a bar for each %s', (start, bucket) => {
  expect(bucketOf({ start, end: today })).toBe(bucket)
})

test.each([
  [535, 476, '+12.4%'],
  [402, 490, '−18%'],
  [3, 3, 'No change'],
  [5, 0, undefined],
  [5, null, undefined],
  [null, 5, undefined],
])('[D6.4] %s after %s shows %s, never a percentage of zero', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change)
})

test('periods are named, with the days of 23 and 25 hours', () => {
  expect(formatPeriod({ start: today, end: today }, today)).toBe('Today, Sun, Nov 22')
  expect(formatPeriod({ start: '2026-10-24', end: '2026-11-06' }, today)).toBe('Oct 24 – Nov 6')
  expect(formatPeriod({ start: '2025-12-30', end: '2026-01-02' }, today)).toBe('Dec 30, 2025 – Jan 2')
  expect(formatInPeriod({ start: '2026-11-21', end: '2026-11-21' }, today)).toBe('on Sat, Nov 21')
  expect(formatInPeriod({ start: '2026-10-24', end: '2026-11-06' }, today)).toBe('in Oct 24 – Nov 6')
  expect(describeOddDays({ start: '2026-02-01', end: '2026-11-01' })).toBe('Mar 8 has 23 hours, Nov 1 has 25 hours')
  expect(describeOddDays({ start: '2026-11-02', end: '2027-03-13' })).toBeUndefined()
})

test.each(['UTC', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  '[D6.5] a browser in the zone %s shows the same periods and days',
  (zone) => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())

    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect(periodOf('this-week', '2026-11-23')).toEqual({ start: '2026-11-23', end: '2026-11-23' })
    expect(periodOf('this-week', today)).toEqual({ start: '2026-11-16', end: today })
    expect(formatPeriod({ start: '2026-10-24', end: '2026-11-06' }, today)).toBe('Oct 24 – Nov 6')
    expect(formatBucket({ date: '2026-11-01' }, 'day')).toBe('Sun, Nov 1')
    expect(formatBucket({ date: '2026-11-01', hour: 0 }, 'hour')).toBe('Sun, Nov 1, 12 AM')
    expect(formatBucket({ date: '2026-11-01', hour: 13 }, 'hour')).toBe('Sun, Nov 1, 1 PM')
    expect(describeOddDays({ start: '2026-02-01', end: '2026-11-01' })).toBe('Mar 8 has 23 hours, Nov 1 has 25 hours')
  },
)
