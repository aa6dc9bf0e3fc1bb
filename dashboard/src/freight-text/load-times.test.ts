import { expect, test } from 'vitest'
import { deliveryDeadline, formatDelivery, formatMoment, formatPickup, formatSoon } from './load-times.ts'

const zone = 'America/Chicago'
const day = { pickupDay: '2026-11-21' }
const at = (instant: string) => Date.parse(instant)

test('without a day there is no deadline', () => {
  expect(deliveryDeadline({}, zone)).toBeUndefined()
  expect(deliveryDeadline({ deliveryDay: '2026-11-23' }, zone)).toBe(at('2026-11-24T06:00Z'))
  expect(deliveryDeadline({ deliveryDay: '2026-11-23', deliveryTime: '15:00' }, zone)).toBe(at('2026-11-23T21:00Z'))
})

test.each([
  [day, 'Sat, Nov 21'],
  [{ ...day, pickupTime: '07:00' }, 'Sat, Nov 21, 7 AM CST'],
  [{ ...day, pickupTime: '07:00', pickupUntilTime: '11:00' }, 'Sat, Nov 21, 7 – 11 AM CST'],
  [{ ...day, pickupTime: '07:30', pickupUntilTime: '15:00' }, 'Sat, Nov 21, 7:30 AM – 3 PM CST'],
  [{ ...day, pickupUntilTime: '12:00' }, 'Sat, Nov 21, by 12 PM CST'],
  [{ ...day, pickupUntilDay: '2026-11-22' }, 'Sat, Nov 21 – Sun, Nov 22'],
  [
    { ...day, pickupTime: '00:00', pickupUntilDay: '2026-11-22', pickupUntilTime: '02:00' },
    'Sat, Nov 21, 12 AM – Sun, Nov 22, 2 AM CST',
  ],
  [{}, undefined],
])('a pickup is written in the time of its place', (times, text) => {
  expect(formatPickup(times, zone)).toBe(text)
})

test('a delivery and a moment are written with the letters of their zone, if it is known', () => {
  expect(formatDelivery({ deliveryDay: '2026-11-23', deliveryTime: '15:00' }, 'America/Denver')).toBe(
    'Mon, Nov 23, by 3 PM MST',
  )
  expect(formatDelivery({ deliveryDay: '2026-11-23', deliveryTime: '15:00' }, undefined)).toBe('Mon, Nov 23, by 3 PM')
  expect(formatDelivery({ deliveryDay: '2026-11-23' }, zone)).toBe('Mon, Nov 23')
  expect(formatDelivery({}, zone)).toBeUndefined()
  expect(formatMoment(at('2026-07-22T14:50Z'), zone)).toBe('Wed, Jul 22, 9:50 AM CDT')
  expect(formatSoon(at('2026-07-22T14:50Z'), zone, at('2026-07-20T14:50Z'))).toBe('Wed, 9:50 AM CDT')
  expect(formatSoon(at('2026-07-22T14:50Z'), zone, at('2026-07-02T14:50Z'))).toBe('Wed, Jul 22, 9:50 AM CDT')
})
