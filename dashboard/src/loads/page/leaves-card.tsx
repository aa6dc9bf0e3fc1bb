import { describeOldPrice } from '@loadping/contract/format/ages'
import { formatMiles } from '@loadping/contract/format/counts'
import { formatFullDate } from '@loadping/contract/format/instants'
import { formatDollars, formatPerMile, formatPlainDollars } from '@loadping/contract/format/money'
import type { FuelPrices } from '@loadping/contract/fuel/fuel'
import {
  figuresInDollars,
  type LoadFigures,
  loadFigures,
  type MissingInput,
} from '@loadping/contract/loads/load-figures'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import type { Costs } from '@loadping/contract/trucks/trucks'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { Trip } from './use-trip.ts'

type LeavesCardProps = {
  facts: StoredFacts
  trip: Trip
  costs: Costs
  fuel: FuelPrices | undefined
  askCents: number | undefined
}

/** What the ask, or without one the posted rate, leaves after the user's costs. */
export function LeavesCard({ facts, trip, costs, fuel, askCents }: LeavesCardProps) {
  const tripMiles = trip.trip?.miles
  const posted = postedTotalCents({ rate: facts.rate, tripMiles })
  const rateCents = askCents ?? posted
  const deadheadMiles = trip.deadhead?.miles
  const figures = loadFigures({ rateCents, tripMiles, deadheadMiles, dieselPrice: fuel?.diesel, costs })
  const shown = { ...figures, ...figuresInDollars(rateCents, figures) }
  return (
    <Card className="p-4">
      <h2 className="mb-3 text-body font-semibold">What it leaves</h2>
      <dl className="tabular-nums flex flex-col gap-2.5 text-table">
        {rateCents !== undefined && (
          <Line name={askCents === undefined ? 'Posted rate' : 'Ask'}>{formatDollars(rateCents)}</Line>
        )}
        {shown.runningCents !== undefined && figures.totalMiles !== undefined && (
          <Line name={`Running cost, ${formatMiles(figures.totalMiles)} × ${perMile(figures)}`}>
            {minus(shown.runningCents)}
          </Line>
        )}
        {shown.feesCents !== undefined && shown.feesCents > 0 && (
          <Line name={`Fees, ${costs.feesPercent}%`}>{minus(shown.feesCents)}</Line>
        )}
        {shown.leftCents !== undefined && (
          <Line
            name={<span className="font-semibold text-primary">You keep</span>}
            className="border-t border-subtle pt-2.5"
          >
            <span className={`font-semibold ${shown.leftCents < 0 ? 'text-danger-text' : 'text-accent-text'}`}>
              {shown.leftCents < 0 ? `−${formatDollars(-shown.leftCents)}` : formatDollars(shown.leftCents)}
            </span>
          </Line>
        )}
      </dl>
      {figures.leftCents === undefined && <Missing missing={figures.missing} trip={trip} />}
      <p className="mt-2.5 text-caption text-secondary">{describeFuel(figures, fuel)}</p>
      <OldFuel fuel={fuel} />
      {figures.walkAwayCents !== undefined && (
        <p className="mt-1 text-caption text-secondary">
          Below {formatDollars(Math.ceil(figures.walkAwayCents / 100) * 100)} you lose money.
        </p>
      )}
    </Card>
  )
}

const perMile = ({ runningCents = 0, totalMiles = 1 }: LoadFigures): string => formatPerMile(runningCents, totalMiles)
const minus = (cents: number): string => `−${formatDollars(cents)}`

type LineProps = { name: ReactNode; className?: string; children: ReactNode }

const Line = ({ name, className = '', children }: LineProps) => (
  <div className={`flex justify-between gap-3 ${className}`}>
    <dt className="text-secondary">{name}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
)

const reasons: Record<MissingInput, string> = {
  rate: 'Enter an ask to see what you keep.',
  trip: 'The trip miles are not known.',
  deadhead: 'The deadhead is not known. Add a truck and where it is empty.',
  diesel: 'No diesel price is known around the pickup.',
  costs: 'Enter what a mile costs you to see what you keep.',
}

/** Says what the figures lack, the user's own costs first. */
function Missing({ missing, trip }: { missing: MissingInput[]; trip: Trip }) {
  const first = missing.includes('costs') ? 'costs' : missing[0]
  if (!first) return null
  const target = first === 'costs' ? 'costs' : first === 'deadhead' && !trip.truck ? 'trucks' : undefined
  return (
    <div className="mt-2.5 text-table first:mt-0">
      <p className="text-secondary">{reasons[first]}</p>
      {target && (
        <Link to={paths.settingsAt(target)} className="font-medium text-accent-text hover:underline">
          {target === 'costs' ? 'Enter costs in Settings' : 'Add a truck in Settings'}
        </Link>
      )}
    </div>
  )
}

/** Warns of a diesel price that is no longer what a truck pays. */
function OldFuel({ fuel }: { fuel: FuelPrices | undefined }) {
  const now = useNow()
  const asOf = fuel?.diesel && fuel.sources.diesel?.asOf
  const age = asOf ? describeOldPrice(asOf, now) : undefined
  return age && <p className="mt-1 text-caption text-warning-text">This diesel price is {age}. Today's may differ.</p>
}

/** `Midwest` of `Midwest (PADD 2)`. */
const areaOf = (name: string): string => name.replace(/ \(PADD .*/, '')

/** Names the fuel that the figures include, or else the price around the pickup, with its area and date. */
function describeFuel({ fuel: used }: LoadFigures, fuel: FuelPrices | undefined): string {
  const source = fuel?.sources.diesel
  if (!fuel?.diesel || !source) return fuel ? 'No diesel price is known around the pickup.' : 'Diesel: loading…'
  const price = `$${formatPlainDollars(Number(fuel.diesel) * 100)} (EIA, ${areaOf(source.name)}, ${formatFullDate(new Date(`${source.asOf}T12:00:00Z`))})`
  return used ? `Includes ${used.gallons.toFixed(1)} gal of diesel at ${price}` : `Diesel is ${price}`
}
