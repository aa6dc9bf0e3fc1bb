/** The distance to the controls of rows and to the edges of the window, which keeps shadows clear of both. */
const gap = 24

type Box = { left: number; top: number; width: number; height: number }

/** Returns the left edge at which a box covers none of these bars: its own, or one left of them where there is room. */
export function freeLeft(bars: readonly DOMRect[], { left, top, width, height }: Box): number {
  const beside = bars.filter((bar) => bar.width > 0 && bar.bottom > top && bar.top < top + height)
  if (beside.every((bar) => bar.right <= left || bar.left >= left + width)) return left
  const free = Math.min(...beside.map((bar) => bar.left)) - gap - width
  return free >= gap ? free : left
}
