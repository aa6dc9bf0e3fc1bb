import { expect, test } from 'vitest'
import { describeMissedPickup, pickupWindow, planLoad } from './pickup.ts'

const zone = 'America/Chicago'
const day = { pickupDay: '2026-11-21' }
const at = (instant: string) => Date.parse(instant)

test.each([
  ['a day', day, '2026-11-21T06:00Z', '2026-11-22T06:00Z'],
  ['two days', { ...day, pickupUntilDay: '2026-11-22' }, '2026-11-21T06:00Z', '2026-11-23T06:00Z'],
  ['hours', { ...day, pickupTime: '07:00', pickupUntilTime: '11:00' }, '2026-11-21T13:00Z', '2026-11-21T17:00Z'],
  ['an appointment', { ...day, pickupTime: '07:00' }, '2026-11-21T13:00Z', '2026-11-21T13:00Z'],
  ['a last hour', { ...day, pickupUntilTime: '11:00' }, '2026-11-21T06:00Z', '2026-11-21T17:00Z'],
  [
    'days with hours',
    { ...day, pickupTime: '18:00', pickupUntilDay: '2026-11-22', pickupUntilTime: '02:00' },
    '2026-11-22T00:00Z',
    '2026-11-22T08:00Z',
  ],
])('pickup on %s opens and closes', (_what, times, from, until) => {
  expect(pickupWindow(times, zone)).toEqual({ from: at(from), until: at(until) })
})

test('without a day there is no pickup window', () => {
  expect(pickupWindow({ pickupTime: '07:00' }, zone)).toBeUndefined()
})

const now = at('2026-11-21T06:00Z')
const times = { ...day, pickupTime: '01:00', pickupUntilTime: '03:00' }
const truck = { emptyAt: '2026-11-21T06:00:00.000Z', driveMinutes: 660, windowMinutes: 840, cycleMinutes: 4_200 }

test.each([
  [150, 'in time', undefined],
  [151, 'too late', 'Misses pickup by 2 min'],
  [500, 'hours too late', 'Misses pickup by 7 h 30 min'],
])('[D13.14] a truck %i miles away is %s at the pickup', (deadheadMiles, _what, expected) => {
  const plan = planLoad({ truck, times, zone, now, deadheadMiles, tripMiles: 0 })

  expect(describeMissedPickup(plan, { times, zone, now })).toBe(expected)
})

test('[D13.14] whether the pickup is made is unknown without the hours of the driver, or its time', () => {
  const way = { times, zone, now, deadheadMiles: 900, tripMiles: 0 }
  const noHours = planLoad({ ...way, truck: { ...truck, cycleMinutes: null } })

  expect(noHours).toBeUndefined()
  expect(describeMissedPickup(noHours, way)).toBeUndefined()
  expect(describeMissedPickup(planLoad({ ...way, truck, times: {} }), { ...way, times: {} })).toBeUndefined()
  expect(describeMissedPickup(undefined, { ...way, now: at('2026-11-21T10:00Z') })).toBe('The pickup time has passed')
})
