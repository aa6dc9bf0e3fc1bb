/** Resolves when the browser has nothing more urgent to do; soon where it cannot tell, as in Safari. */
export const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 1_000 })
    else setTimeout(resolve, 50)
  })
