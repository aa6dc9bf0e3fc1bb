/** How long a slice may take; the rest waits, so that the board stays responsive. */
const sliceMs = 6
/** Rows that are read together before any of them is changed, so that the browser computes styles once. */
const chunkSize = 10

/** Works off elements in slices, the first at once. */
export function createSlices(work: (chunk: Element[]) => void) {
  const waiting = new Set<Element>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function add(elements: Iterable<Element>): void {
    for (const element of elements) waiting.add(element)
    if (waiting.size > 0) runSlice()
  }

  function runSlice(): void {
    clearTimeout(timer)
    const end = performance.now() + sliceMs
    const queue = [...waiting]
    for (let from = 0; from < queue.length && performance.now() < end; from += chunkSize) {
      const chunk = queue.slice(from, from + chunkSize)
      for (const element of chunk) waiting.delete(element)
      work(chunk)
    }
    if (waiting.size > 0) timer = setTimeout(runSlice)
  }

  function stop(): void {
    clearTimeout(timer)
    waiting.clear()
  }

  return { add, stop }
}
