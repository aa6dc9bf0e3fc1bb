import { expect, test } from 'vitest'
import { startJsonServer } from '../testing/json-server.ts'
import { createRoadRouter } from './road-router.ts'
import { createUpstream } from './upstream.ts'

const chicago = { latitude: 41.85, longitude: -87.65 }
const dallas = { latitude: 32.78, longitude: -96.81 }

test('[D10.3] an OSRM server gives road miles and the bends of the road', async () => {
  const coordinates = [
    [-87.65, 41.85],
    [-90.2, 38.63],
    [-96.81, 32.78],
  ]
  const server = await startJsonServer(() => ({
    code: 'Ok',
    routes: [{ distance: 1_557_844, geometry: { coordinates } }],
  }))
  const router = createRoadRouter(`${server.url}/osrm/`, createUpstream({ timeoutMs: 2_000 }))

  const route = await router.findRoute(chicago, dallas)

  expect(server.requests.map(({ pathname }) => pathname)).toEqual(['/osrm/route/v1/driving/-87.65,41.85;-96.81,32.78'])
  expect(Object.fromEntries(server.requests[0]?.searchParams ?? [])).toEqual({
    overview: 'simplified',
    geometries: 'geojson',
  })
  expect(route?.miles).toBeCloseTo(968, 1)
  expect(route?.points).toEqual(
    coordinates.map(([longitude, latitude]) => ({ city: null, state: null, highway: null, latitude, longitude })),
  )
})

test('an OSRM server without a road, or with a nonsensical one, gives no route', async () => {
  const server = await startJsonServer(() => undefined)
  const router = createRoadRouter(server.url, createUpstream({ timeoutMs: 2_000 }))
  const answers = [
    { code: 'NoRoute', message: 'Impossible route between points' },
    { code: 'Ok', routes: [] },
    { code: 'Ok', routes: [{ distance: -1, geometry: { coordinates: [] } }] },
  ]

  for (const answer of answers) {
    server.answer = () => answer
    expect(await router.findRoute(chicago, dallas)).toBeUndefined()
  }
})
