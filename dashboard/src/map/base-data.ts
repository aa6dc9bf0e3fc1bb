import {
  decodeDeltas,
  decodeNumbers,
  decodeShapes,
  firstDetail,
  lastDetail,
  type Shape,
  type XY,
} from './base-format.ts'
import { type Box, grow } from './box.ts'
import baseAddress from './continent.txt?url'
import { type Bend, curveThrough } from './curves.ts'
import townsAddress from './towns.txt?url'

/** Lines or rings at one level of detail, each with its bounds. */
type Line = Box & { points: Int32Array }
/** Returns the lines with the detail that a zoom can show. */
export type Layer = (zoom: number) => Line[]

export type City = XY & {
  name: string
  /** The zoom from which it is shown. */
  zoom: number
  /** 2 for the largest, 0 for towns. */
  size: number
}
export type Highway = Box & { name: string; isFreeway: boolean; stops: XY[]; bends: Bend[] }
type StateLabel = XY & { code: string; width: number }

export type Base = {
  land: Layer
  /** Countries without detail. */
  otherLand: Layer
  lakes: Layer
  rivers: Layer
  stateBorders: Layer
  countryBorders: Layer
  highways: Highway[]
  cities: City[]
  states: StateLabel[]
}
export type Towns = { counties: Layer; cities: City[] }

/** Decodes what `scripts/map-base.ts` wrote. */
export function decodeBase(text: string): Base {
  const lines = text.split('\n')
  const layer = (index: number) => createLayer(decodeShapes(lines.slice(3 * index, 3 * index + 3)))
  return {
    land: layer(0),
    otherLand: layer(1),
    lakes: layer(2),
    rivers: layer(3),
    stateBorders: layer(4),
    countryBorders: layer(5),
    highways: decodeHighways(lines.slice(18, 22)),
    cities: decodeCities(lines.slice(22, 26)),
    states: decodeStates(lines.slice(26, 28)),
  }
}

export function decodeTowns(text: string): Towns {
  const lines = text.split('\n')
  return { counties: createLayer(decodeShapes(lines.slice(0, 3))), cities: decodeCities(lines.slice(3, 7)) }
}

/** Creates a layer that filters its points once for each level of detail. */
function createLayer(shapes: Shape[]): Layer {
  const bounded = shapes.map((shape) => ({ ...shape, ...boundsOf(shape.points) }))
  const levels = new Map<number, Line[]>()
  return (zoom) => {
    const level = Math.max(firstDetail, Math.min(lastDetail, Math.ceil(zoom)))
    const known = levels.get(level)
    if (known) return known
    const lines = bounded.flatMap(({ points, details, ...box }) => {
      const kept = keepDetail(points, details, level)
      return kept.length > 2 ? [{ ...box, points: kept }] : []
    })
    levels.set(level, lines)
    return lines
  }
}

function keepDetail(points: Int32Array, details: Uint8Array, level: number): Int32Array {
  const kept = new Int32Array(points.length)
  let length = 0
  for (let index = 0; index < details.length; index++) {
    if ((details[index] ?? 0) > level) continue
    kept[length++] = points[2 * index] ?? 0
    kept[length++] = points[2 * index + 1] ?? 0
  }
  return kept.slice(0, length)
}

function boundsOf(points: Int32Array): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let index = 0; index < points.length; index += 2) {
    const x = points[index] ?? 0
    const y = points[index + 1] ?? 0
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

const toPoints = (coordinates: Int32Array): XY[] =>
  Array.from({ length: coordinates.length / 2 }, (_, index) => ({
    x: coordinates[2 * index] ?? 0,
    y: coordinates[2 * index + 1] ?? 0,
  }))

/** How far a highway may bend out of the bounds of its stops, in pixels of the data. */
const bendRoom = 60

function decodeHighways([names = '', freeways = '', counts = '', coordinates = '']: string[]): Highway[] {
  const stops = toPoints(decodeDeltas(coordinates, 2))
  const lengths = decodeNumbers(counts)
  let start = 0
  return names.split('\t').map((name, index) => {
    const from = start
    start += lengths[index] ?? 0
    const own = stops.slice(from, start)
    const box = boundsOf(Int32Array.from(own.flatMap(({ x, y }) => [x, y])))
    return { name, isFreeway: freeways[index] === '1', stops: own, bends: curveThrough(own), ...grow(box, bendRoom) }
  })
}

function decodeCities([names = '', coordinates = '', zooms = '', sizes = '']: string[]): City[] {
  const zoomOf = decodeNumbers(zooms)
  const sizeOf = decodeNumbers(sizes)
  const points = toPoints(decodeDeltas(coordinates, 2))
  return names.split('\t').map((name, index) => ({
    name,
    zoom: (zoomOf[index] ?? 0) / 4,
    size: sizeOf[index] ?? 0,
    x: points[index]?.x ?? 0,
    y: points[index]?.y ?? 0,
  }))
}

function decodeStates([codes = '', numbers = '']: string[]): StateLabel[] {
  const values = decodeNumbers(numbers)
  return codes.split('\t').map((code, index) => ({
    code,
    x: values[3 * index] ?? 0,
    y: values[3 * index + 1] ?? 0,
    width: values[3 * index + 2] ?? 0,
  }))
}

/** Creates a function that loads a file once, and again after a failure. */
function createLoader<Data>(address: string, decode: (text: string) => Data): () => Promise<Data> {
  let loading: Promise<Data> | undefined
  return () => {
    loading ??= fetchText(address)
      .then(decode)
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    return loading
  }
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The map's data: ${response.status}`)
  return response.text()
}

export const loadBase = createLoader(baseAddress, decodeBase)
/** Loads what is shown from `townZoom`. */
export const loadTowns = createLoader(townsAddress, decodeTowns)
