import { type Bend, traceCurve } from './curves.ts'
import { type Frame, inDataPixels } from './frame.ts'
import type { MapColors } from './map-colors.ts'
import type { Placed } from './place-labels.ts'
import type { RouteShape, RouteShield } from './route.ts'

/** Draws the deadhead, the route and the numbers of its highways. */
export function drawRoute(frame: Frame, route: RouteShape, shields: Placed<RouteShield>[], colors: MapColors): void {
  const { context, left, top } = frame
  inDataPixels(frame, (unit) => {
    context.lineJoin = context.lineCap = 'round'
    const stroke = (bends: Bend[], color: string, pixels: number, dash: number[] = []) => {
      context.strokeStyle = color
      context.lineWidth = pixels * unit
      context.setLineDash(dash.map((length) => length * unit))
      context.beginPath()
      traceCurve(context, bends)
      context.stroke()
    }
    stroke(route.deadhead, colors['bg-surface'], 6)
    stroke(route.deadhead, colors['text-secondary'], 2.5, [3, 6])
    if (!route.isStraight) stroke(route.bends, colors['bg-surface'], 8.5)
    stroke(route.bends, colors['accent-solid'], route.isStraight ? 3 : 4.5, route.isStraight ? [1, 8] : [])
  })
  context.save()
  context.translate(-left, -top)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineWidth = 1
  for (const { label, box } of shields) {
    context.beginPath()
    context.roundRect(box.left, box.top, box.right - box.left, box.bottom - box.top, 3.5)
    context.fillStyle = colors['bg-surface']
    context.fill()
    context.strokeStyle = colors['border-default']
    context.stroke()
    context.fillStyle = colors['text-primary']
    context.font = label.font
    context.fillText(label.text, (box.left + box.right) / 2, (box.top + box.bottom) / 2 + 0.5)
  }
  context.restore()
}
