import type { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import { Download } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { useDownloads } from './downloads.data.ts'

type DownloadLinkProps = { browser: ExtensionBrowser; name: string; installed: string | undefined }

/** The download for one browser, with its version, size and hash. */
export function DownloadLink({ browser, name, installed }: DownloadLinkProps) {
  const download = useDownloads().find((one) => one.browser === browser)
  if (!download)
    return <p className="text-secondary">This server has no extension for {name} yet. Ask your administrator.</p>

  const { path, version, bytes, sha256 } = download
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <a href={path} download className={buttonStyle('primary')}>
          <Download size={16} strokeWidth={1.6} aria-hidden="true" />
          Download for {name}
        </a>
        <span className="tabular-nums text-table text-secondary">
          Version {version}, {Math.ceil(bytes / 1024)} KB
        </span>
        {installed && installed !== version && <Badge tone="warning">Update from {installed}</Badge>}
      </div>
      <p className="mt-2 text-caption text-secondary">
        SHA-256 <span className="font-mono wrap-anywhere">{sha256}</span>
      </p>
    </>
  )
}
