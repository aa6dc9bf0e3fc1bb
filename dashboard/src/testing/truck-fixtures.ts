import { type Costs, noCosts, type Truck } from '@loadping/contract/trucks/trucks'
import { vi } from 'vitest'

export const truck104: Truck = {
  id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e104',
  name: '104 Ray',
  equipment: 'van',
  place: { city: 'Elgin', state: 'IL' },
  emptyAt: '2026-11-21T20:00:00.000Z',
  driveMinutes: 480,
  windowMinutes: 630,
  cycleMinutes: 2_760,
  isCurrent: true,
}

/** Fake calls that keep trucks and costs as the server does, and know no place. */
export function fakeTrucks(trucks: Truck[] = [truck104], costs: Costs = noCosts) {
  let saved = { trucks, costs }
  const saveTrucks = vi.fn(async ({ body }: { body: { trucks: Truck[] } }) => {
    saved = { ...saved, trucks: body.trucks }
    return body.trucks
  })
  const saveCosts = vi.fn(async ({ body }: { body: Costs }) => {
    saved = { ...saved, costs: body }
    return body
  })
  return {
    trucks: { listTrucks: async () => saved.trucks, saveTrucks, getCosts: async () => saved.costs, saveCosts },
    places: { searchPlaces: async () => [], geocode: async () => null },
  }
}
