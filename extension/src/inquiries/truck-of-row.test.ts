import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { expect, test } from 'vitest'
import { truckOfRow } from './truck-of-row.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const load: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'DL1',
  origin: { city: 'Joplin', state: 'MO' },
  dest: { city: 'Dallas', state: 'TX' },
  equipment: 'R',
  deadheadMiles: 12,
  tripMiles: 365,
  pickupDay: '2026-11-21',
  pickupTime: '16:00',
}
const truck = (name: string, city: string, state: string, changes: Partial<Truck> = {}): Truck => ({
  id: name,
  name,
  equipment: 'reefer',
  place: { city, state },
  emptyAt: '2026-11-21T18:00:00.000Z',
  driveMinutes: 660,
  windowMinutes: 840,
  cycleMinutes: 4_200,
  isCurrent: false,
  ...changes,
})
const ray = truck('104 Ray', 'Olathe', 'KS', { equipment: 'van', isCurrent: true })
const lena = truck('107 Lena', 'Springfield', 'MO')
const dee = truck('142 Dee', 'Omaha', 'NE')

test('[D13.14] a row names the nearest truck that fits, with its own deadhead', () => {
  const named = truckOfRow([ray, dee, lena], load, now)

  expect(named).toMatchObject({ truck: lena, values: { truck: 'Reefer', truckLocation: 'Springfield, MO' } })
  expect(named.miles).toBeGreaterThan(70) // 70 miles by road
  expect(named.miles).toBeLessThan(85)
  expect(named.values.deadheadMiles).toBe(named.miles)
  expect(named).toMatchObject({ makesPickup: true, missed: undefined })
})

test('[D13.14] a row says that the pickup is missed, and by how much', () => {
  expect(truckOfRow([dee], load, now)).toMatchObject({
    makesPickup: false,
    missed: expect.stringMatching(/^Misses pickup by 3 h/),
  })
})

test('[D13.14] a row says why its email names no truck', () => {
  const none = { truck: undefined, values: { truck: null, deadheadMiles: null } }
  expect(truckOfRow([ray], load, now)).toEqual({ ...none, reason: 'None of your trucks is a reefer' })
  expect(truckOfRow([{ ...lena, place: null }], load, now)).toMatchObject({
    reason: 'Enter where and when 107 Lena is empty, to name it',
  })
  expect(truckOfRow([], load, now)).toEqual({ truck: undefined, values: {} })
})

test('[D13.14] a row names the truck that the server named last, or none', () => {
  expect(truckOfRow([ray, dee, lena], load, now, dee.id).truck).toBe(dee)
  expect(truckOfRow([ray, dee, lena], load, now, null).truck).toBeUndefined()
})
