import { dataZoom } from './base-format.ts'
import type { Box } from './box.ts'

/** The part of the world that a canvas shows; `left` and `top` are pixels of the world at `zoom`. */
export type Frame = {
  context: CanvasRenderingContext2D
  zoom: number
  left: number
  top: number
  width: number
  height: number
}

/** Pixels of the screen for each pixel of the data. */
export const scaleAt = (zoom: number): number => 2 ** (zoom - dataZoom)

/** The frame's bounds in the data's pixels. */
export function boundsIn({ zoom, left, top, width, height }: Omit<Frame, 'context'>): Box {
  const scale = scaleAt(zoom)
  return { left: left / scale, top: top / scale, right: (left + width) / scale, bottom: (top + height) / scale }
}

/** Draws with coordinates of the data; line widths are in pixels of the screen times the returned unit. */
export function inDataPixels({ context, zoom, left, top }: Frame, draw: (unit: number) => void): void {
  const scale = scaleAt(zoom)
  context.save()
  context.translate(-left, -top)
  context.scale(scale, scale)
  draw(1 / scale)
  context.restore()
}

/** The widths of texts, which are measured once each. */
const widths = new Map<string, number>()
let ruler: CanvasRenderingContext2D | null | undefined

export function widthOf(text: string, font: string): number {
  const key = `${font} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  ruler ??= document.createElement('canvas').getContext('2d')
  if (ruler) ruler.font = font
  const width = ruler?.measureText(text).width ?? 0
  widths.set(key, width)
  return width
}

const family = '"Geist Variable", system-ui, sans-serif'
export const fontOf = (weight: number, size: number): string => `${weight} ${size}px ${family}`
