import type { LaneDistance } from '@loadping/contract/places/places'
import { beforeAll, expect, test } from 'vitest'
import { createGeocoder } from '../integrations/geocoder.ts'
import { createRoadRouter } from '../integrations/road-router.ts'
import { createUpstream } from '../integrations/upstream.ts'
import { type JsonServer, startJsonServer } from '../testing/json-server.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { getGazetteer } from './gazetteer.ts'

let app: TestApp
let user: TestUser
/** The same with a configured geocoder and routing service, which is `service`. */
let online: TestUser
let service: JsonServer
beforeAll(async () => {
  service = await startJsonServer(() => ({}))
  const upstream = () => createUpstream({ timeoutMs: 1_500 })
  app = await testApp()
  const onlineApp = await testApp({
    change: (deps) => ({
      ...deps,
      geocoder: createGeocoder(`${service.url}/api`, upstream()),
      roadRouter: createRoadRouter(service.url, upstream()),
    }),
  })
  user = await app.signUp()
  online = await onlineApp.signUp()
})

const find = async (search: string, as = user): Promise<string[]> =>
  (await as.places.searchPlaces({ query: { search } })).map(({ city, state, postalCode }) =>
    [city, state, postalCode].filter(Boolean).join(' '),
  )
const first = async (search: string) => (await find(search))[0]

test.each([
  ['joliet', 'Joliet IL'],
  ['portland', 'Portland OR'],
  ['Portland, ME', 'Portland ME'],
  ['portland, m', 'Portland ME'],
  ['paris texas', 'Paris TX'],
  ['Kansas City KS', 'Kansas City KS'],
  ['springf', 'Springfield MO'],
  ['la', 'Los Angeles CA'],
  ['new york', 'New York NY'],
  ['washington dc', 'Washington DC'],
  ['windsor, on', 'Windsor ON'],
])('[D10.2] a search for "%s" finds %s first', async (search, expected) => {
  expect(await first(search)).toBe(expected)
})

test.each([
  ['chicgo', 'Chicago IL'],
  ['los angelse', 'Los Angeles CA'],
  ['houstn tx', 'Houston TX'],
  ['philadelhpia', 'Philadelphia PA'],
  ['Missisauga', 'Mississauga ON'],
])('[D10.2] a search for the misspelled "%s" finds %s first', async (search, expected) => {
  expect(await first(search)).toBe(expected)
})

test.each([
  ['St Louis MO', 'St. Louis MO'],
  ['SAINT LOUIS, MO', 'St. Louis MO'],
  ['ft. worth', 'Fort Worth TX'],
  ['montreal', 'Montréal QC'],
  ['Quebec, QC', 'Québec QC'],
  ['ofallon, mo', "O'Fallon MO"],
  ['Coeur d Alene', "Coeur d'Alene ID"],
  ['n little rock', 'North Little Rock AR'],
  ['otay mesa', 'San Diego CA'],
  ['sweetgrass', 'Sweetgrass MT'],
  ['iowa 80', 'Walcott IA'],
])('[D10.2] a search for "%s" finds %s first, however it is spelled', async (search, expected) => {
  expect(await first(search)).toBe(expected)
})

test('[D10.2] a search finds US and Canadian postal codes, whole or in part', async () => {
  expect(await find('90210')).toEqual(['Beverly Hills CA 90210'])
  expect(await find('90210-1234')).toEqual(['Beverly Hills CA 90210'])
  expect(await find('m5v 3l9')).toEqual(['Toronto ON M5V'])
  expect((await find('606')).every((place) => place.startsWith('Chicago IL 606'))).toBe(true)
  expect(await find('00000')).toEqual([])
})

test('[I13] percent signs, underscores and backslashes in a search match nothing', async () => {
  for (const search of ['%', '_', '\\', '%_\\', '.*', "'; drop table", '，', '\u{1F69A}', 'x'.repeat(100)])
    expect(await find(search), search).toEqual([])
})

test('a search returns at most eight places', async () => {
  expect(await find('san')).toHaveLength(8)
})

test('the gazetteer is sorted and covers each state and province', () => {
  const { keys, states, postalCodes, populations } = getGazetteer()

  expect(keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') <= key)).toBe(true)
  expect(postalCodes.every((code, index) => index === 0 || (postalCodes[index - 1] ?? '') < code)).toBe(true)
  expect(new Set(states).size).toBe(65)
  expect(keys.length).toBeGreaterThan(37_000)
  expect(postalCodes.length).toBeGreaterThan(43_000)
  expect(populations.filter((population) => population > 500_000).length).toBeGreaterThan(40)
})

test('[1.6] a city is geocoded by its state, and by its postal code within that', async () => {
  const geocode = async (query: { city: string; state: string; postalCode?: string }) => {
    const place = await user.places.geocode({ query })
    return place && [place.latitude, place.longitude].map(Math.round)
  }

  expect(await geocode({ city: 'Holly Springs', state: 'MS' })).toEqual([35, -89])
  expect(await geocode({ city: 'HOLLY SPRINGS', state: 'NC' })).toEqual([36, -79])
  expect(await geocode({ city: 'Los Angels', state: 'CA' })).toEqual([34, -118])
  expect(await geocode({ city: 'Nowhere Farms', state: 'TX', postalCode: '79936' })).toEqual([32, -106])
  expect(await geocode({ city: 'Laredo', state: 'TX', postalCode: '90210' })).toEqual([28, -100])
  expect(await geocode({ city: 'Nowhere Farms', state: 'TX' })).toBeNull()
  expect(await geocode({ city: 'Joliet', state: 'ZZ' })).toBeNull()
})

const lane = (originCity: string, originState: string, destCity: string, destState: string, boardMiles?: string) => ({
  query: { originCity, originState, destCity, destState, ...(boardMiles !== undefined && { boardMiles }) },
})
const highwaysOf = ({ points }: LaneDistance) => [...new Set(points.map(({ highway }) => highway).filter(Boolean))]

test('[D10.3] miles over the embedded highways come with the cities and highways of the way', async () => {
  const distance = await user.places.getDistance(lane('Joliet', 'IL', 'Tulsa', 'OK'))

  expect(distance).toMatchObject({ source: 'highways', missing: null, ownMiles: distance.miles })
  expect(distance.miles).toBeGreaterThan(600)
  expect(distance.miles).toBeLessThan(680)
  expect(highwaysOf(distance)).toEqual(['I-55', 'I-44'])
  expect(distance.points.at(0)).toMatchObject({ city: 'Joliet', state: 'IL' })
  expect(distance.points.at(-1)).toMatchObject({ city: 'Tulsa', state: 'OK', highway: null })
})

test('[D10.3] the miles of the board come first, beside our own', async () => {
  const distance = await user.places.getDistance(lane('Joliet', 'IL', 'Tulsa', 'OK', '655'))

  expect(distance).toMatchObject({ miles: 655, source: 'board' })
  expect(distance.ownMiles).toBeGreaterThan(600)
  expect((await user.places.getDistance(lane('Joliet', 'IL', 'Tulsa', 'OK', '0'))).source).toBe('highways')
})

test('[D10.3] the miles of neighboring places are the straight line times a factor', async () => {
  const distance = await user.places.getDistance(lane('Joliet', 'IL', 'Lockport', 'IL'))

  expect(distance.source).toBe('straight-line')
  expect(distance.miles).toBeGreaterThan(3)
  expect(distance.miles).toBeLessThan(9)
})

test.each([
  ['Laredo', 'TX', 'Monterrey', 'NX', 'mexico'],
  ['Nowhere Farms', 'TX', 'Dallas', 'TX', 'unknown-origin'],
  ['Dallas', 'TX', 'Nowhere Farms', 'TX', 'unknown-dest'],
  ['Los Angeles', 'CA', 'Honolulu', 'HI', 'no-road'],
] as const)(
  '[D10.3] from %s, %s to %s, %s there are no miles of our own',
  async (...[from, fromState, to, toState, missing]) => {
    const none = { miles: null, source: null, ownMiles: null, missing, points: [] }
    expect(await user.places.getDistance(lane(from, fromState, to, toState))).toMatchObject(none)
    const board = { miles: 145, source: 'board', ownMiles: null, missing }
    expect(await user.places.getDistance(lane(from, fromState, to, toState, '145'))).toMatchObject(board)
  },
)

test('[D10.3] a configured routing service replaces our own miles', async () => {
  service.answer = ({ pathname }) =>
    pathname === '/api'
      ? { features: [] }
      : { routes: [{ distance: 1_000_000, geometry: { coordinates: [[-88.08, 41.53]] } }] }

  const distance = await online.places.getDistance(lane('Joliet', 'IL', 'Tulsa', 'OK'))

  expect(distance).toMatchObject({ miles: 621, source: 'routing-service' })
  expect(distance.points).toEqual([{ city: null, state: null, highway: null, latitude: 41.53, longitude: -88.08 }])
})

test('[D10.2] a configured geocoder replaces the gazetteer', async () => {
  const properties = { type: 'city', name: 'Chicago Ridge', state: 'Illinois', countrycode: 'US' }
  service.answer = () => ({ features: [{ geometry: { coordinates: [-87.78, 41.7] }, properties }] })

  expect(await find('chicgo', online)).toEqual(['Chicago Ridge IL'])
})

test('[O06] while the map services fail or are silent, places and miles come from the embedded data', async () => {
  for (const answer of [() => ({ broken: true }), () => undefined]) {
    service.answer = answer
    expect((await find('chicgo', online))[0]).toBe('Chicago IL')
    expect((await online.places.getDistance(lane('Joliet', 'IL', 'Tulsa', 'OK'))).source).toBe('highways')
  }
})
