import { dataZoom, firstDetail, lastDetail, type XY } from '../dashboard/src/map/base-format.ts'

/** How far a line may be from its true course, in pixels of the screen. */
const maxErrorPixels = 0.5

/** Cuts a ring at a rectangle, edge by edge. */
export function clipRing(ring: XY[], topLeft: XY, bottomRight: XY): XY[] {
  const cut = (points: XY[], axis: 'x' | 'y', limit: number, sign: 1 | -1): XY[] =>
    points.flatMap((point, index) => {
      const before = points.at(index - 1) ?? point
      const isIn = sign * (point[axis] - limit) >= 0
      const wasIn = sign * (before[axis] - limit) >= 0
      const share = (limit - before[axis]) / (point[axis] - before[axis])
      const crossing = { x: before.x + share * (point.x - before.x), y: before.y + share * (point.y - before.y) }
      if (isIn) return wasIn ? [point] : [crossing, point]
      return wasIn ? [crossing] : []
    })
  const wide = cut(cut(ring, 'x', topLeft.x, 1), 'x', bottomRight.x, -1)
  return cut(cut(wide, 'y', topLeft.y, 1), 'y', bottomRight.y, -1)
}

/**
 * Returns for each point of a line the zoom from which the line needs it (Douglas and Peucker), without points that no
 * zoom needs.
 */
export function gradeLine(line: XY[], toleranceAt: (point: XY) => number, sizePixels = Number.POSITIVE_INFINITY) {
  const firstZoom = zoomFor(sizePixels / 2)
  const errors = measureErrors(line)
  const points: number[] = []
  const details: number[] = []
  for (const [index, point] of line.entries()) {
    const error = errors[index] ?? 0
    if (error < toleranceAt(point)) continue
    const roundX = Math.round(point.x)
    const roundY = Math.round(point.y)
    if (roundX === points.at(-2) && roundY === points.at(-1)) continue
    points.push(roundX, roundY)
    details.push(Math.max(firstZoom, zoomFor(error)))
  }
  return { points, details }
}

/** The zoom at which a distance in the data's pixels is as large as the error that may be seen. */
const zoomFor = (distance: number): number =>
  Math.max(firstDetail, Math.min(lastDetail, Math.ceil(dataZoom + Math.log2(maxErrorPixels / distance))))

/** Returns for each point how wrong the line would be without it; endless for the ends. */
function measureErrors(line: XY[]): Float64Array {
  const errors = new Float64Array(line.length)
  errors[0] = errors[line.length - 1] = Number.POSITIVE_INFINITY
  const spans: [from: number, to: number, most: number][] = [[0, line.length - 1, Number.POSITIVE_INFINITY]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to, most] = span
    let farthest = -1
    let distance = -1
    for (let index = from + 1; index < to; index++) {
      const error = distanceToSpan(line, index, from, to)
      if (error > distance) [farthest, distance] = [index, error]
    }
    if (farthest < 0) continue
    const error = Math.min(distance, most)
    errors[farthest] = error
    spans.push([from, farthest, error], [farthest, to, error])
  }
  return errors
}

function distanceToSpan(line: XY[], index: number, from: number, to: number): number {
  const point = line[index]
  const start = line[from]
  const end = line[to]
  if (!point || !start || !end) return 0
  const dx = end.x - start.x
  const dy = end.y - start.y
  const length = dx * dx + dy * dy
  const share =
    length > 0 ? Math.max(0, Math.min(1, ((point.x - start.x) * dx + (point.y - start.y) * dy) / length)) : 0
  return Math.hypot(point.x - start.x - share * dx, point.y - start.y - share * dy)
}

/** Finds where a wide label fits best in a ring: far from its sides, and farther to the left and right. */
export function findRoom(ring: XY[]): XY & { width: number } {
  const xs = ring.map(({ x }) => x)
  const ys = ring.map(({ y }) => y)
  const left = Math.min(...xs)
  const right = Math.max(...xs)
  const top = Math.min(...ys)
  const bottom = Math.max(...ys)
  const steps = 60
  let best = { x: (left + right) / 2, y: (top + bottom) / 2, width: 0, room: 0 }
  for (let row = 1; row < steps; row++) {
    const y = top + ((bottom - top) * row) / steps
    const crossings = crossingsAt(ring, y)
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const [from = 0, to = 0] = crossings.slice(index, index + 2)
      const x = (from + to) / 2
      const height = Math.min(...nearestAbove(ring, x, y))
      const room = Math.min(to - from, 4 * height)
      if (room > best.room) best = { x, y, width: to - from, room }
    }
  }
  return { x: best.x, y: best.y, width: best.width }
}

/** Where a horizontal line crosses a ring, from left to right. */
function crossingsAt(ring: XY[], y: number): number[] {
  return ring
    .flatMap((point, index) => {
      const before = ring.at(index - 1) ?? point
      if (before.y > y === point.y > y) return []
      return [before.x + ((y - before.y) / (point.y - before.y)) * (point.x - before.x)]
    })
    .sort((one, other) => one - other)
}

/** How far a ring's sides are above and below a point. */
function nearestAbove(ring: XY[], x: number, y: number): [above: number, below: number] {
  const turned = ring.map((point) => ({ x: point.y, y: point.x }))
  const crossings = crossingsAt(turned, x)
  return [y - (crossings.findLast((at) => at <= y) ?? y), (crossings.find((at) => at > y) ?? y) - y]
}
