import type { XY } from './base-format.ts'

/** A piece of a curve: from one point by two control points to another. */
export type Bend = { from: XY; control: XY; control2: XY; to: XY }

/** How far a control point lies along its piece. */
const tension = 1 / 3

/**
 * Joins points by a smooth curve through all of them: a centripetal Catmull-Rom spline, which makes no loops and does
 * not overshoot.
 */
export function curveThrough(points: XY[]): Bend[] {
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    const before = points[index - 1] ?? from
    const after = points[index + 2] ?? to
    return {
      from,
      control: controlPoint(before, from, to, 1),
      control2: controlPoint(from, to, after, -1),
      to,
    }
  })
}

/** The control point of `at` towards the next point, or with direction -1 towards the one before. */
function controlPoint(before: XY, at: XY, after: XY, direction: 1 | -1): XY {
  const back = distance(before, at)
  const ahead = distance(at, after)
  const own = direction === 1 ? ahead : back
  if (back === 0 || ahead === 0) {
    const [start, end] = direction === 1 ? [at, after] : [at, before]
    return { x: at.x + (end.x - start.x) * tension, y: at.y + (end.y - start.y) * tension }
  }
  const rootBack = Math.sqrt(back)
  const rootAhead = Math.sqrt(ahead)
  const slope = (axis: keyof XY) =>
    (at[axis] - before[axis]) / rootBack -
    (after[axis] - before[axis]) / (rootBack + rootAhead) +
    (after[axis] - at[axis]) / rootAhead
  const reach = direction * Math.sqrt(own) * tension
  return { x: at.x + slope('x') * reach, y: at.y + slope('y') * reach }
}

const distance = (one: XY, other: XY): number => Math.hypot(one.x - other.x, one.y - other.y)

/** Returns the point of a piece at a share of its way, from 0 to 1. */
function pointOn({ from, control, control2, to }: Bend, share: number): XY {
  const rest = 1 - share
  const a = rest ** 3
  const b = 3 * rest ** 2 * share
  const c = 3 * rest * share ** 2
  const d = share ** 3
  return {
    x: a * from.x + b * control.x + c * control2.x + d * to.x,
    y: a * from.y + b * control.y + c * control2.y + d * to.y,
  }
}

/** Returns points along a curve that are about `step` apart. */
export function sampleCurve(bends: Bend[], step: number): XY[] {
  const [first] = bends
  const samples = bends.flatMap((bend) => {
    const count = Math.max(1, Math.ceil(distance(bend.from, bend.to) / step))
    return Array.from({ length: count }, (_, index) => pointOn(bend, (index + 1) / count))
  })
  return first ? [first.from, ...samples] : []
}

export function traceCurve(context: CanvasRenderingContext2D, bends: Bend[]): void {
  const [first] = bends
  if (first) context.moveTo(first.from.x, first.from.y)
  for (const { control, control2, to } of bends)
    context.bezierCurveTo(control.x, control.y, control2.x, control2.y, to.x, to.y)
}
