import type { ExtensionBrowser } from '@loadping/contract/extension/extension.api'

/** Returns the browser that this page runs in, as far as the extension is built for it. */
export function thisBrowser(userAgent = navigator.userAgent): ExtensionBrowser | undefined {
  if (/\b(?:Mobile|Android|iPhone|iPad)\b/.test(userAgent)) return undefined
  if (/\bEdg\//.test(userAgent)) return 'edge'
  if (/\bFirefox\//.test(userAgent)) return 'firefox'
  return /Chrom(?:e|ium)\//.test(userAgent) ? 'chrome' : undefined
}
