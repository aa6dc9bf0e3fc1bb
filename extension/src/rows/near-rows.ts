/** How far from the screen rows come near. */
const margins = { rootMargin: '50% 0px', scrollMargin: '50% 0px' }

/** How many rows are read at once. Of more, the browser's next frame says which are near, without forcing a layout. */
const few = 40

/** Lets rows through that are on the screen or near it, the nearest first, and holds the others back until they are. */
export function createNearRows(onNear: (rows: Element[]) => void) {
  const far = new Set<Element>()
  const observer = new IntersectionObserver(onApproach, margins)

  function add(rows: Iterable<Element>): void {
    const changed = [...rows].filter((row) => !far.has(row))
    if (changed.length <= few) return void onNear(changed)
    for (const row of changed) hold(row)
  }

  function hold(row: Element): void {
    far.add(row)
    observer.observe(row)
  }

  function onApproach(entries: IntersectionObserverEntry[]): void {
    const near = entries.filter(({ isIntersecting, target }) => isIntersecting && far.has(target))
    for (const { target } of near) forget(target)
    if (near.length > 0) onNear(near.sort((one, other) => away(one) - away(other)).map(({ target }) => target))
  }

  function forget(row: Element): void {
    if (far.delete(row)) observer.unobserve(row)
  }

  function stop(): void {
    far.clear()
    observer.disconnect()
  }

  return { add, forget, stop }
}

/** Returns how far above or below the screen a row is. */
const away = ({ boundingClientRect: { bottom, top } }: IntersectionObserverEntry): number =>
  Math.max(0, -bottom, top - window.innerHeight)
