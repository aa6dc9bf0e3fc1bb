import type { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import type { ReactNode } from 'react'

/** Plain drawings of each browser's mark, in the color of the text. */
const drawings: Record<ExtensionBrowser, ReactNode> = {
  chrome: (
    <>
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="3.5" />
      <path d="M12 8.5h8.3M9 13.8 4.8 6.6M15 13.8l-4.2 7.1" />
    </>
  ),
  edge: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3.2 13.5c.6-4 3.9-6 7.3-6 3.6 0 6 2.2 6 4.6 0 1.5-1.2 2.4-2.7 2.4h-2.3M20.4 15.5c-4.4 2.5-10.2.8-10.2-3.7" />
    </>
  ),
  firefox: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M8 6.5c-1.6 1.6-2.2 3.4-2 5.6.3 3 2.8 5.4 6 5.4s5.6-2.4 5.6-5.4c0-2.3-1.3-4.3-3.3-5.3.8 1 .9 1.8.7 2.6-.8-.9-2-1.2-3.1-.8-1.7.5-2.5 2.1-2 3.8" />
    </>
  ),
}

export const BrowserMark = ({ browser }: { browser: ExtensionBrowser }) => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className="shrink-0"
  >
    {drawings[browser]}
  </svg>
)
