import type { Browser } from '@playwright/test'

/** Keeps the dialog closed that says that the extension is missing, as in a browser where it was closed today. */
export function keepDialogClosed(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(() => {
      try {
        localStorage.setItem('loadping.extension-missing', String(Date.now()))
      } catch {
        // a frame without storage
      }
    })
    return context
  }
  return browser
}
