import { brand } from '@loadping/contract/brand'
import { Check, Download } from 'lucide-react'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useExtensionVersion } from './extension.data.ts'

const Code = ({ children }: { children: string }) => (
  <code className="rounded-xs bg-active px-1 font-mono text-table">{children}</code>
)

/** Explains how to install the extension. */
export function ExtensionScreen() {
  const version = useExtensionVersion()
  return (
    <div className="mx-auto max-w-170">
      <title>{`Extension · ${brand.name}`}</title>
      <PageHead title="Browser extension" context="Adds an Email button, your ask and send status to every load.">
        {version && (
          <Badge tone="accent">
            <Check size={14} strokeWidth={1.6} aria-hidden="true" />
            Connected, version {version}
          </Badge>
        )}
      </PageHead>
      <Card title="Chrome and Edge">
        <ol className="list-decimal space-y-4 py-5 pr-5 pl-10 marker:text-secondary">
          <li>
            <p className="mb-2">Download the extension and unzip it into a folder you won't move.</p>
            <a href={paths.extensionZip} download className={buttonStyle('primary')}>
              <Download size={16} strokeWidth={1.6} aria-hidden="true" />
              Download for Chrome
            </a>
          </li>
          <li>
            Open <Code>chrome://extensions</Code> in a new tab. In Edge it is <Code>edge://extensions</Code>.
          </li>
          <li>Turn on Developer mode (top right).</li>
          <li>Click Load unpacked and choose the folder you unzipped.</li>
          <li>Come back here and reload this page. The sidebar then says Extension connected.</li>
        </ol>
      </Card>
      <p className="mt-4 text-table text-secondary">
        Then try it on the{' '}
        <a href={paths.demoBoard} className="text-accent-text underline underline-offset-3">
          demo board
        </a>
        , where no real broker is emailed. To update, download again, unzip into the same folder, and click the reload
        arrow in <Code>chrome://extensions</Code>.
      </p>
    </div>
  )
}
