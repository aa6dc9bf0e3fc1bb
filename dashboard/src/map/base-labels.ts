import { stateNames } from '@loadping/contract/places/states'
import type { Base, City, Highway, Towns } from './base-data.ts'
import { project, type XY } from './base-format.ts'
import { type Box, boxAround } from './box.ts'
import { curveThrough, sampleCurve } from './curves.ts'
import { fontOf, scaleAt, widthOf } from './frame.ts'
import { type Candidate, type Placed, placeLabels } from './place-labels.ts'

export type BaseLabel = XY & {
  kind: 'city' | 'state' | 'water' | 'note' | 'shield'
  text: string
  font: string
  /** Whether a dot marks the point. */
  hasDot: boolean
}

const dotRoom = 6
const lineHeight = 15

const cityFonts = [fontOf(450, 11.5), fontOf(500, 12), fontOf(600, 13)]

/** A city's name may be right, left, below or above its dot; beside the route, which hides a dot, also between. */
function cityCandidate(city: City, scale: number, isOnRoute: boolean): Candidate<BaseLabel> {
  const x = city.x * scale
  const y = city.y * scale
  const font = cityFonts[city.size] ?? cityFonts[0] ?? ''
  const label = { kind: 'city' as const, text: city.name, font, x, y, hasDot: !isOnRoute }
  const width = widthOf(city.name, font) + 4
  if (isOnRoute) return { label, boxes: boxesBeside({ x, y }, width) }
  const middle = { top: y - lineHeight / 2, bottom: y + lineHeight / 2 }
  return {
    label,
    boxes: [
      { left: x - 3, right: x + dotRoom + width, ...middle },
      { left: x - dotRoom - width, right: x + 3, ...middle },
      { left: x - width / 2, right: x + width / 2, top: y - 3, bottom: y + dotRoom + lineHeight },
      { left: x - width / 2, right: x + width / 2, top: y - dotRoom - lineHeight, bottom: y + 3 },
    ],
  }
}

const besideRoute = [
  [1, 0],
  [-1, 0],
  [0.8, 0.8],
  [-0.8, 0.8],
  [0.8, -0.8],
  [-0.8, -0.8],
  [0, 1],
  [0, -1],
] as const
const boxesBeside = ({ x, y }: XY, width: number): Box[] =>
  besideRoute.map(([dx, dy]) =>
    boxAround({ x: x + dx * (width / 2 + 9), y: y + dy * (lineHeight / 2 + 7) }, width, lineHeight),
  )

const spacing = 2
/** Letters of a spaced label are this far apart. */
export const letterSpacing = `${spacing}px`
const spacedWidth = (text: string, font: string) => widthOf(text, font) + spacing * text.length

const areaMargin = 16

/** A name over an area, at its middle or near it, with room on both sides. */
function areaCandidate(label: Omit<BaseLabel, 'hasDot'>, shift: number): Candidate<BaseLabel> {
  const width = spacedWidth(label.text, label.font) + areaMargin
  return {
    label: { ...label, hasDot: false },
    boxes: [
      [0, 0],
      [0, -1],
      [0, 1],
      [-1, 0],
      [1, 0],
      [0, -2],
      [0, 2],
    ].map(([dx = 0, dy = 0]) => boxAround({ x: label.x + dx * 2 * shift, y: label.y + dy * shift }, width, 16)),
  }
}

function stateCandidates({ states }: Base, zoom: number): Candidate<BaseLabel>[] {
  if (zoom < 4) return []
  const scale = scaleAt(zoom)
  const font = fontOf(600, zoom < 6 ? 10 : 11)
  return states.flatMap(({ code, x, y, width }) => {
    const room = width * scale
    const full = (stateNames[code] ?? code).toUpperCase()
    const text = spacedWidth(full, font) < room * 0.8 ? full : code
    if (spacedWidth(text, font) > room * 0.9) return []
    return [areaCandidate({ kind: 'state', text, font, x: x * scale, y: y * scale }, Math.min(48, room / 8))]
  })
}

const waters: [name: string, latitude: number, longitude: number, fromZoom: number, toZoom: number][] = [
  ['Pacific Ocean', 38, -132, 3, 7],
  ['Pacific Ocean', 24, -118, 3, 7],
  ['Atlantic Ocean', 36, -67, 3, 7],
  ['Atlantic Ocean', 27.5, -74, 4, 7],
  ['Hudson Bay', 59.5, -85.5, 3, 7],
  ['Lake Superior', 47.65, -87.6, 5, 10],
  ['Lake Michigan', 43.6, -87.1, 5.5, 10],
  ['Lake Huron', 44.8, -82.4, 5.5, 10],
  ['Lake Erie', 42.15, -81.2, 5.75, 10],
  ['Lake Ontario', 43.65, -77.8, 5.75, 10],
  ['Lake Winnipeg', 52.4, -97.8, 6, 10],
  ['Great Salt Lake', 41.15, -112.6, 7.5, 10],
  ['Lake Okeechobee', 26.95, -80.8, 8, 10],
]
/** Where there is room to say that the map ends. */
const outside: [text: string, latitude: number, longitude: number][] = [
  ['Mexico: no map detail', 27.2, -104],
  ['Mexico: no map detail', 29.3, -110.5],
  ['Mexico: no map detail', 25.6, -100.6],
  ['Mexico: no map detail', 26.9, -99.9],
  ['Mexico: no map detail', 30.6, -106.6],
  ['Mexico: no map detail', 32.3, -115.6],
  ['Mexico: no map detail', 21.5, -101.5],
  ['Cuba: no map detail', 22, -79],
]
/** How far apart such notes are. */
const noteRoom = { width: 300, height: 120 }

function fixedCandidates(zoom: number): Candidate<BaseLabel>[] {
  const scale = scaleAt(zoom)
  const at = (latitude: number, longitude: number) => {
    const { x, y } = project({ latitude, longitude })
    return { x: x * scale, y: y * scale }
  }
  const italic = `italic ${fontOf(450, zoom < 5 ? 11 : 12)}`
  return [
    ...waters
      .filter(([, , , from, to]) => zoom >= from && zoom <= to)
      .map(([text, ...place]) => areaCandidate({ kind: 'water', text, font: italic, ...at(place[0], place[1]) }, 24)),
    ...(zoom < 4.5 ? [] : outside).map(([text, ...place]): Candidate<BaseLabel> => {
      const point = at(...place)
      return {
        label: { kind: 'note', text, font: fontOf(450, 11), hasDot: false, ...point },
        boxes: [boxAround(point, noteRoom.width, noteRoom.height)],
      }
    }),
  ]
}

export const shieldHeight = 15
const shieldFont = fontOf(600, 10)
export const shieldWidth = (text: string): number => widthOf(text, shieldFont) + 8
/** Highway numbers along the roads, every so many pixels, and how far they stay from other labels. */
const shieldSpacing = (zoom: number) => (zoom < 7 ? 420 : 280)
const shieldMargin = (zoom: number) => (zoom < 7 ? 10 : 4)

function shieldCandidates(highways: Highway[], zoom: number, region: Box): Candidate<BaseLabel>[] {
  if (zoom < 6.25) return []
  const scale = scaleAt(zoom)
  const margin = shieldMargin(zoom)
  return highways
    .filter(({ isFreeway }) => isFreeway || zoom >= 7.5)
    .flatMap(({ name, stops }) => {
      const text = shieldText(name)
      if (!text) return []
      const points = sampleCurve(curveThrough(stops.map(({ x, y }) => ({ x: x * scale, y: y * scale }))), 20)
      const count = Math.max(1, Math.floor((points.length * 20) / shieldSpacing(zoom)))
      const width = shieldWidth(text)
      return Array.from({ length: count }, (_, index): Candidate<BaseLabel> => {
        const middle = Math.floor(((index + 0.5) * points.length) / count)
        const spots = [0, 2, -2, 4, -4].flatMap((offset) => points[middle + offset] ?? [])
        const [{ x, y } = { x: 0, y: 0 }] = spots
        return {
          label: { kind: 'shield', text, font: shieldFont, x, y, hasDot: false },
          boxes: spots.map((spot) => boxAround(spot, width + 2 * margin, shieldHeight + 2 * margin)),
        }
      }).filter(({ label: { x, y } }) => x > region.left && x < region.right && y > region.top && y < region.bottom)
    })
}

/** Returns what a highway's sign shows: 55 for I-55, US 69 for US-69; empty for one without a number. */
export function shieldText(highway: string): string {
  const [, system = '', number = ''] = /^([A-Z]+)-(\d+[A-Z]?)$/.exec(highway) ?? []
  if (!number) return highway === 'QEW' ? highway : ''
  return ['I', 'ON', 'QC'].includes(system) ? number : `${system === 'TCH' ? 'TC' : system} ${number}`
}

/** Tells places apart by their rounded coordinates, because many cities share a name. */
export const keyOf = ({ x, y }: XY): string => `${Math.round(x)},${Math.round(y)}`

type Content = {
  base: Base
  towns: Towns | undefined
  zoom: number
  region: Box
  obstacles: Box[]
  routeCities: Set<string>
}

/** Places the labels of a region, in pixels of the world at the zoom. Cities on the route have no dot. */
export function placeBaseLabels({ base, towns, zoom, region, obstacles, routeCities }: Content): Placed<BaseLabel>[] {
  const scale = scaleAt(zoom)
  const isNear = ({ x, y }: XY) =>
    x * scale > region.left && x * scale < region.right && y * scale > region.top && y * scale < region.bottom
  const isOnRoute = (city: City) => routeCities.has(keyOf(city))
  const cities = [...base.cities, ...(towns?.cities ?? [])]
    .filter((city) => city.zoom <= zoom && isNear(city))
    .sort((one, other) => other.size - one.size || one.zoom - other.zoom)
  const passed = cities.filter(isOnRoute)
  const others = cities.filter((city) => !isOnRoute(city))
  const large = others.findIndex(({ size }) => size === 0)
  const split = large < 0 ? others.length : large
  const toCandidates = (some: City[]) => some.map((city) => cityCandidate(city, scale, isOnRoute(city)))
  return placeLabels(
    [
      ...toCandidates([...passed, ...others.slice(0, split)]),
      ...stateCandidates(base, zoom),
      ...fixedCandidates(zoom),
      ...shieldCandidates(base.highways, zoom, region),
      ...toCandidates(others.slice(split)),
    ],
    obstacles,
  )
}
