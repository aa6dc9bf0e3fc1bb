import { expect, test } from 'vitest'
import type { LoadFacts } from './posted-load.ts'
import { companyKeyOf, laneKeyOf, postingKeyOf } from './same-load.ts'

const load: LoadFacts = {
  board: 'dat-one',
  boardLoadId: 'DL1',
  origin: { city: 'Saint Louis', state: 'MO' },
  dest: { city: 'Dallas', state: 'TX' },
  pickupDay: '2026-11-21',
  equipment: 'V',
  company: 'Quillon Logistics, LLC',
}

test.each([
  { ...load, board: 'truckstop' as const, boardLoadId: '77' },
  { ...load, company: 'QUILLON LOGISTICS' },
  { ...load, company: 'Quillon  Logistics Inc.' },
  { ...load, origin: { city: 'ST. LOUIS', state: 'MO', postalCode: '63101' } },
  { ...load, equipment: 'VA', rate: { cents: 1, basis: 'flat' as const } },
])('[D5.7] the same load on another board or in other words has the same key: %o', (other) => {
  expect(laneKeyOf(other)).toBe(laneKeyOf(load))
})

test.each([
  { ...load, company: 'Quillon Brokers' },
  { ...load, pickupDay: '2026-11-22' },
  { ...load, equipment: 'R' },
  { ...load, dest: { city: 'Dallas', state: 'GA' } },
])('[D5.7] another load has another key: %o', (other) => {
  expect(laneKeyOf(other)).not.toBe(laneKeyOf(load))
})

test.each(['company', 'pickupDay', 'equipment'] as const)('[D5.7] a load without %s is like no other', (name) => {
  expect(laneKeyOf({ ...load, [name]: undefined })).toBeUndefined()
})

test('[D5.7] a posting is the same by its ID only on the same board', () => {
  expect(postingKeyOf(load)).toBe('dat-one DL1')
  expect(postingKeyOf({ ...load, board: undefined })).toBeUndefined()
})

test('a company keeps a name that is nothing but a legal form', () => {
  expect(companyKeyOf('The Co.')).toBe('the')
  expect(companyKeyOf('LLC')).toBe('llc')
  expect(companyKeyOf('???')).toBe('')
})
