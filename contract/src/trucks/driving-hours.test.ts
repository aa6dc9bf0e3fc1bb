import { expect, test } from 'vitest'
import { clockIn, instantOf } from '../format/time-zones.ts'
import { drivingCases, inputsOf } from './driving-hours.cases.ts'
import { planTrip, type TripPlanInputs } from './driving-hours.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const hour = 3_600_000

test.each(drivingCases)('$what', (one) => {
  const { toPickup, loadsAt, toDelivery } = planTrip(inputsOf(one, now))
  const minutesAt = (at: number) => (at - now) / 60_000

  expect({
    pickup: minutesAt(toPickup.arrivesAt),
    loads: minutesAt(loadsAt),
    delivery: minutesAt(toDelivery.arrivesAt),
  }).toEqual({ pickup: one.pickup, loads: one.loads ?? one.pickup, delivery: one.delivery })
  expect(toDelivery).toMatchObject({ breaks: 0, rests: 0, restarts: 0, ...one.rests })
})

const plain: TripPlanInputs = {
  clocks: { drive: 660, window: 840, cycle: 4_200 },
  emptyAt: now,
  now,
  deadheadMiles: 50,
  tripMiles: 100,
}

test.each([
  ['the last minute of the pickup', { pickupUntil: now + hour }, { makesPickup: true, makesDelivery: undefined }],
  ['a minute after it', { pickupUntil: now + hour - 60_000 }, { makesPickup: false, makesDelivery: undefined }],
  ['the last minute of the delivery', { deliveryUntil: now + 4 * hour }, { makesDelivery: true }],
  ['a minute after that', { deliveryUntil: now + 4 * hour - 60_000 }, { makesDelivery: false }],
  ['no times', {}, { makesPickup: undefined, makesDelivery: undefined }],
  ['a pickup in the past', { pickupFrom: now - 48 * hour, pickupUntil: now - 40 * hour }, { makesPickup: false }],
])('%s decides whether the truck makes it', (_what, inputs, verdict) => {
  expect(planTrip({ ...plain, ...inputs })).toMatchObject(verdict)
})

test('arrivals are shown in the time of their place, on both sides of a change to summer time', () => {
  const emptyAt = instantOf('America/Chicago', '2026-03-07', '20:00')
  const plan = planTrip({ ...plain, emptyAt, now: emptyAt, deadheadMiles: 250, tripMiles: 150 })

  // 5 hours of driving from 8 PM end at 1 AM; 60 minutes of loading at 3 AM, since 2 AM is skipped.
  // Denver is an hour behind.
  expect(clockIn('America/Chicago', plan.toPickup.arrivesAt)).toMatchObject({ time: '01:00', letters: 'CST' })
  expect(clockIn('America/Chicago', plan.loadsAt + hour)).toMatchObject({ time: '03:00', letters: 'CDT' })
  expect(clockIn('America/Denver', plan.toDelivery.arrivesAt)).toMatchObject({ time: '05:00', letters: 'MDT' })
})

test('the hour that comes twice in fall is driven twice', () => {
  const emptyAt = instantOf('America/Chicago', '2026-11-01', '00:30')
  const plan = planTrip({ ...plain, emptyAt, now: emptyAt, deadheadMiles: 100 })

  expect(clockIn('America/Chicago', plan.toPickup.arrivesAt)).toMatchObject({ time: '01:30', letters: 'CST' })
})

test('more miles never arrive earlier and fresher clocks never later, up to 20,000 miles', () => {
  const arrival = (inputs: Partial<TripPlanInputs>) => planTrip({ ...plain, ...inputs }).toDelivery.arrivesAt
  for (const drive of [0, 95, 400, 660])
    for (const window of [0, 300, 840])
      for (const cycle of [0, 200, 900, 4_200]) {
        let last = 0
        for (let tripMiles = 0; tripMiles < 3_000; tripMiles += 130) {
          const at = arrival({ tripMiles, clocks: { drive, window, cycle } })
          expect(at).toBeGreaterThanOrEqual(last)
          expect(arrival({ tripMiles })).toBeLessThanOrEqual(at)
          last = at
        }
      }
  const start = Date.now()
  expect(arrival({ tripMiles: 20_000 })).toBeGreaterThan(now + 30 * 24 * hour)
  expect(Date.now() - start).toBeLessThan(1_000)
})
