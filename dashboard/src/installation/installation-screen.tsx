import { brand } from '@loadping/contract/brand'
import { formatInstant } from '@loadping/contract/format/instants'
import { inNewYork } from '@loadping/contract/format/new-york-days'
import type { InstallationPart, PartReport } from '@loadping/contract/installation/installation'
import { Copy } from 'lucide-react'
import { Section } from '../section.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.ts'
import { FigureTable, StateBadge } from './figure-table.tsx'
import { useInstallation } from './installation.data.ts'

const partNames: Record<InstallationPart, string> = {
  'mail-server': 'Mail server',
  queue: 'Emails that wait',
  backups: 'Backups',
  copy: 'Held emails',
  keys: 'Keys',
  switches: 'Switches',
  database: 'Database',
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

const formatClock = inNewYork('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })

/** Shows the installation's administrators ten figures and what fails, and changes nothing. */
export const InstallationScreen = () => (
  <>
    <title>{`Installation · ${brand.name}`}</title>
    <Section what="the installation" isPage skeleton={<Skeleton className="h-100" />}>
      <Report />
    </Section>
  </>
)

function Report() {
  const { version, address, readAt, startedAt, parts, figures } = useInstallation()
  const noticed = parts
    .filter(({ state }) => state !== 'working')
    .toSorted((one, other) => one.state.localeCompare(other.state)) // those that fail first
  const names = parts.filter(({ state }) => state === 'working').map(({ part }) => partNames[part])
  return (
    <>
      <PageHead title="Installation" context="Ten figures about this server. The page reads and changes nothing">
        <p className="tabular-nums flex items-center gap-2 text-table text-secondary">
          <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
          Read {formatClock(new Date(readAt))}, every 10 s
        </p>
      </PageHead>
      {noticed.length > 0 && (
        <Card className="mb-4">
          <ul className="divide-y divide-default">
            {noticed.map((part) => (
              <Part key={part.part} {...part} />
            ))}
          </ul>
        </Card>
      )}
      <FigureTable figures={figures} />
      <p className="mt-4 text-table text-secondary">
        {names.length > 0 && `Nothing to do about: ${names.join(', ').toLowerCase()}. `}
        {`${brand.name} ${version} at ${address}. Counts are of the process that answered, since ${formatInstant(new Date(startedAt))}. Shown to the addresses in ADMINISTRATORS; the same figures and their alarms are in /metrics.`}
      </p>
    </>
  )
}

function Part({ part, state, text, reply, since, advice, command, document }: PartReport) {
  return (
    <li
      className={`flex gap-x-4 gap-y-2 px-4 py-3 max-sm:flex-col ${state === 'failing' ? 'bg-danger-subtle' : 'bg-warning-subtle'}`}
    >
      <div className="flex w-44 shrink-0 items-start justify-between gap-2 max-sm:w-auto sm:flex-col sm:justify-start">
        <h2 className="font-semibold">{partNames[part]}</h2>
        <StateBadge state={state} />
      </div>
      <div className="min-w-0 flex-1 space-y-1.5 wrap-anywhere">
        <p>{text}</p>
        {reply !== null && (
          <blockquote className="rounded-sm border border-subtle bg-sunken px-3 py-2 text-table">{reply}</blockquote>
        )}
        {advice !== null && <p className="text-secondary">{advice}</p>}
        {command !== null && <Command text={command} />}
        {(since !== null || document !== null) && (
          <p className="text-caption text-muted">
            {[since !== null && `Since ${formatInstant(new Date(since))}`, document !== null && `See ${document}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
    </li>
  )
}

function Command({ text }: { text: string }) {
  const showToast = useToast()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showToast('Command copied', 'success')
    } catch {
      showToast(`Your browser didn't let us copy. The command is ${text}`, 'error')
    }
  }
  return (
    <p className="flex flex-wrap items-center gap-2">
      <code className="rounded-xs bg-sunken px-1.5 py-1 font-mono text-table">{text}</code>
      <Button size="sm" icon={<Copy {...icon} />} onPress={() => void copy()}>
        Copy command
      </Button>
    </p>
  )
}
