type Handlers = { onResize: () => void; onColors: () => void; onPrint: (isPrinting: boolean) => void }

/** Watches what changes how an element must be drawn; returns a function that stops it. */
export function watchLooks(element: HTMLElement, { onResize, onColors, onPrint }: Handlers): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const resizes = new ResizeObserver(onResize)
  resizes.observe(element)
  const theme = new MutationObserver(onColors)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', onColors, { signal })
  window.addEventListener('beforeprint', () => onPrint(true), { signal })
  window.addEventListener('afterprint', () => onPrint(false), { signal })
  return () => {
    stop.abort()
    resizes.disconnect()
    theme.disconnect()
  }
}
