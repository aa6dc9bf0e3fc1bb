import { hostOf } from './hiding.ts'

/** How long a part must have been visible in its place before a click on it counts. */
export const settleMs = 300
/** How far a part may move, in pixels, and still be in its place. */
export const tolerance = 4

/** Where a part is on the screen, and since when. */
export type Place = { rect: DOMRect; since: number }

export const placeOf = (part: HTMLElement): Place => ({ rect: part.getBoundingClientRect(), since: performance.now() })

export function isInPlace(part: HTMLElement, { rect }: Place): boolean {
  const now = part.getBoundingClientRect()
  return (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(now[side] - rect[side]) <= tolerance)
}

/** Whether nothing that takes clicks lies over a part, this far within its edges: some have round corners. */
export function isTopmost(part: HTMLElement, inset = 5): boolean {
  const { left, right, top, bottom } = part.getBoundingClientRect()
  const host = hostOf(part)
  const points = [left + inset, (left + right) / 2, right - inset].flatMap((x) =>
    [top + inset, bottom - inset].map((y) => [x, y] as const),
  )
  return points.every(([x, y]) => document.elementFromPoint(x, y) === host)
}
