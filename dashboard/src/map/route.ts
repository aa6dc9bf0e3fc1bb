import { formatCount } from '@loadping/contract/format/counts'
import type { KnownPlace, MilesSource, RoutePoint } from '@loadping/contract/places/places'
import { stateNames } from '@loadping/contract/places/states'
import type { Highway } from './base-data.ts'
import { project } from './base-format.ts'
import { keyOf, shieldText } from './base-labels.ts'
import { type Box, boxAround } from './box.ts'
import { type Bend, curveThrough, sampleCurve } from './curves.ts'
import { fontOf, scaleAt, widthOf } from './frame.ts'
import { type Placed, placeLabels } from './place-labels.ts'

/** A place on the map, with the line of text under its name. */
export type MapStop = Pick<KnownPlace, 'city' | 'state' | 'latitude' | 'longitude'> & { detail: string | null }

/** What a map of a load shows. */
export type Lane = {
  /** Null for a place that the gazetteer doesn't know. */
  origin: MapStop | null
  dest: MapStop | null
  /** Where the truck gets empty; the name of its callout is the place, the detail names truck and time. */
  truck?: MapStop | undefined
  /** The way from the truck to the origin; without it, a straight line. */
  deadhead?: RoutePoint[] | undefined
  /** The way from origin to destination, as `LaneDistance` has it. */
  points: RoutePoint[]
  miles: number | null
  source: MilesSource | null
}

/** The stops that are known, with the letter on each pin. */
export const stopsOf = ({ origin, dest, truck }: Lane): { letter: 'A' | 'B' | undefined; stop: MapStop }[] => [
  ...(origin ? [{ letter: 'A' as const, stop: origin }] : []),
  ...(dest ? [{ letter: 'B' as const, stop: dest }] : []),
  ...(truck ? [{ letter: undefined, stop: truck }] : []),
]

/** Part of the route on one highway. */
type Leg = { highway: string; from: RoutePoint; to: RoutePoint; points: RoutePoint[] }

/** Splits a route where the highway changes. Points without a highway continue the leg before. */
export function splitLegs(points: RoutePoint[]): Leg[] {
  const legs: Leg[] = []
  for (const [index, point] of points.entries()) {
    const last = legs.at(-1)
    if (last) {
      last.points.push(point)
      last.to = point
    }
    const isSame = last?.highway === point.highway || point.highway === null
    if (point.highway !== null && !isSame && index < points.length - 1)
      legs.push({ highway: point.highway, from: point, to: point, points: [point] })
  }
  return legs
}

/** The places of the route's cities, as `keyOf` has them, without those of its stops. */
export function citiesBetween(lane: Lane): Set<string> {
  const keys = new Set(lane.points.filter(({ city }) => city !== null).map((point) => keyOf(project(point))))
  for (const { stop } of stopsOf(lane)) keys.delete(keyOf(project(stop)))
  return keys
}

const nameOf = ({ city, state }: Pick<RoutePoint, 'city' | 'state'>): string => [city, state].filter(Boolean).join(', ')

/** Describes a lane for those who don't see the map: `Joliet, IL to Dallas, TX, 926 miles through Illinois …`. */
export function describeLane({ origin, dest, points, miles }: Lane): string {
  const lane = [origin, dest].map((stop) => (stop ? nameOf(stop) : 'an unknown place')).join(' to ')
  const states = [...new Set(points.flatMap(({ state }) => (state ? [stateNames[state] ?? state] : [])))]
  const passed = new Intl.ListFormat('en-US').format(states)
  return `${lane}${miles === null ? '' : `, ${formatCount(miles)} miles`}${passed && ` through ${passed}`}`
}

/** Describes each leg: `I-55 from Joliet, IL to St. Louis, MO`. */
export const describeLegs = (points: RoutePoint[]): string[] =>
  splitLegs(points).map(({ highway, from, to, points: via }) => {
    const cities = via.slice(1, -1).flatMap((point) => (point.city ? [nameOf(point)] : []))
    const passing = cities.length > 0 ? ` via ${cities.join('; ')}` : ''
    return `${highway} from ${nameOf(from)} to ${nameOf(to)}${passing}`
  })

/** A route in the data's pixels. */
export type RouteShape = {
  bends: Bend[]
  deadhead: Bend[]
  isStraight: boolean
  /** The highways of the route, each from one bend to another. */
  legs: { highway: string; start: number; end: number }[]
}

/** Shapes a lane's route: smooth through its cities. */
export function shapeRoute({ points, source, truck, origin, deadhead }: Lane): RouteShape {
  let start = points.findIndex(({ highway }) => highway !== null)
  const legs = splitLegs(points).map(({ highway, points: part }) => {
    const from = start
    start += part.length - 1
    return { highway, start: from, end: start }
  })
  const way = deadhead?.length ? deadhead : truck && origin ? [truck, origin] : []
  return {
    bends: curveThrough(points.map(project)),
    deadhead: curveThrough(way.map(project)),
    isStraight: source === 'straight-line',
    legs,
  }
}

/** Replaces the bends between two stops of a highway by the highway's own, which have other neighbors at junctions. */
export function alignToRoads(route: RouteShape, highways: Highway[]): RouteShape {
  const bends = [...route.bends]
  for (const { highway, start, end } of route.legs) {
    const own = highways.filter(({ name }) => name === highway).flatMap((road) => road.bends)
    for (let index = start; index < end; index++) {
      const bend = bends[index]
      const road = own.flatMap((piece) => matchBend(piece, bend))[0]
      if (road) bends[index] = road
    }
  }
  return { ...route, bends }
}

/** Returns a piece of a road in the direction of a bend, if both join the same two places. */
function matchBend({ from, control, control2, to }: Bend, bend: Bend | undefined): Bend[] {
  if (!bend) return []
  const start = keyOf(bend.from)
  const end = keyOf(bend.to)
  if (keyOf(from) === start && keyOf(to) === end) return [{ from, control, control2, to }]
  if (keyOf(from) === end && keyOf(to) === start) return [{ from: to, control: control2, control2: control, to: from }]
  return []
}

const shieldFont = fontOf(600, 11)
const shieldSpacing = 320
/** A shorter part of the route has no number. */
const minLegPixels = 64
export type RouteShield = { text: string; font: string }

/** Places the numbers of the highways along the route, in pixels of the world at the zoom, away from the pins. */
export function placeShields({ bends, legs }: RouteShape, zoom: number, pins: Box[]): Placed<RouteShield>[] {
  const scale = scaleAt(zoom)
  const candidates = legs.flatMap(({ highway, start, end }) => {
    const text = shieldText(highway)
    const points = sampleCurve(bends.slice(start, end), 12 / scale).map(({ x, y }) => ({ x: x * scale, y: y * scale }))
    if (!text || points.length * 12 < minLegPixels) return []
    const count = Math.max(1, Math.round((points.length * 12) / shieldSpacing))
    const width = widthOf(text, shieldFont) + 11
    return Array.from({ length: count }, (_, index) => {
      const middle = Math.floor(((index + 0.5) * points.length) / count)
      const spots = [0, 2, -2, 4, -4, 6, -6].flatMap((offset) => points[middle + offset] ?? [])
      return {
        label: { text, font: shieldFont, rank: points.length },
        boxes: spots.map((spot) => boxAround(spot, width, 17)),
      }
    })
  })
  return placeLabels(
    candidates.sort((one, other) => other.label.rank - one.label.rank),
    pins,
  )
}
