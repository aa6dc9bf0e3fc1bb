import type { XY } from './base-format.ts'
import { type Box, grow, overlaps } from './box.ts'

/** A pin in the window, with the size of its callout. */
export type Pin = XY & { width: number; height: number }

/** Half the width of a pin, with some space. */
const pinRoom = 14
const gap = 6

/** Where a callout may be, the best first: its corner, as shares of its size, and its direction from the pin. */
const sides: { x: number; y: number; dx: number; dy: number }[] = [
  { x: 0, y: 0, dx: 1, dy: 0.2 },
  { x: 0, y: -1, dx: 1, dy: -0.2 },
  { x: -1, y: -1, dx: -1, dy: -0.2 },
  { x: -1, y: 0, dx: -1, dy: 0.2 },
  { x: -0.5, y: -1, dx: 0, dy: -1 },
  { x: -0.5, y: 0, dx: 0, dy: 1 },
  { x: -0.2, y: -1, dx: 0, dy: -1 },
  { x: -0.2, y: 0, dx: 0, dy: 1 },
  { x: -0.8, y: -1, dx: 0, dy: -1 },
  { x: -0.8, y: 0, dx: 0, dy: 1 },
]

const boxesOf = ({ x, y, width, height }: Pin): Box[] =>
  sides.map((side) => {
    const left = Math.round(x + side.dx * (pinRoom + gap) + side.x * width)
    const top = Math.round(y + side.dy * (pinRoom + gap) + side.y * height)
    return { left, top, right: left + width, bottom: top + height }
  })

/** How many pixels of a box lie outside the window. */
export const overhang = (box: Box, window: Box): number =>
  Math.max(0, window.left - box.left, box.right - window.right) +
  Math.max(0, window.top - box.top, box.bottom - window.bottom)

type Around = { line: XY[]; window: Box; obstacles: Box[] }

/**
 * Chooses a box for the callout of each pin. No two boxes overlap; they avoid pins, line, obstacles and edges as far as
 * possible.
 */
export function placeCallouts(pins: Pin[], { line, window, obstacles }: Around): Box[] {
  const pinBoxes = pins.map(({ x, y }) => grow({ left: x, top: y, right: x, bottom: y }, pinRoom))
  const choices = pins.map((pin) =>
    boxesOf(pin).map((box, index) => {
      const near = grow(box, 4)
      const cost =
        index +
        25 * overhang(box, window) +
        200 * pinBoxes.filter((other) => overlaps(box, other)).length +
        300 * obstacles.filter((other) => overlaps(near, other)).length +
        20 * line.filter(({ x, y }) => overlaps(near, { left: x, top: y, right: x + 1, bottom: y + 1 })).length
      return { box, cost }
    }),
  )
  let best: { boxes: Box[]; cost: number } | undefined
  const choose = (boxes: Box[], cost: number): void => {
    const options = choices[boxes.length]
    if (best && cost >= best.cost) return
    if (!options) best = { boxes, cost }
    else
      for (const option of options)
        if (!boxes.some((other) => overlaps(grow(option.box, 4), other)))
          choose([...boxes, option.box], cost + option.cost)
  }
  choose([], 0)
  return best?.boxes ?? []
}
