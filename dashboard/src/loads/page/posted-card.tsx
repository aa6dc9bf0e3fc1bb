import { formatCount } from '@loadping/contract/format/counts'
import { formatDollars, formatPerMile } from '@loadping/contract/format/money'
import { formatTemperature } from '@loadping/contract/format/temperature'
import { ratesOf } from '@loadping/contract/loads/load-rates'
import type { SavedLoad, SharedLoad } from '@loadping/contract/loads/saved-loads'
import { Card } from '../../ui/card.tsx'
import { EmptyValue } from '../../ui/figure.tsx'
import { Entry, Grid } from './posted-entries.tsx'
import { TemperatureEntry } from './temperature-entry.tsx'
import type { Trip } from './use-trip.ts'

const fullPartialLabels = { full: 'Full', partial: 'Partial', both: 'Full or partial' }
const count = (number: number | undefined, unit: string) =>
  number === undefined ? undefined : `${formatCount(number)} ${unit}`

/** The posted rate with what it pays per mile, and the facts of the load. */
export function PostedCard({ load, isOwn, trip }: { load: SavedLoad; isOwn: boolean; trip: Trip }) {
  const { facts } = load
  const { rate, weightPounds, lengthFeet, fullPartial, reference, commodity } = facts
  const miles = trip.trip?.miles
  const { totalCents, rpmCents, allInRpmCents } = ratesOf({
    rate,
    tripMiles: miles,
    deadheadMiles: trip.deadhead?.miles,
  })
  return (
    <Card className="p-4">
      <p className="text-caption text-secondary">
        {rate?.basis === 'per-mile' ? 'Posted rate, per mile' : 'Posted rate'}
      </p>
      <div className="tabular-nums flex items-end justify-between gap-3">
        {rate ? (
          <p className="text-kpi">{totalCents === null ? formatPerMile(rate.cents, 1) : formatDollars(totalCents)}</p>
        ) : (
          <p className="text-title text-secondary">No rate posted</p>
        )}
        {totalCents !== null && rpmCents !== null && (
          <div className="pb-1 text-right">
            <p className="text-body font-semibold">
              {formatPerMile(rpmCents, 1)} <span className="font-normal text-secondary">/mi</span>
            </p>
            {allInRpmCents !== null && (
              <p className="text-caption text-secondary">{formatPerMile(allInRpmCents, 1)} with deadhead</p>
            )}
          </div>
        )}
      </div>
      <div className="mt-3 border-t border-subtle pt-3">
        <Grid>
          <Entry name="Trip">{count(miles, 'mi')}</Entry>
          <Entry name="Deadhead">{count(trip.deadhead?.miles, 'mi')}</Entry>
          <SizeEntries facts={facts} />
          <Entry name="Load">{fullPartial && fullPartialLabels[fullPartial]}</Entry>
          <Entry name="Ref">{reference}</Entry>
          <TemperatureEntry load={load} isOwn={isOwn} />
          {commodity && (
            <Entry name="Commodity" isWide>
              {commodity}
            </Entry>
          )}
        </Grid>
      </div>
      {weightPounds === undefined && lengthFeet === undefined && (
        <p className="mt-3 text-caption text-muted">The posting states neither weight nor length.</p>
      )}
    </Card>
  )
}

const SizeEntries = ({ facts: { weightPounds, lengthFeet } }: { facts: SharedLoad['facts'] }) => (
  <>
    <Entry name="Weight">{count(weightPounds, 'lb')}</Entry>
    <Entry name="Length">{count(lengthFeet, 'ft')}</Entry>
  </>
)

/** What a link shows of a load: no rate and no poster. */
export function PlanCard({ facts, miles }: { facts: SharedLoad['facts']; miles: number | null }) {
  return (
    <Card className="p-4">
      <p className="text-caption text-secondary">Trip</p>
      <p className="tabular-nums text-kpi">{miles === null ? <EmptyValue /> : count(miles, 'mi')}</p>
      <div className="mt-3 border-t border-subtle pt-3">
        <Grid>
          <SizeEntries facts={facts} />
          <Entry name="Load">{facts.fullPartial && fullPartialLabels[facts.fullPartial]}</Entry>
          {facts.temperature && (
            <Entry name="Temperature" isWide>
              {formatTemperature(facts.temperature)}
            </Entry>
          )}
        </Grid>
      </div>
    </Card>
  )
}
