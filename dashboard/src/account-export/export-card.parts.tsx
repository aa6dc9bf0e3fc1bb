import { type AccountExport, exportDays } from '@loadping/contract/account-export/account-export.api'
import { brand } from '@loadping/contract/brand'
import { formatBytes } from '@loadping/contract/format/counts'
import { formatWhen } from '@loadping/contract/format/instants'
import { Download } from 'lucide-react'
import { errorMessage } from '../error-message.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useNow } from '../ui/use-now.ts'
import { useAccountExport, useDownloadExport, useRequestExport } from './account-export.data.ts'

/** Lets the user get all of their data as one file. */
export function ExportCard() {
  const current = useAccountExport()
  const { mutate: request, isPending, error } = useRequestExport()
  const now = useNow()
  const isMaking = current?.state === 'making'
  return (
    <Card title="Export my data" aside="New York time">
      <p className="px-4 pt-4 text-table text-secondary">
        {`Everything that ${brand.name} stores of your account in one zip file: profile, loads, emails, templates and the rest, `}
        {`as tables for spreadsheets and as JSON. You can download it for ${exportDays} days.`}
      </p>
      <div role="status" className="px-4 pt-3 pb-4 text-table empty:pt-1">
        {current && <State current={current} now={now} />}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-3 border-t border-subtle bg-sunken px-4 py-3">
        {error && (
          <p role="alert" className="mr-auto text-caption text-danger-text">
            {errorMessage(error)}
          </p>
        )}
        <Button isLoading={isPending} isDisabled={isMaking} onPress={() => request()}>
          {labels[current?.state ?? 'none']}
        </Button>
        {current?.state === 'ready' && <DownloadButton id={current.id} />}
      </div>
    </Card>
  )
}

const labels = { none: 'Export my data', making: 'Export my data', ready: 'Export again', failed: 'Try again' }

function State({ current: { state, percent, size, expiresAt }, now }: { current: AccountExport; now: Date }) {
  if (state === 'making')
    return (
      <>
        <ProgressBar label="Export" percent={percent} valueText={`${percent} percent`} />
        <p className="mt-2">
          Being made
          <span aria-hidden="true" className="tabular-nums">{`, ${percent}%`}</span>. You can leave this page: an email
          tells you when it is ready.
        </p>
      </>
    )
  if (state === 'failed')
    return <p className="text-danger-text">Your data couldn't be exported. Nothing was lost; try again.</p>
  return (
    <p className="font-medium tabular-nums">
      {`Ready: ${formatBytes(size ?? 0)}, to download until ${expiresAt ? formatWhen(new Date(expiresAt), now) : ''}.`}
    </p>
  )
}

function DownloadButton({ id }: { id: string }) {
  const { mutate: download, isPending } = useDownloadExport()
  return (
    <Button
      variant="primary"
      icon={<Download size={16} strokeWidth={1.6} aria-hidden="true" />}
      isLoading={isPending}
      onPress={() => download(id)}
    >
      Download
    </Button>
  )
}
