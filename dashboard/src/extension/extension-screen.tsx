import { brand } from '@loadping/contract/brand'
import type { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import { isSupportedExtension } from '@loadping/contract/extension/extension-versions'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Section } from '../section.tsx'
import { useSession } from '../session/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BoardsCard } from './boards.parts.tsx'
import { BrowserMark } from './browser-marks.tsx'
import { DownloadLink } from './download-link.tsx'
import { useExtensionVersion } from './extension.data.ts'
import { InstallSteps } from './install-steps.tsx'
import { thisBrowser } from './this-browser.ts'

const browsers: { id: ExtensionBrowser; name: string }[] = [
  { id: 'chrome', name: 'Chrome' },
  { id: 'firefox', name: 'Firefox' },
  { id: 'edge', name: 'Edge' },
]

/** The page to get the extension from: its zip for each browser, and the steps to install and update it. */
export function ExtensionScreen() {
  const version = useExtensionVersion()
  const isConnected = version !== undefined && isSupportedExtension(version)
  const isAuth = useSession((session) => session.isAuth)
  const { hash } = useLocation()
  const asked = browsers.find(({ id }) => `#${id}` === hash)?.id
  const [chosen, setChosen] = useState<ExtensionBrowser>()
  const browser = chosen ?? asked ?? thisBrowser() ?? 'chrome'
  const name = browsers.find(({ id }) => id === browser)?.name ?? ''
  const boards = isAuth && (
    <Section what="your load boards" skeleton={<Skeleton className="h-60" />}>
      <BoardsCard />
    </Section>
  )
  return (
    <div className="mx-auto max-w-170">
      <title>{`Extension · ${brand.name}`}</title>
      <PageHead title="Browser extension" context="Adds an Email button, your ask and send status to every load.">
        {version && !isConnected && <Badge tone="warning">Outdated, version {version}</Badge>}
        {isConnected && (
          <Badge tone="accent">
            <Check size={14} strokeWidth={1.6} aria-hidden="true" />
            Connected, version {version}
          </Badge>
        )}
      </PageHead>
      <div className="flex flex-col gap-4">
        {isConnected && boards}
        <Card title="Install">
          <fieldset className="flex gap-2 border-b border-subtle p-4 max-sm:flex-col">
            <legend className="sr-only">Browser</legend>
            {browsers.map((each) => (
              <BrowserChoice
                key={each.id}
                browser={each}
                isChosen={each.id === browser}
                onChoose={() => setChosen(each.id)}
              />
            ))}
          </fieldset>
          <InstallSteps browser={browser}>
            <Section what="the download" skeleton={<Skeleton className="h-8 w-52" />}>
              <DownloadLink browser={browser} name={name} installed={version} />
            </Section>
          </InstallSteps>
        </Card>
        {!isConnected && boards}
      </div>
    </div>
  )
}

type BrowserChoiceProps = { browser: (typeof browsers)[number]; isChosen: boolean; onChoose: () => void }

const BrowserChoice = ({ browser: { id, name }, isChosen, onChoose }: BrowserChoiceProps) => (
  <label
    className={`flex min-h-11 flex-1 cursor-pointer items-center gap-2 rounded-md border px-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${isChosen ? 'border-accent bg-accent-subtle font-medium' : 'border-control hover:bg-hover'}`}
  >
    <input type="radio" name="browser" checked={isChosen} onChange={onChoose} className="sr-only" />
    <BrowserMark browser={id} />
    {name}
    {id === thisBrowser() && <span className="ml-auto text-caption text-secondary">This browser</span>}
  </label>
)
