/** How far from the screen rows are near. */
const margins = { rootMargin: '50% 0px', scrollMargin: '50% 0px' }

/** Up to this many new rows count as near at once. Of more, the browser's next frame says which are, without a forced layout. */
const maxNearAtOnce = 40

type OnChanged = (rows: Element[]) => void
type OnMove = (row: Element, isNear: boolean) => void

/**
 * Passes new and changed rows to `onChanged` once they are near the screen, the nearest first, and tells `onMove` which rows
 * come near or go away.
 */
export function createNearRows(onChanged: OnChanged, onMove: OnMove) {
  /** Whether each row is near; of a new one an assumption, until the browser reports it. */
  const rows = new Map<Element, boolean>()
  const waiting = new Set<Element>()
  const observer = new IntersectionObserver(onIntersections, margins)

  function add(changed: Iterable<Element>): void {
    const all = [...changed]
    for (const row of all) {
      if (rows.has(row)) continue
      rows.set(row, all.length <= maxNearAtOnce)
      observer.observe(row)
    }
    const near = all.filter((row) => rows.get(row))
    for (const row of all) if (!rows.get(row)) waiting.add(row)
    if (near.length > 0) onChanged(near)
  }

  function onIntersections(entries: IntersectionObserverEntry[]): void {
    const known = entries.filter(({ target }) => rows.has(target))
    for (const entry of known) move(entry.target, isNear(entry))
    const ready = known.filter(({ target }) => rows.get(target) && waiting.delete(target))
    if (ready.length > 0) onChanged(ready.sort((one, other) => away(one) - away(other)).map(({ target }) => target))
  }

  function move(row: Element, isNearNow: boolean): void {
    if (rows.get(row) === isNearNow) return
    rows.set(row, isNearNow)
    onMove(row, isNearNow)
  }

  function forget(row: Element): void {
    waiting.delete(row)
    if (rows.delete(row)) observer.unobserve(row)
  }

  function stop(): void {
    waiting.clear()
    rows.clear()
    observer.disconnect()
  }

  return { add, forget, stop }
}

/** Whether a row is near, or has no place of its own that could tell. */
const isNear = ({ isIntersecting, target, boundingClientRect: { width } }: IntersectionObserverEntry): boolean =>
  isIntersecting || (width === 0 && getComputedStyle(target).display === 'contents')

/** Returns how far above or below the screen a row is. */
const away = ({ boundingClientRect: { bottom, top } }: IntersectionObserverEntry): number =>
  Math.max(0, -bottom, top - window.innerHeight)
