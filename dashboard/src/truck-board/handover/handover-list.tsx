import { formatWhen } from '@loadping/contract/format/instants'
import type { Handover, OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { ArrowLeftRight, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../loads/load-changes.data.ts'
import { paths } from '../../paths.ts'
import { useTimeZones } from '../../places/places.data.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { InitialsBadge } from '../../ui/initials-badge.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { missingOf } from '../handover.data.ts'
import { KeyHints } from '../key-hints.tsx'
import { EarlierCard } from './handover-cards.tsx'
import { isQuiet, placesOf } from './handover-lines.ts'
import { QuietTrucks, type TruckActions, TruckSection } from './handover-truck.tsx'

type HandoverListProps = {
  handover: Handover
  actions: TruckActions
  hints: readonly (readonly [keys: string, what: string])[]
  side: ReactNode
}

/** The trucks, beside what is about all of them. */
export function HandoverList({ handover, actions, hints, side }: HandoverListProps) {
  const { from, trucks, earlier } = handover
  const taken = missingOf(handover)
  const now = useNow()
  const call = useCall()
  const zoneAt = useTimeZones(trucks.flatMap(placesOf))
  const open = trucks.filter((truck) => !isQuiet(truck))
  const quiet = trucks.filter(isQuiet)
  const start = ({ loadId: id, facts, askCents }: OpenAsk) => call.record({ id, facts }, askCents ?? undefined)
  return (
    <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_264px] md:grid-rows-[auto_1fr] print:block">
      {trucks.length > 0 && <div className="md:order-2">{side}</div>}
      <div className="flex min-w-0 flex-col gap-3 md:row-span-2">
        {trucks.length === 0 && <NoTrucks isOwn={actions.kind === 'note'} name={from.name} />}
        {trucks.length + taken.length > 0 && (
          <ul
            aria-label="Trucks"
            className="overflow-hidden rounded-md border border-default bg-surface shadow-card print:text-caption print:shadow-none"
          >
            {open.map((truck) => (
              <TruckSection
                key={truck.truck.id}
                truck={truck}
                times={{ now, zoneAt }}
                actions={actions}
                onCall={start}
              />
            ))}
            {quiet.length > 0 && <QuietTrucks trucks={quiet} actions={actions} />}
            {taken.map((each) => (
              <TakenRow key={each.id} taken={each} now={now} canChoose={actions.kind === 'choose'} />
            ))}
          </ul>
        )}
        {trucks.length > 0 && <KeyHints hints={hints} />}
      </div>
      <div className="md:order-3">
        <EarlierCard earlier={earlier} from={from.name} now={now} />
      </div>
    </div>
  )
}

type TakenRowProps = { taken: Handover['taken'][number]; now: Date; canChoose: boolean }

/** Trucks that somebody took over, and that are no longer to be had. */
const TakenRow = ({ taken: { trucks, to, at }, now, canChoose }: TakenRowProps) => (
  <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-t border-default px-4 py-2 first:border-t-0">
    {canChoose && (
      <input
        type="checkbox"
        disabled
        aria-label={`${trucks.join(', ')}, taken over by ${to}`}
        className="size-4 shrink-0 print:hidden"
      />
    )}
    <span className="min-w-0 font-semibold wrap-anywhere">{trucks.join(', ')}</span>
    <span className="tabular-nums ml-auto flex items-center gap-2 text-table font-medium text-accent-text">
      <InitialsBadge name={to} toneKey={to} className="size-5 text-[9px] print:hidden" />
      {to} took over at {formatWhen(new Date(at), now)}
    </span>
  </li>
)

const NoTrucks = ({ isOwn, name }: { isOwn: boolean; name: string }) => (
  <Card>
    {isOwn ? (
      <EmptyState
        icon={<Truck size={24} strokeWidth={1.6} aria-hidden="true" />}
        title="You have no trucks"
        text="Add trucks, or take over those of a teammate: what is open of each shows here for the next person."
      >
        <Link to={paths.trucks} className={buttonStyle('primary')}>
          Add trucks
        </Link>
      </EmptyState>
    ) : (
      <EmptyState
        icon={<ArrowLeftRight size={24} strokeWidth={1.6} aria-hidden="true" />}
        title={`${name} has no trucks`}
        text="There is nothing to take over."
      />
    )}
  </Card>
)
