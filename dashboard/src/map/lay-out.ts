import { project, type XY } from './base-format.ts'
import { type Box, boxAround } from './box.ts'
import { sampleCurve } from './curves.ts'
import { scaleAt } from './frame.ts'
import { placeCallouts } from './place-callouts.ts'
import type { Placed } from './place-labels.ts'
import { type MapStop, placeShields, type RouteShape, type RouteShield } from './route.ts'

type Size = { width: number; height: number }
type Input = {
  route: RouteShape
  stops: MapStop[]
  /** The sizes of the stops' callouts. */
  sizes: Size[]
  zoom: number
  /** What is seen, in pixels of the world at the zoom. */
  window: Box
  /** What lies over the map, such as its controls, in the same pixels. */
  covered: Box[]
}
export type Layout = {
  shields: Placed<RouteShield>[]
  /** One for each stop. */
  callouts: Box[]
  /** What labels stay clear of. */
  obstacles: Box[]
}

const pinSize = 24

/** Places the route's signs and callouts at a zoom. */
export function layOut({ route, stops, sizes, zoom, window, covered }: Input): Layout {
  const scale = scaleAt(zoom)
  const pins = stops.map((stop, index): XY & Size => {
    const { x, y } = project(stop)
    return { x: x * scale, y: y * scale, width: sizes[index]?.width ?? 0, height: sizes[index]?.height ?? 0 }
  })
  const pinBoxes = pins.map((pin) => boxAround(pin, pinSize, pinSize))
  const shields = placeShields(route, zoom, pinBoxes)
  const line = [route.bends, route.deadhead]
    .flatMap((bends) => sampleCurve(bends, 10 / scale))
    .map(({ x, y }) => ({ x: x * scale, y: y * scale }))
  const signs = shields.map(({ box }) => box)
  const callouts = placeCallouts(pins, { line, window, obstacles: [...covered, ...signs] })
  return {
    shields,
    callouts,
    obstacles: [...callouts, ...pinBoxes, ...signs, ...line.map((at) => boxAround(at, 7, 7))],
  }
}
