import type { BrowserContext } from '@playwright/test'

/** Ends the extension's workers, as the browser may at any time, and returns how many there were. */
export async function endWorkers(context: BrowserContext): Promise<number> {
  const debug = await context.browser()?.newBrowserCDPSession()
  const { targetInfos = [] } = (await debug?.send('Target.getTargets')) ?? {}
  const workers = targetInfos.filter(
    ({ type, url }) => type === 'service_worker' && url.startsWith('chrome-extension://'),
  )
  for (const { targetId } of workers) await debug?.send('Target.closeTarget', { targetId })
  await debug?.detach()
  return workers.length
}
