import { formatAge } from '@loadping/contract/format/ages'
import { formatDuration } from '@loadping/contract/format/durations'
import { formatDollars } from '@loadping/contract/format/money'
import type { OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { Phone } from 'lucide-react'
import { Link } from 'react-router'
import { useCall } from '../loads/load-changes.data.ts'
import { telOf } from '../loads/load-display.parts.tsx'
import { paths } from '../paths.ts'
import { useTimeZone } from '../places/places.data.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { Key } from '../ui/key.tsx'
import { Lane } from '../ui/lane-glyph.tsx'
import { placeName } from './board-view.ts'
import { describeNoneDue } from './due-texts.ts'
import { nameOf, useLoadedDueCalls } from './truck-board.data.ts'

type DueCardProps = { names: ReadonlyMap<string, string>; now: Date }

const shown = 6

/** The first of the asks that are due for a call, beside the trucks. */
export function DueCard({ names, now }: DueCardProps) {
  const calls = useLoadedDueCalls()
  const zone = useTimeZone(null)
  if (!calls) return null
  const { due, dueMinutes } = calls
  return (
    <Card
      title="Due calls"
      aside={dueMinutes === null ? 'Off' : `No answer in ${formatDuration(dueMinutes)}`}
      className="print:hidden"
    >
      {due.length === 0 ? (
        <p className="p-4 text-table text-secondary">{describeNoneDue(calls, zone, now.getTime())}</p>
      ) : (
        <ul>
          {due.slice(0, shown).map((ask) => (
            <DueRow
              key={ask.loadId}
              ask={ask}
              truck={names.get(ask.truckIds[0] ?? '') ?? ''}
              age={formatAge(new Date(ask.askedAt), now)}
            />
          ))}
        </ul>
      )}
      <div className="px-3.5 py-3">
        {due.length > 0 ? (
          <CallLink count={due.length} />
        ) : (
          <Link to={paths.dueCalls} className={`${buttonStyle('secondary')} w-full`}>
            Due calls
          </Link>
        )}
      </div>
    </Card>
  )
}

/** The way to the list of due calls. */
export const CallLink = ({ count, hasKey = true }: { count: number; hasKey?: boolean }) => (
  <Link to={paths.dueCalls} className={`${buttonStyle('primary', 'md')} w-full max-sm:text-lead`}>
    <Phone size={16} strokeWidth={1.6} aria-hidden="true" />
    {count === 1 ? 'Call the one due' : `Call the ${count} due`}
    {hasKey && (
      <span aria-hidden="true" className="max-sm:hidden">
        <Key isOnAccent>D</Key>
      </span>
    )}
  </Link>
)

function DueRow({ ask, truck, age }: { ask: OpenAsk; truck: string; age: string }) {
  const { facts, askCents, askedBy } = ask
  const call = useCall()
  return (
    <li className="tabular-nums grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-b border-subtle px-3.5 py-2.5 text-table">
      <bdi className="truncate font-medium">{nameOf(ask)}</bdi>
      <span className="text-right text-secondary">{age}</span>
      <span className="col-span-2 truncate text-caption text-secondary">
        <Lane from={placeName(facts.origin)} to={placeName(facts.dest)} />
      </span>
      {askedBy && <span className="col-span-2 truncate text-caption text-secondary">asked by {askedBy}</span>}
      {facts.phone ? (
        <a
          href={telOf(facts.phone)}
          onClick={() => call.record({ id: ask.loadId, facts }, askCents ?? undefined)}
          className="inline-flex min-w-0 items-center gap-1.5 text-accent-text hover:underline"
        >
          <Phone size={14} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
          <span className="truncate">{facts.phone}</span>
        </a>
      ) : (
        <span className="text-caption text-secondary">No phone posted</span>
      )}
      <span className="text-right">
        <span className="text-caption text-secondary">{truck}</span>
        {askCents !== null && <b className="ml-2 font-semibold">{formatDollars(askCents)}</b>}
      </span>
    </li>
  )
}
