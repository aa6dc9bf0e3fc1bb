import { type Box, overlaps } from './box.ts'

/** A label with the boxes where it may be, the best first. */
export type Candidate<Label> = { label: Label; boxes: Box[] }
export type Placed<Label> = { label: Label; box: Box; index: number }

const cellSize = 96

/**
 * Places labels, the most important first, each in its first box that touches no obstacle and no earlier label. Leaves
 * out labels without such a box.
 */
export function placeLabels<Label>(candidates: Candidate<Label>[], obstacles: Iterable<Box>): Placed<Label>[] {
  const taken = new Map<string, Box[]>()
  const cellsOf = function* ({ left, top, right, bottom }: Box) {
    for (let column = Math.floor(left / cellSize); column <= Math.floor(right / cellSize); column++)
      for (let row = Math.floor(top / cellSize); row <= Math.floor(bottom / cellSize); row++) yield `${column},${row}`
  }
  const isFree = (box: Box): boolean => {
    for (const cell of cellsOf(box)) if (taken.get(cell)?.some((other) => overlaps(box, other))) return false
    return true
  }
  const take = (box: Box): void => {
    for (const cell of cellsOf(box)) {
      const boxes = taken.get(cell)
      if (boxes) boxes.push(box)
      else taken.set(cell, [box])
    }
  }
  for (const obstacle of obstacles) take(obstacle)
  return candidates.flatMap(({ label, boxes }) => {
    const index = boxes.findIndex(isFree)
    const box = boxes[index]
    if (!box) return []
    take(box)
    return [{ label, box, index }]
  })
}
