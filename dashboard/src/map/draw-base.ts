import type { Base, Highway, Layer, Towns } from './base-data.ts'
import { type BaseLabel, letterSpacing, shieldHeight, shieldWidth } from './base-labels.ts'
import { type Box, grow, overlaps } from './box.ts'
import { traceCurve } from './curves.ts'
import { boundsIn, type Frame, inDataPixels, scaleAt } from './frame.ts'
import type { MapColors } from './map-colors.ts'
import type { Placed } from './place-labels.ts'

/** Draws land, water, borders and roads. */
export function drawBase(
  frame: Frame,
  { base, towns, colors }: { base: Base; towns: Towns | undefined; colors: MapColors },
) {
  const { context, zoom, width, height } = frame
  context.fillStyle = colors['map-water']
  context.fillRect(0, 0, width, height)
  inDataPixels(frame, (unit) => {
    context.lineJoin = 'round'
    const fill = (layer: Layer, color: string) => {
      context.fillStyle = color
      trace(frame, layer)
      context.fill()
    }
    const stroke = (layer: Layer, color: string, pixels: number) => {
      context.strokeStyle = color
      context.lineWidth = pixels * unit
      trace(frame, layer)
      context.stroke()
    }
    fill(base.otherLand, colors['map-land-alt'])
    fill(base.land, colors['map-land'])
    stroke(base.land, colors['map-border'], 0.75)
    if (towns) stroke(towns.counties, colors['map-county'], 1)
    stroke(base.rivers, colors['map-water'], zoom < 6 ? 1 : 1.75)
    fill(base.lakes, colors['map-water'])
    stroke(base.lakes, colors['map-border'], 0.75)
    stroke(base.stateBorders, colors['map-border'], zoom < 5 ? 0.75 : 1)
    stroke(base.countryBorders, colors['map-border'], zoom < 5 ? 1.25 : 2)
    drawHighways(frame, base.highways, colors, unit)
  })
}

function trace(frame: Frame, layer: Layer): void {
  const { context, zoom } = frame
  const bounds = grow(boundsIn(frame), lineMargin / scaleAt(zoom))
  context.beginPath()
  for (const line of layer(zoom)) if (overlaps(line, bounds)) traceLine(context, line.points, bounds)
}

/** Half the width of the widest line. */
const lineMargin = 4

/** Traces a line without its points far outside: of those in a row on one side, only the first and last matter. */
function traceLine(context: CanvasRenderingContext2D, points: Int32Array, { left, top, right, bottom }: Box): void {
  const sidesAt = (index: number): number => {
    const x = points[index] ?? 0
    const y = points[index + 1] ?? 0
    return (x < left ? 1 : x > right ? 2 : 0) | (y < top ? 4 : y > bottom ? 8 : 0)
  }
  let before = 0
  let sides = sidesAt(0)
  context.moveTo(points[0] ?? 0, points[1] ?? 0)
  for (let index = 2; index < points.length; index += 2) {
    before = sides
    sides = sidesAt(index)
    const after = index + 2 < points.length ? sidesAt(index + 2) : 0
    if ((before & sides & after) === 0) context.lineTo(points[index] ?? 0, points[index + 1] ?? 0)
    else sides &= before
  }
}

function drawHighways(frame: Frame, highways: Highway[], colors: MapColors, unit: number): void {
  const { context, zoom } = frame
  const bounds = grow(boundsIn(frame), lineMargin * unit)
  const near = highways.filter((highway) => overlaps(highway, bounds))
  const large = near.filter(({ isFreeway }) => isFreeway)
  const small = near.filter(({ isFreeway }) => !isFreeway)
  const width = Math.max(0.8, Math.min(4.5, 0.8 + (zoom - 4) * 0.75))
  const trace = (some: Highway[]) => {
    context.beginPath()
    for (const highway of some) traceCurve(context, highway.bends)
  }
  const stroke = (color: string, pixels: number) => {
    context.strokeStyle = color
    context.lineWidth = pixels * unit
    context.stroke()
  }
  const smallWidth = width * 0.55
  if (zoom >= 5.5) {
    trace(small)
    stroke(colors['map-road-edge'], smallWidth + 1)
    stroke(colors['map-road'], smallWidth)
  }
  trace(large)
  stroke(colors['map-road-edge'], width + 1.75)
  stroke(colors['map-road'], width)
}

/** Draws labels that were placed in pixels of the world at the frame's zoom. */
export function drawLabels(
  { context, left, top, width, height }: Frame,
  labels: Placed<BaseLabel>[],
  colors: MapColors,
): void {
  context.save()
  context.translate(-left, -top)
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.lineJoin = 'round'
  const bounds = { left, top, right: left + width, bottom: top + height }
  for (const { label, box, index } of labels) {
    if (!overlaps(grow(box, 4), bounds)) continue
    if (label.kind === 'shield') drawShield(context, { label, box, index }, colors)
    else drawText(context, { label, box, index }, colors)
  }
  context.restore()
}

function drawText(
  context: CanvasRenderingContext2D,
  { label, box, index }: Placed<BaseLabel>,
  colors: MapColors,
): void {
  const isArea = label.kind === 'state' || label.kind === 'water'
  const isBeside = label.hasDot && index < 2
  context.font = label.font
  context.letterSpacing = isArea ? letterSpacing : '0px'
  context.textAlign = isBeside ? (index === 0 ? 'right' : 'left') : 'center'
  const x = isBeside ? (index === 0 ? box.right - 2 : box.left + 2) : (box.left + box.right) / 2
  const y = label.hasDot && !isBeside ? (index === 2 ? box.bottom - 7 : box.top + 7) : (box.top + box.bottom) / 2
  context.globalAlpha = label.kind === 'state' ? 0.7 : 1
  context.fillStyle = colors['map-label']
  if (label.kind !== 'water') {
    context.strokeStyle = label.kind === 'note' ? colors['map-land-alt'] : colors['map-land']
    context.lineWidth = 3
    context.strokeText(label.text, x, y)
  }
  context.fillText(label.text, x, y)
  context.globalAlpha = 1
  if (!label.hasDot) return
  context.beginPath()
  context.arc(label.x, label.y, 2.25, 0, 2 * Math.PI)
  context.fill()
}

function drawShield(context: CanvasRenderingContext2D, { label, box }: Placed<BaseLabel>, colors: MapColors): void {
  const x = (box.left + box.right) / 2
  const y = (box.top + box.bottom) / 2
  const width = shieldWidth(label.text)
  context.font = label.font
  context.letterSpacing = '0px'
  context.textAlign = 'center'
  context.fillStyle = colors['map-land']
  context.strokeStyle = colors['map-border']
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(x - width / 2, y - shieldHeight / 2, width, shieldHeight, 3)
  context.fill()
  context.stroke()
  context.fillStyle = colors['map-label']
  context.fillText(label.text, x, y + 0.5)
}
