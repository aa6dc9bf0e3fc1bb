/** How far from the screen rows come near, in screens. */
const margin = 0.5
const margins = { rootMargin: `${margin * 100}% 0px`, scrollMargin: `${margin * 100}% 0px` }

/** So few rows are read at once: to measure where they are would cost more. */
const few = 20

/** Lets rows through that are on the screen or near it, the nearest first, and holds the others back until they are. */
export function createNearRows(onNear: (rows: Element[]) => void) {
  const far = new Set<Element>()
  const observer = new IntersectionObserver(onApproach, margins)

  function add(rows: Iterable<Element>): void {
    const changed = [...rows].filter((row) => !far.has(row))
    if (changed.length <= few) return void onNear(changed)
    const near: { row: Element; distance: number }[] = []
    for (const row of changed) {
      const distance = screensAway(row)
      if (distance <= margin) near.push({ row, distance })
      else hold(row)
    }
    if (near.length > 0) onNear(near.sort((one, other) => one.distance - other.distance).map(({ row }) => row))
  }

  function hold(row: Element): void {
    far.add(row)
    observer.observe(row)
  }

  function onApproach(entries: IntersectionObserverEntry[]): void {
    const near = entries.filter(({ isIntersecting, target }) => isIntersecting && far.has(target))
    for (const { target } of near) forget(target)
    if (near.length > 0) onNear(near.map(({ target }) => target))
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

function screensAway(row: Element): number {
  const { bottom, top } = row.getBoundingClientRect()
  return Math.max(0, -bottom, top - window.innerHeight) / window.innerHeight
}
