import { brand } from '@loadping/contract/brand'
import { formatInstant } from '@loadping/contract/format/instants'
import type { InstallationPart, PartReport } from '@loadping/contract/installation/installation'
import { CircleAlert, CircleCheck, Copy, Info } from 'lucide-react'
import { Section } from '../section.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.ts'
import { useInstallation } from './installation.data.ts'

const names: Record<InstallationPart, string> = {
  'mail-server': 'Mail server',
  queue: 'Emails that wait',
  backups: 'Backups',
  copy: 'Held emails',
  keys: 'Keys',
  switches: 'Switches',
  database: 'Database',
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }
const states: Record<PartReport['state'], { word: string; tone: Tone; Icon: typeof Info }> = {
  failing: { word: 'Failing', tone: 'danger', Icon: CircleAlert },
  look: { word: 'Look', tone: 'warning', Icon: Info },
  working: { word: 'Working', tone: 'accent', Icon: CircleCheck },
}
const order = Object.keys(states)

/** Shows the installation's administrators how its parts do, and changes nothing. */
export const InstallationScreen = () => (
  <>
    <title>{`Installation · ${brand.name}`}</title>
    <Section what="the installation" isPage skeleton={<Skeleton className="h-100" />}>
      <Report />
    </Section>
  </>
)

function Report() {
  const { version, address, parts } = useInstallation()
  const sorted = parts.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  return (
    <>
      <PageHead title="Installation" context={`${brand.name} ${version} at ${address}`} />
      <Card>
        <ul className="divide-y divide-default">
          {sorted.map((part) => (
            <Part key={part.part} {...part} />
          ))}
        </ul>
      </Card>
      <p className="mt-4 text-table text-secondary">
        This page only reads. Everything is changed by commands on the server's machine, with its settings.
      </p>
    </>
  )
}

function Part({ part, state, text, reply, since, advice, command, document }: PartReport) {
  const { word, tone, Icon } = states[state]
  return (
    <li className="flex gap-x-4 gap-y-2 px-4 py-3 max-sm:flex-col">
      <div className="flex w-44 shrink-0 items-start justify-between gap-2 max-sm:w-auto sm:flex-col sm:justify-start">
        <h2 className="font-semibold">{names[part]}</h2>
        <Badge tone={tone}>
          <Icon {...icon} size={12} />
          {word}
        </Badge>
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
