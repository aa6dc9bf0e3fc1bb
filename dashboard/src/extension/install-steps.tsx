import type { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'

const Code = ({ children }: { children: string }) => (
  <code className="rounded-xs bg-active px-1 font-mono text-table">{children}</code>
)

const chromiumSteps = (address: string): ReactNode[] => [
  <>
    Open <Code>{address}</Code> in a new tab.
  </>,
  'Turn on Developer mode.',
  'Click Load unpacked and choose the folder you unzipped.',
]

const steps: Record<ExtensionBrowser, ReactNode[]> = {
  chrome: ["Unzip it into a folder you won't move.", ...chromiumSteps('chrome://extensions')],
  edge: ["Unzip it into a folder you won't move.", ...chromiumSteps('edge://extensions')],
  firefox: [
    <>
      Open <Code>about:debugging#/runtime/this-firefox</Code> in a new tab. You need Firefox 140 or later.
    </>,
    'Click Load Temporary Add-on and choose the zip you downloaded.',
    'Until the extension is in Firefox Add-ons, Firefox removes it when it closes. Load it again then.',
  ],
}

const updates: Record<ExtensionBrowser, ReactNode> = {
  chrome: (
    <>
      download again, unzip into the same folder, and click the reload arrow in <Code>chrome://extensions</Code>
    </>
  ),
  edge: (
    <>
      download again, unzip into the same folder, and click Reload in <Code>edge://extensions</Code>
    </>
  ),
  firefox: 'download again and load it in place of the one before',
}

/** The steps from the download to the first board; `children` is the download. */
export const InstallSteps = ({ browser, children }: { browser: ExtensionBrowser; children: ReactNode }) => (
  <div className="p-5">
    <ol className="list-decimal space-y-4 pl-5 marker:text-secondary">
      <li>
        <p className="mb-2">Download the extension.</p>
        {children}
      </li>
      {steps[browser].map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position.
        <li key={`${browser} ${index}`}>{step}</li>
      ))}
      <li>Come back here and reload this page. The sidebar then says Extension connected.</li>
      <li>
        Open the extension in the toolbar and turn on your load board. It shows first what it reads, and asks for that
        board only.
      </li>
    </ol>
    <p className="mt-5 border-t border-subtle pt-4 text-table text-secondary">
      Try it on the{' '}
      <a href={paths.practice} className="text-accent-text underline underline-offset-3">
        practice board
      </a>
      , whose emails go only to you. To update, {updates[browser]}.
    </p>
  </div>
)
