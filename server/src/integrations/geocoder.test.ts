import { beforeAll, expect, test } from 'vitest'
import { type JsonServer, startJsonServer } from '../testing/json-server.ts'
import { createGeocoder } from './geocoder.ts'
import { createUpstream } from './upstream.ts'

let server: JsonServer
beforeAll(async () => {
  server = await startJsonServer(() => ({}))
})

const search = (path: string, text: string) =>
  createGeocoder(`${server.url}${path}`, createUpstream({ timeoutMs: 2_000 })).search(text)

test('[D10.2] a Photon server finds places and addresses of the US and Canada', async () => {
  const feature = (properties: object, coordinates = [-87.65, 41.85]) => ({ geometry: { coordinates }, properties })
  const us = { countrycode: 'US', state: 'Illinois' }
  server.answer = () => ({
    type: 'FeatureCollection',
    features: [
      feature({ ...us, type: 'house', housenumber: '1200', street: 'W Fulton St', city: 'Chicago', postcode: '60607' }),
      feature({ ...us, type: 'city', name: 'Chicago', osm_id: 122604 }),
      feature({ countrycode: 'CA', state: 'Québec', type: 'city', name: 'Laval' }, [-73.69, 45.6]),
      feature({ countrycode: 'CA', state: 'Ontario', type: 'city', name: 'Windsor' }, [-83.03, 42.31]),
      feature({ countrycode: 'MX', state: 'Nuevo León', type: 'city', name: 'Monterrey' }),
      feature({ ...us, type: 'city', name: 'Nowhere' }, [-187.65, 91]),
      feature({ ...us, type: 'state', name: 'Illinois' }),
    ],
  })

  const found = await search('/photon/api', 'chicago & more')

  const [request] = server.requests.slice(-1)
  expect(request?.pathname).toBe('/photon/api')
  expect(Object.fromEntries(request?.searchParams ?? [])).toMatchObject({ q: 'chicago & more', limit: '8', lang: 'en' })
  const chicago = { city: 'Chicago', state: 'IL', country: 'US', latitude: 41.85, longitude: -87.65 }
  expect(found).toEqual([
    { ...chicago, postalCode: '60607', address: '1200 W Fulton St' },
    { ...chicago, postalCode: null, address: null },
    { city: 'Laval', state: 'QC', country: 'CA', postalCode: null, address: null, latitude: 45.6, longitude: -73.69 },
    {
      city: 'Windsor',
      state: 'ON',
      country: 'CA',
      postalCode: null,
      address: null,
      latitude: 42.31,
      longitude: -83.03,
    },
  ])
})

test('[D10.2] a Nominatim server finds places and addresses of the US and Canada', async () => {
  server.answer = () => [
    {
      place_id: 1,
      lat: '41.8857',
      lon: '-87.6569',
      address: {
        house_number: '1200',
        road: 'West Fulton Street',
        city: 'Chicago',
        'ISO3166-2-lvl4': 'US-IL',
        postcode: '60607',
        country_code: 'us',
      },
    },
    { lat: '45.6', lon: '-73.69', address: { town: 'Laval', 'ISO3166-2-lvl4': 'CA-QC', country_code: 'ca' } },
    { lat: '25.67', lon: '-100.31', address: { city: 'Monterrey', 'ISO3166-2-lvl4': 'MX-NLE', country_code: 'mx' } },
    { lat: 'north', lon: '-87.6', address: { city: 'Chicago', 'ISO3166-2-lvl4': 'US-IL', country_code: 'us' } },
  ]

  const found = await search('/search', 'Chicago')

  const [request] = server.requests.slice(-1)
  expect(request?.pathname).toBe('/search')
  expect(Object.fromEntries(request?.searchParams ?? [])).toMatchObject({
    q: 'Chicago',
    format: 'jsonv2',
    addressdetails: '1',
    countrycodes: 'us,ca',
  })
  const none = { postalCode: null, address: null }
  expect(found).toEqual([
    {
      city: 'Chicago',
      state: 'IL',
      country: 'US',
      postalCode: '60607',
      address: '1200 West Fulton Street',
      latitude: 41.8857,
      longitude: -87.6569,
    },
    { city: 'Laval', state: 'QC', country: 'CA', ...none, latitude: 45.6, longitude: -73.69 },
  ])
})

test.each(['/api', '/search'])('a geocoder at %s that answers something else finds nothing', async (path) => {
  for (const answer of [{}, { features: [{}] }, [{ lat: 1 }], null]) {
    server.answer = () => answer
    expect(await search(path, 'Chicago')).toBeUndefined()
  }
})
