/**
 * The map's data is text: numbers as in Google's encoded polylines, five bits a character. Coordinates are pixels of
 * the world in Web Mercator at this zoom.
 */
export const dataZoom = 10
const worldSize = 256 * 2 ** dataZoom

/** The lowest and highest zoom at which points of a line appear. */
export const firstDetail = 3
export const lastDetail = 9

/** The part of the world that the map shows. */
export const bounds = { west: -171, east: -50, north: 77, south: 13 }
/** From here on, counties and towns are shown. */
export const townZoom = 7

/** A line or ring: x and y in turn, and for each point the zoom from which it is drawn. */
export type Shape = { points: Int32Array; details: Uint8Array }
export type XY = { x: number; y: number }

/** Projects coordinates to pixels of the world at the data's zoom. */
export function project({ latitude, longitude }: { latitude: number; longitude: number }): XY {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return {
    x: (longitude / 360 + 0.5) * worldSize,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldSize,
  }
}

/** Encodes whole numbers, small ones in one character. */
export function encodeNumbers(values: Iterable<number>): string {
  let text = ''
  for (const value of values) {
    let rest = value < 0 ? -2 * value - 1 : 2 * value
    for (; rest >= 32; rest >>>= 5) text += String.fromCharCode((rest & 31) + 95)
    text += String.fromCharCode(rest + 63)
  }
  return text
}

export function decodeNumbers(text: string): Int32Array {
  const values = new Int32Array(text.length)
  let count = 0
  let value = 0
  let shift = 0
  for (let index = 0; index < text.length; index++) {
    const part = text.charCodeAt(index) - 63
    value |= (part & 31) << shift
    shift += 5
    if (part >= 32) continue
    values[count++] = value & 1 ? -((value + 1) >> 1) : value >> 1
    value = shift = 0
  }
  return values.slice(0, count)
}

/** Encodes each number as its difference from the one `step` positions before. */
export const encodeDeltas = (values: number[], step = 1): string =>
  encodeNumbers(values.map((value, index) => value - (values[index - step] ?? 0)))

export function decodeDeltas(text: string, step = 1): Int32Array {
  const values = decodeNumbers(text)
  for (let index = step; index < values.length; index++)
    values[index] = (values[index] ?? 0) + (values[index - step] ?? 0)
  return values
}

/** Writes lines as three texts: how many points each has, the points, and the details. */
export const encodeShapes = (shapes: { points: number[]; details: number[] }[]): string[] => [
  encodeNumbers(shapes.map(({ details }) => details.length)),
  encodeDeltas(
    shapes.flatMap(({ points }) => points),
    2,
  ),
  shapes.map(({ details }) => details.join('')).join(''),
]

export function decodeShapes([counts = '', coordinates = '', details = '']: string[]): Shape[] {
  const all = decodeDeltas(coordinates, 2)
  let start = 0
  return [...decodeNumbers(counts)].map((count) => {
    const from = start
    start += count
    return {
      points: all.subarray(2 * from, 2 * start),
      details: Uint8Array.from(details.slice(from, start), Number),
    }
  })
}
