import type { PostedRate } from '@loadping/contract/boards/posted-load'
import { formatAge } from '@loadping/contract/format/ages'
import { formatCount } from '@loadping/contract/format/counts'
import { formatMoney, formatPerMile } from '@loadping/contract/format/money'
import { formatDayAs } from '@loadping/contract/format/new-york-days'
import { listPracticeRows, type PracticeRow } from '@loadping/contract/practice/practice'
import { type ReactNode, useState } from 'react'
import { useNow } from '../ui/use-now.ts'
import { PracticeControls } from './practice-controls.tsx'

const columns = [
  ['Age', 'text-left'],
  ['Truck', 'text-left'],
  ['Origin', 'text-left'],
  ['Destination', 'text-left'],
  ['Trip', 'text-right'],
  ['DH', 'text-right'],
  ['Pickup', 'text-left'],
  ['Weight', 'text-right'],
  ['Company', 'text-left'],
  ['Rate', 'text-right'],
] as const

const wide =
  '@[72rem]:grid @[72rem]:grid-cols-[3.25rem_2.5rem_6.25rem_7.25rem_2.25rem_2.25rem_2.75rem_4.75rem_minmax(9rem,1fr)_4rem_19.5rem] @[72rem]:gap-x-2.5'

/**
 * The rows, built as a load board builds its own, so that the extension reads them like any other. Without its controls
 * they show ours.
 */
export function PracticeTable({ isOwn }: { isOwn: boolean }) {
  const now = useNow(60_000)
  const [openedAt] = useState(now)
  return (
    <div className="@container overflow-hidden rounded-md border border-default bg-surface">
      <table className="block w-full text-table">
        <caption className="sr-only">Made-up postings</caption>
        <thead className="hidden border-b border-default bg-sunken text-caption font-medium text-secondary @[72rem]:block">
          <tr className={`items-center px-4 py-2 ${wide}`}>
            {columns.map(([name, align]) => (
              <th key={name} scope="col" className={`font-medium ${align}`}>
                {name}
              </th>
            ))}
            <th scope="col" className="text-right font-medium">
              Actions
            </th>
          </tr>
        </thead>
        <tbody className="ag-center-cols-container block divide-y divide-subtle">
          {listPracticeRows(openedAt).map((row) => (
            <Row key={row.id} row={row} openedAt={openedAt} now={now} isOwn={isOwn} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, openedAt, now, isOwn }: { row: PracticeRow; openedAt: Date; now: Date; isOwn: boolean }) {
  const { id, load, minutesOld } = row
  const { origin, dest, tripMiles, deadheadMiles, weightPounds, company, contactEmail, phone, rate, pickupDay } = load
  const postedAt = new Date(openedAt.getTime() - minutesOld * 60_000)
  return (
    <tr
      row-id={id}
      className={`ag-row relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-hover @[72rem]:min-h-12 @[72rem]:py-1 ${wide} ${isOwn ? '' : '@max-[72rem]:pr-88'}`}
    >
      <Cell id="updatedOn" className="text-secondary">
        {formatAge(postedAt, now)}
      </Cell>
      <Cell id="equipmentCode">{load.equipment}</Cell>
      <Cell id="originCityState" className="font-medium">{`${origin.city}, ${origin.state}`}</Cell>
      <Cell id="destinationCityState" label="→" className="font-medium">{`${dest.city}, ${dest.state}`}</Cell>
      <Cell id="tripDistance" label="Trip" className="@[72rem]:text-right">
        {tripMiles}
      </Cell>
      <Cell id="originDeadhead" label="DH" className="@[72rem]:text-right">
        {deadheadMiles}
      </Cell>
      <Cell id="originEarlyTime">{formatDayAs(pickupDay, { month: 'numeric', day: '2-digit' })}</Cell>
      <Cell id="dimensionsWeight" className="@[72rem]:text-right">
        {weightPounds ? `${formatCount(weightPounds)} lb` : <NotPosted />}
      </Cell>
      <Cell id="accountName" className="min-w-0">
        <span className="company block truncate leading-4" title={company}>
          {company}
        </span>
        {contactEmail === undefined ? (
          <span className="block text-caption text-secondary">No email address: call them</span>
        ) : (
          <a hidden href={`mailto:${contactEmail}`}>
            {contactEmail}
          </a>
        )}
        <a hidden href={`tel:${phone}`}>
          {phone}
        </a>
      </Cell>
      <td className="flex items-baseline gap-x-1 tabular-nums leading-4 @[72rem]:block @[72rem]:text-right">
        <span col-id="postedRate" className="block font-medium">
          {rate ? formatMoney(rate.cents) : <NotPosted />}
        </span>
        {rate && <PerMile rate={rate} miles={tripMiles} />}
      </td>
      <td className="flex min-h-6 @max-[72rem]:w-full @[72rem]:justify-end">
        {isOwn && <PracticeControls row={row} />}
      </td>
    </tr>
  )
}

type CellProps = { id: string; label?: string; className?: string; children: ReactNode }

/** A cell by the name that the board gives it; narrow rows show its label, as they have no head. */
const Cell = ({ id, label, className = '', children }: CellProps) => (
  <td className={`tabular-nums ${className}`}>
    {label && <span className="mr-1 text-caption text-secondary @[72rem]:hidden">{label}</span>}
    <span col-id={id} className={label ? '' : 'block min-w-0'}>
      {children}
    </span>
  </td>
)

const PerMile = ({ rate, miles }: { rate: PostedRate; miles: number }) => (
  <span className="text-caption leading-4 text-secondary">{formatPerMile(rate.cents, miles)}/mi</span>
)

const NotPosted = () => (
  <>
    <span aria-hidden="true">—</span>
    <span className="sr-only">not available</span>
  </>
)
