import { formatShortDate } from '@loadping/contract/format/instants'
import { formatDollars, formatPerMile } from '@loadping/contract/format/money'
import { outcomeLabels } from '@loadping/contract/loads/outcomes'
import type { LoadPerson, SavedLoad } from '@loadping/contract/loads/saved-loads'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { useLoadMemory } from './load-page.data.ts'
import { nameOf } from './send-guard.tsx'

/** What the user's team asked and got on this lane, with counts and dates. */
export function MemoryCard({ load, people, userId }: { load: SavedLoad; people: LoadPerson[]; userId: string }) {
  const { lane } = useLoadMemory(load.id)
  const { origin, dest, equipment } = load.facts
  return (
    <Card title="Your lane, 90 days" aside={`${origin.state} to ${dest.state}${equipment ? `, ${equipment}` : ''}`}>
      {lane.asks === 0 ? (
        <p className="p-4 text-table text-secondary">
          No other contact within 50 miles of both ends with this equipment. Asks and outcomes add up here.
        </p>
      ) : (
        <div className="p-4">
          <dl className="tabular-nums grid grid-cols-3 gap-3">
            <Figure name={lane.asks === 1 ? 'contact' : 'contacts'}>{lane.asks}</Figure>
            {lane.medianAskPerMileCents !== null && (
              <Figure name="median ask /mi">{formatPerMile(lane.medianAskPerMileCents, 1)}</Figure>
            )}
            <Figure
              name={
                lane.medianBookedPerMileCents === null
                  ? 'booked'
                  : `booked at ${formatPerMile(lane.medianBookedPerMileCents, 1)}`
              }
            >
              {lane.booked}
            </Figure>
          </dl>
          <ul className="mt-4 flex flex-col gap-2 border-t border-subtle pt-3 text-caption text-secondary">
            {lane.latest.map(({ loadId, userId: by, at, askCents, outcome }) => (
              <li key={loadId} className="tabular-nums flex justify-between gap-3">
                <Link to={paths.load(loadId)} className="min-w-0 wrap-anywhere hover:underline">
                  {`${nameOf(by, people, userId)}${askCents === null ? '' : ` asked ${formatDollars(askCents)}`}${outcome ? `, ${outcomeLabels[outcome.kind].toLowerCase()}${outcome.cents === null ? '' : ` at ${formatDollars(outcome.cents)}`}` : ''}`}
                </Link>
                <span className="shrink-0">{formatShortDate(new Date(at))}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-caption text-secondary">{name}</dt>
    <dd className="text-lead font-semibold">{children}</dd>
  </div>
)
