import { formatMiles } from '@loadping/contract/format/counts'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { MilesSource } from '@loadping/contract/places/places'
import { averageMilesPerHour, loadingMinutes } from '@loadping/contract/trucks/driving-hours'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { deliveryDeadline, formatDelivery, formatPickup, formatSoon } from '../../freight-text/load-times.ts'
import { paths } from '../../paths.ts'
import { EmptyValue } from '../../ui/figure.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { ListedTruck } from './use-ranked-trucks.ts'
import { describeDriving, describeRests, describeSlack, type Trip, type Verdict } from './use-trip.ts'

const sourceLabels: Record<MilesSource, string> = {
  board: 'from the board',
  'routing-service': 'road miles',
  highways: 'est. over highways',
  'straight-line': 'est. from the straight line',
}

/** Only an estimate says so: the board's miles are what the posting pays for. */
const estimateNote = (source: MilesSource): string => (source === 'board' ? '' : `, ${sourceLabels[source]}`)

const looks = {
  good: { Icon: CircleCheck, style: 'text-accent-text' },
  late: { Icon: CircleAlert, style: 'text-warning-text' },
  bad: { Icon: CircleAlert, style: 'text-danger-text' },
  unknown: { Icon: CircleHelp, style: 'text-secondary' },
}

/** Whether the truck makes it, at a glance. */
function VerdictLine({ verdict: { tone, text } }: { verdict: Verdict }) {
  const { Icon, style } = looks[tone]
  return (
    <p role="status" className={`flex items-center gap-2 text-body font-semibold ${style}`}>
      <Icon size={16} strokeWidth={2} aria-hidden="true" className="shrink-0" />
      {text}
    </p>
  )
}

type TripStripProps = {
  facts: StoredFacts
  trip: Trip
  trucks: ListedTruck[]
  onTruck: (id: string) => void
}

/** The chosen truck's way to the pickup and the delivery: miles, when it can load and when it arrives. */
export function TripStrip({ facts, trip, trucks, onTruck }: TripStripProps) {
  const { deadhead, plan, zones, verdict } = trip
  const now = useNow(60_000).getTime()
  const deadline = zones.dest ? deliveryDeadline(facts, zones.dest) : undefined
  return (
    <Strip
      foot={
        plan &&
        `Estimate: ${averageMilesPerHour} mph, ${loadingMinutes} min to load, ${describeRests(plan.toPickup, plan.toDelivery)}. Split sleeper berth and hours that come back daily are not counted. Not legal advice.`
      }
      head={
        <>
          <VerdictLine verdict={verdict} />
          <TruckSelect trucks={trucks} truck={trip.truck} onTruck={onTruck} />
        </>
      }
    >
      <Cell name="Deadhead" note={deadhead && sourceLabels[deadhead.source]}>
        {deadhead && formatMiles(deadhead.miles)}
      </Cell>
      <Cell name="Trip" note={trip.trip && `${describeDriving(trip.trip.miles)}${estimateNote(trip.trip.source)}`}>
        {trip.trip && formatMiles(trip.trip.miles)}
      </Cell>
      <Cell
        name="Can load by"
        note={plan ? describeRests(plan.toPickup) : `Pickup ${formatPickup(facts, zones.origin) ?? 'day not posted'}`}
      >
        {plan && zones.origin && formatSoon(plan.loadsAt, zones.origin, now)}
      </Cell>
      <Cell
        name="Arrives"
        note={
          plan
            ? (describeSlack(plan.toDelivery.arrivesAt, deadline) ?? describeRests(plan.toDelivery))
            : `Delivery ${formatDelivery(facts, zones.dest) ?? 'day not posted'}`
        }
      >
        {plan && zones.dest && formatSoon(plan.toDelivery.arrivesAt, zones.dest, now)}
      </Cell>
    </Strip>
  )
}

type StripProps = { head?: ReactNode; foot?: string | undefined; columns?: 3 | 4; children: ReactNode }

/** What lies over the bottom of the map. */
export const Strip = ({ head, foot, columns = 4, children }: StripProps) => (
  <section
    aria-label="Trip"
    className="pointer-events-auto rounded-md border border-default bg-surface px-4 py-3 shadow-pop max-md:shadow-card"
  >
    {head && (
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-subtle pb-2.5">
        {head}
      </div>
    )}
    <dl
      className={`tabular-nums grid grid-cols-2 gap-x-4 gap-y-2 ${columns === 4 ? 'min-[900px]:grid-cols-4' : 'min-[900px]:grid-cols-3'}`}
    >
      {children}
    </dl>
    {foot && <p className="mt-2 text-caption text-muted">{foot}</p>}
  </section>
)

/** A figure of the trip with its name above and a note below. */
export const Cell = ({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-caption text-secondary">{name}</dt>
    <dd className="text-body font-semibold">{children || <EmptyValue />}</dd>
    {note && <dd className="text-caption text-secondary first-letter:uppercase">{note}</dd>}
  </div>
)

function TruckSelect({
  trucks,
  truck,
  onTruck,
}: Pick<TripStripProps, 'trucks' | 'onTruck'> & { truck: Truck | undefined }) {
  if (trucks.length === 0)
    return (
      <Link to={paths.settingsAt('trucks')} className="text-table font-medium text-accent-text hover:underline">
        Add a truck
      </Link>
    )
  return (
    <label className="flex items-center gap-2 text-table text-secondary">
      Truck
      <select
        value={truck?.id ?? ''}
        onChange={({ target }) => onTruck(target.value)}
        className="h-8 max-w-72 min-w-0 rounded-sm border border-control bg-surface px-2 text-primary max-sm:h-11"
      >
        {!truck && <option value="">Choose</option>}
        {trucks.map(({ truck: { id }, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
