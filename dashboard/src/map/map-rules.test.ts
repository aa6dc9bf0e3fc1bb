import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { stateNames } from '@loadping/contract/places/states'
import { CRS, latLng } from 'leaflet'
import { expect, test } from 'vitest'
import { decodeBase, decodeTowns } from './base-data.ts'
import { dataZoom, decodeDeltas, decodeNumbers, encodeDeltas, encodeNumbers, project, type XY } from './base-format.ts'
import { placeBaseLabels } from './base-labels.ts'
import { type Box, overlaps } from './box.ts'
import { curveThrough, sampleCurve } from './curves.ts'
import { scaleAt } from './frame.ts'
import { placeCallouts } from './place-callouts.ts'
import { placeLabels } from './place-labels.ts'
import { alignToRoads, shapeRoute, splitLegs } from './route.ts'

/** Returns the same numbers from 0 to 1 on each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const countOverlaps = (boxes: Box[]): number =>
  boxes.reduce((sum, box, index) => sum + boxes.slice(index + 1).filter((other) => overlaps(box, other)).length, 0)

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const base = decodeBase(read('continent.txt'))
const towns = decodeTowns(read('towns.txt'))

test.each([0, 1, 7, 15, 16, 31, 32, 1000, 2 ** 26, -1, -16, -17, -(2 ** 26)])('%d survives the encoding', (value) => {
  expect([...decodeNumbers(encodeNumbers([value, 5, value]))]).toEqual([value, 5, value])
  expect([...decodeDeltas(encodeDeltas([7, value, -3, 12], 2), 2)]).toEqual([7, value, -3, 12])
})

test.each([
  [32.78, -96.8],
  [45.5, -73.57],
  [0, 0],
  [-33.9, 151.2],
])('%d, %d is projected to the pixel where Leaflet shows it', (latitude, longitude) => {
  const expected = CRS.EPSG3857.latLngToPoint(latLng(latitude, longitude), dataZoom)
  const { x, y } = project({ latitude, longitude })

  expect(x).toBeCloseTo(expected.x, 3)
  expect(y).toBeCloseTo(expected.y, 3)
})

test('labels overlap neither each other nor an obstacle', () => {
  const random = createRandom(1)
  for (let round = 0; round < 50; round++) {
    const createBox = (): Box => {
      const left = random() * 800
      const top = random() * 800
      return { left, top, right: left + 10 + random() * 120, bottom: top + 10 + random() * 20 }
    }
    const obstacles = Array.from({ length: 10 }, createBox)
    const candidates = Array.from({ length: 80 }, (_, label) => ({ label, boxes: [createBox(), createBox()] }))

    const placed = placeLabels(candidates, obstacles)

    expect(countOverlaps(placed.map(({ box }) => box))).toBe(0)
    expect(placed.filter(({ box }) => obstacles.some((obstacle) => overlaps(box, obstacle)))).toEqual([])
    expect(placed.length).toBeGreaterThan(10)
  }
})

test('the callouts of three stops never overlap, wherever the stops are', () => {
  const random = createRandom(2)
  const window = { left: 0, top: 0, right: 600, bottom: 600 }
  for (let round = 0; round < 300; round++) {
    const spread = [0, 10, 60, 600][round % 4] ?? 0
    const pins = Array.from({ length: 3 }, () => ({
      x: 300 + (random() - 0.5) * spread,
      y: 300 + (random() - 0.5) * spread,
      width: 100 + random() * 90,
      height: 40 + random() * 16,
    }))

    const boxes = placeCallouts(pins, { line: pins, window, obstacles: [] })

    expect(boxes).toHaveLength(3)
    expect(countOverlaps(boxes)).toBe(0)
  }
})

test('labels of the map stay where they are while it is dragged', () => {
  const zoom = 6
  const { x, y } = project({ latitude: 40, longitude: -88 })
  const scale = scaleAt(zoom)
  const seen = { left: x * scale - 500, top: y * scale - 500, right: x * scale + 500, bottom: y * scale + 500 }
  const namesAround = (margin: number) => {
    const region = {
      left: seen.left - margin,
      top: seen.top - margin,
      right: seen.right + margin,
      bottom: seen.bottom + margin,
    }
    return placeBaseLabels({ base, towns: undefined, zoom, region, obstacles: [], routeCities: new Set() })
      .filter(({ box }) => overlaps(box, seen))
      .map(({ label, box }) => `${label.text} ${box.left} ${box.top}`)
      .sort()
  }

  expect(namesAround(2048)).toEqual(namesAround(1024))
  expect(namesAround(1024).length).toBeGreaterThan(20)
})

test('a curve passes through its points and stays near them', () => {
  const random = createRandom(3)
  const points = Array.from({ length: 30 }, (_, index): XY => ({ x: index * 10, y: random() * 30 }))
  const samples = sampleCurve(curveThrough([...points, ...points.slice(-1)]), 1)

  for (const point of points)
    expect(Math.min(...samples.map(({ x, y }) => Math.hypot(x - point.x, y - point.y)))).toBeLessThan(0.001)
  expect(Math.min(...samples.map(({ y }) => y))).toBeGreaterThan(-8)
  expect(Math.max(...samples.map(({ y }) => y))).toBeLessThan(38)
})

test('a route is split where the highway changes', () => {
  const at = (city: string, highway: string | null) => ({ city, state: 'IL', highway, latitude: 40, longitude: -90 })
  const points = [at('A', null), at('B', 'I-55'), at('C', 'I-55'), at('D', 'I-44'), at('E', null), at('F', null)]

  expect(splitLegs(points).map(({ highway, from, to }) => [highway, from.city, to.city])).toEqual([
    ['I-55', 'B', 'D'],
    ['I-44', 'D', 'F'],
  ])
})

test('[D10.4] the embedded map has land, lakes, borders, highways, cities, states and provinces', () => {
  const dallas = base.cities.find(({ name }) => name === 'Dallas')
  const { x, y } = project({ latitude: 32.78, longitude: -96.8 })
  const layers = [base.land, base.otherLand, base.lakes, base.rivers, base.stateBorders, base.countryBorders]
  const counts = [4, 9].map((zoom) =>
    layers.map((layer) => layer(zoom).reduce((sum, line) => sum + line.points.length, 0)),
  )

  expect(Math.hypot((dallas?.x ?? 0) - x, (dallas?.y ?? 0) - y)).toBeLessThan(30)
  expect(base.states.map(({ code }) => code).sort()).toEqual(Object.keys(stateNames).sort())
  expect(base.highways.find(({ name }) => name === 'I-55')?.stops.length).toBeGreaterThan(20)
  expect(base.cities.length).toBeGreaterThan(200)
  expect(towns.cities.length).toBeGreaterThan(4000)
  expect(towns.counties(7).length).toBeGreaterThan(2500)
  for (const [index, count] of (counts[0] ?? []).entries()) {
    expect(count).toBeGreaterThan(300)
    expect(counts[1]?.[index]).toBeGreaterThan(1.3 * count)
  }
})

test('the embedded map is small', () => {
  expect(gzipSync(read('continent.txt')).length).toBeLessThan(200 * 1024)
  expect(gzipSync(read('towns.txt')).length).toBeLessThan(125 * 1024)
})

test.each([
  ['from Pontiac to Dwight', false],
  ['from Dwight to Pontiac', true],
])('[D10.4] a route %s is the road of the map in that direction', (_, isBack) => {
  const places = [
    { city: 'Pontiac', state: 'IL', latitude: 40.88, longitude: -88.63 },
    { city: 'Dwight', state: 'IL', latitude: 41.09, longitude: -88.43 },
  ]
  const ends = places.map(project)
  const way = isBack ? places.toReversed() : places
  const points = way.map((place, index) => ({ ...place, highway: index === 0 ? 'I-55' : null }))

  const lane = { origin: null, dest: null, miles: 20, source: 'highways' as const, points }
  const [bend] = alignToRoads(shapeRoute(lane), base.highways).bends

  const distance = (one: XY | undefined, other: XY | undefined) =>
    one && other ? Math.hypot(one.x - other.x, one.y - other.y) : Number.NaN
  const road = base.highways
    .flatMap(({ name, bends }) => (name === 'I-55' ? bends : []))
    .find(({ from, to }) => ends.every((end) => Math.min(distance(from, end), distance(to, end)) < 30))
  const isDrawnBack = distance(road?.from, ends[0]) > distance(road?.to, ends[0])
  expect(bend).toEqual(
    isDrawnBack === isBack
      ? road
      : road && { from: road.to, control: road.control2, control2: road.control, to: road.from },
  )
  expect(distance(bend?.from, isBack ? ends[1] : ends[0])).toBeLessThan(30)
})
