import { expect, test } from 'vitest'
import { pickupEndOf, sellByOf } from './sell-by.ts'

const minute = 60_000
const reno = { city: 'Reno', state: 'NV' }
const iso = (at: number) => new Date(at).toISOString()

test.each([
  ['Reno', 'NV', '2026-11-23T08:00:00.000Z'],
  ['Dallas', 'TX', '2026-11-23T06:00:00.000Z'],
  ['Boston', 'MA', '2026-11-23T05:00:00.000Z'],
  ['Honolulu', 'HI', '2026-11-23T10:00:00.000Z'],
])('[D12.6] the pickup date passes at midnight in %s, %s', (city, state, end) => {
  expect(iso(pickupEndOf({ origin: { city, state }, pickupDay: '2026-11-22' }))).toBe(end)
})

test('[D12.6] of a pickup on several days the last one counts, and no day never passes', () => {
  const days = { pickupDay: '2026-11-20', pickupUntilDay: '2026-11-22' }

  expect(iso(pickupEndOf({ origin: reno, ...days }))).toBe('2026-11-23T08:00:00.000Z')
  expect(pickupEndOf({ origin: reno })).toBe(Number.POSITIVE_INFINITY)
})

test('[D12.6] an inquiry is too late minutes after its click, or when the pickup date has passed', () => {
  const load = { origin: reno, pickupDay: '2026-11-22' }
  const clickedAt = Date.parse('2026-11-23T07:50:00Z')

  expect(iso(sellByOf(clickedAt - 30 * minute, 15, load))).toBe('2026-11-23T07:35:00.000Z')
  expect(iso(sellByOf(clickedAt, 15, load))).toBe('2026-11-23T08:00:00.000Z')
})
