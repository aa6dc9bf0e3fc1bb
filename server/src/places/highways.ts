import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { milesBetween, type Point } from '@loadping/contract/places/great-circle'
import type { RoutePoint } from '@loadping/contract/places/places'
import { findCity } from './gazetteer.ts'

/** `cost` is the miles, and more on slower roads. */
type Hop = { to: number; miles: number; cost: number; highway: string }
type Highways = { cities: (Point & { city: string; state: string })[]; hops: Hop[][] }

/** Road miles for each mile in a straight line between neighboring cities, and how a truck weighs a mile there. */
const roads = {
  freeway: { factor: 1.05, weight: 1 },
  highway: { factor: 1.1, weight: 1.15 },
  local: { factor: 1.2, weight: 1.15 },
}
/** Whether a highway's name is that of a freeway. */
export const isFreeway = (highway: string): boolean => /^I-|^ON-4|^QEW|^QC-|Turnpike|Parkway|Expressway/.test(highway)

/** How many cities of the network a place is joined to. */
const entrances = 5
/** Farther from the network than this, a place is not on it. */
const maxEntranceMiles = 250

const file = join(import.meta.dirname, 'highways.txt')
let highways: Highways | undefined

/** Reads the network: in each line a highway's name and its cities, in order. */
function getHighways(): Highways {
  if (highways) return highways
  const cities: Highways['cities'] = []
  const hops: Hop[][] = []
  const indexes = new Map<string, number>()
  const indexOf = (name: string): number => {
    const known = indexes.get(name)
    if (known !== undefined) return known
    const city = name.slice(0, -3)
    const state = name.slice(-2)
    const place = findCity(city, state)
    if (!place) throw new Error(`highways.txt names a city that the gazetteer lacks: ${name}`)
    indexes.set(name, cities.length)
    hops.push([])
    return cities.push({ city, state, latitude: place.latitude, longitude: place.longitude }) - 1
  }
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [highway = '', names = ''] = line.split('|')
    const stops = names.split(',').map(indexOf)
    for (const [position, to] of stops.entries()) {
      const from = stops[position - 1]
      const start = cities[from ?? -1]
      const end = cities[to]
      if (from === undefined || !start || !end) continue
      const { factor, weight } = isFreeway(highway) ? roads.freeway : roads.highway
      const miles = milesBetween(start, end) * factor
      hops[from]?.push({ to, miles, cost: miles * weight, highway })
      hops[to]?.push({ to: from, miles, cost: miles * weight, highway })
    }
  }
  highways = { cities, hops }
  return highways
}

/** Finds the best way over the highways for a truck, or undefined for a place far from all of them. */
export function findHighwayRoute(from: Point, to: Point): { miles: number; points: RoutePoint[] } | undefined {
  const { cities, hops } = getHighways()
  const starts = findEntrances(cities, from)
  const ends = findEntrances(cities, to)
  if (starts.length === 0 || ends.length === 0) return undefined

  const costs = new Float64Array(cities.length).fill(Number.POSITIVE_INFINITY)
  const previous = new Int32Array(cities.length).fill(-1)
  const queue = createQueue()
  for (const { index, cost } of starts) {
    costs[index] = cost
    queue.push({ index, cost })
  }
  const leaving = new Map(ends.map(({ index, cost }) => [index, cost]))
  let total = Number.POSITIVE_INFINITY
  let last = -1
  for (let next = queue.pop(); next && next.cost < total; next = queue.pop()) {
    if (next.cost > (costs[next.index] ?? 0)) continue
    const arrived = next.cost + (leaving.get(next.index) ?? Number.POSITIVE_INFINITY)
    if (arrived < total) [total, last] = [arrived, next.index]
    for (const hop of hops[next.index] ?? []) {
      const cost = next.cost + hop.cost
      if (cost >= (costs[hop.to] ?? 0)) continue
      costs[hop.to] = cost
      previous[hop.to] = next.index
      queue.push({ index: hop.to, cost })
    }
  }
  return last < 0 ? undefined : readRoute({ from, to, last, previous })
}

function readRoute({ from, to, last, previous }: { from: Point; to: Point; last: number; previous: Int32Array }) {
  const { cities, hops } = getHighways()
  const path: number[] = []
  for (let index = last; index >= 0; index = previous[index] ?? -1) path.unshift(index)
  const steps = path.flatMap((index, position) => {
    const city = cities[index]
    return city ? [{ city, hop: hops[index]?.find(({ to }) => to === path[position + 1]) }] : []
  })
  const first = steps[0]?.city ?? to
  const final = steps.at(-1)?.city ?? from
  const localMiles = (milesBetween(from, first) + milesBetween(final, to)) * roads.local.factor
  return {
    miles: steps.reduce((miles, { hop }) => miles + (hop?.miles ?? 0), localMiles),
    points: steps.map(({ city, hop }): RoutePoint => ({ ...city, highway: hop?.highway || null })),
  }
}

/** Finds the cities where a place joins the network: the nearest ones, with the cost of the way there. */
function findEntrances(cities: Highways['cities'], place: Point): Entry[] {
  const nearest: Entry[] = []
  for (const [index, city] of cities.entries()) {
    const miles = milesBetween(place, city)
    const cost = miles * roads.local.factor * roads.local.weight
    if (miles > maxEntranceMiles || cost >= (nearest[entrances - 1]?.cost ?? Number.POSITIVE_INFINITY)) continue
    nearest.push({ index, cost })
    nearest.sort((one, other) => one.cost - other.cost)
    nearest.length = Math.min(nearest.length, entrances)
  }
  return nearest
}

type Entry = { index: number; cost: number }

/** Creates a queue that returns the cheapest entry first: a binary heap. */
function createQueue() {
  const heap: Entry[] = []
  const costAt = (position: number) => heap[position]?.cost ?? Number.POSITIVE_INFINITY
  const swap = (one: number, other: number) => {
    const first = heap[one]
    const second = heap[other]
    if (first && second) [heap[one], heap[other]] = [second, first]
  }
  return {
    push(entry: Entry) {
      let position = heap.push(entry) - 1
      for (
        let parent = (position - 1) >> 1;
        position > 0 && costAt(parent) > entry.cost;
        parent = (position - 1) >> 1
      ) {
        swap(position, parent)
        position = parent
      }
    },
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (!first || !last || heap.length === 0) return first
      heap[0] = last
      let position = 0
      for (;;) {
        const left = 2 * position + 1
        const smaller = costAt(left + 1) < costAt(left) ? left + 1 : left
        if (costAt(smaller) >= last.cost) return first
        swap(position, smaller)
        position = smaller
      }
    },
  }
}
