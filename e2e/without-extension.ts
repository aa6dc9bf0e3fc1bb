import type { Browser, BrowserContext } from '@playwright/test'

/**
 * Keeps the dialog closed that says that the extension is missing, as in a browser where it was closed today. `prepare`
 * readies each context.
 */
export function keepDialogClosed(
  browser: Browser,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await prepare(context)
    await context.addInitScript(() => {
      try {
        // biome-ignore lint/suspicious/noDocumentCookie: as the page itself does
        document.cookie = 'loadping.extension-missing=shown; Path=/'
      } catch {
        // a frame without storage
      }
    })
    return context
  }
  return browser
}
