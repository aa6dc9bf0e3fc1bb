import { randomUUID } from 'node:crypto'
import type { Truck } from '@loadping/contract/trucks/trucks'

/** A current truck of which nothing but the name is known. */
export const unknownTruck: Truck = {
  id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e104',
  name: '104',
  equipment: null,
  place: null,
  emptyAt: null,
  driveMinutes: null,
  windowMinutes: null,
  cycleMinutes: null,
  isCurrent: true,
}

/** Creates a reefer that is empty in Elgin, IL, with the test's own values; not the current truck. */
export const buildTruck = (overrides: Partial<Truck> = {}): Truck => ({
  ...unknownTruck,
  id: randomUUID(),
  equipment: 'reefer',
  place: { city: 'Elgin', state: 'IL', postalCode: '60120' },
  emptyAt: '2026-11-21T20:00:00.000Z',
  driveMinutes: 480,
  windowMinutes: 600,
  cycleMinutes: 2_000,
  isCurrent: false,
  ...overrides,
})
