import { brand } from '@loadping/contract/brand'
import { ExternalLink, Puzzle } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { ModalCard } from '../ui/overlay/modal-card.tsx'
import { BrowserMark } from './browser-marks.tsx'
import { thisBrowser } from './this-browser.ts'

const stores = [
  { browser: 'chrome', name: 'Chrome', store: 'Chrome Web Store' },
  { browser: 'firefox', name: 'Firefox', store: 'Firefox Add-ons' },
  { browser: 'edge', name: 'Edge', store: 'Edge Add-ons' },
] as const

/** Says that the extension is missing in this browser, and where to get it. */
export function MissingExtensionDialog({ onClose }: { onClose: () => void }) {
  const current = thisBrowser()
  return (
    <ModalCard
      isOpen
      isWide
      onClose={onClose}
      title="The extension is missing"
      text={`${brand.name} works inside your load board. Install the extension in this browser, then come back to this tab.`}
      mark={
        <span
          aria-hidden="true"
          className="flex size-12 items-center justify-center rounded-md bg-warning-subtle text-warning-text"
        >
          <Puzzle size={24} strokeWidth={1.6} />
        </span>
      }
    >
      <ul className="flex flex-col gap-2">
        {stores.map(({ browser, name, store }) => (
          <li key={browser}>
            <a
              href={brand.links.stores[browser]}
              target="_blank"
              rel="noreferrer"
              className={`flex min-h-11 items-center gap-1.5 rounded-md border px-4 hover:bg-hover ${browser === current ? 'border-accent shadow-[inset_0_0_0_1px_var(--accent-solid)]' : 'border-default'}`}
            >
              <BrowserMark browser={browser} />
              <span className="font-medium">{name}</span>
              <span className="truncate text-caption text-secondary">{store}</span>
              <span className="ml-auto flex shrink-0 items-center">
                {browser === current ? (
                  <Badge tone="accent">This browser</Badge>
                ) : (
                  <ExternalLink size={16} strokeWidth={1.6} aria-hidden="true" className="text-secondary" />
                )}
              </span>
              <span className="sr-only">opens in a new tab</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-center text-table text-secondary">
        Using a different browser?{' '}
        <a
          href={brand.links.otherBrowsers}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-accent-text underline underline-offset-3"
        >
          Other
        </a>
        {' · '}
        <Link
          to={`${paths.help}/install`}
          onClick={onClose}
          className="font-medium text-accent-text underline underline-offset-3"
        >
          Help with the installation
        </Link>
      </p>
    </ModalCard>
  )
}
