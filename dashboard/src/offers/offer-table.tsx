import { formatShortAge } from '@loadping/contract/format/ages'
import { ColumnHead } from '../ui/list/column-head.tsx'
import type { Sorting } from '../ui/list/sort-order.ts'
import { useNow } from '../ui/use-now.ts'
import { nameOf, type OfferRow, type OfferSort } from './offer-rows.ts'
import { AskValue, EmptyIn, EmptyOn, EquipmentValue, First, PerMile, StarButton } from './offer-values.tsx'

/** What the columns of a table and the cards of a phone share. */
export type OfferListProps = {
  rows: OfferRow[]
  currentId: string | undefined
  onChoose: (id: string) => void
  onStar: (row: OfferRow) => void
}

type OfferTableProps = OfferListProps & { sorting: Sorting<OfferSort>; onSort: (column: OfferSort) => void }

/** What stands in each column's head; two have a short label. */
export const columns: { id: OfferSort; label: string; title?: string; isNumber?: boolean }[] = [
  { id: 'ask', label: 'Ask', isNumber: true },
  { id: 'perMile', label: '/mi', title: 'Per mile', isNumber: true },
  { id: 'carrier', label: 'Carrier' },
  { id: 'mc', label: 'MC' },
  { id: 'equipment', label: 'Eq.', title: 'Equipment' },
  { id: 'emptyIn', label: 'Empty where' },
  { id: 'emptyOn', label: 'Empty when' },
  { id: 'pasted', label: 'Pasted', isNumber: true },
]

/** The answers side by side; a row is chosen by a click, or by the keys J and K. */
export function OfferTable({ rows, currentId, onChoose, onStar, sorting, onSort }: OfferTableProps) {
  const now = useNow()
  return (
    <div className="overflow-x-auto rounded-md border border-default bg-surface shadow-card">
      <table className="w-full text-table [&_td]:px-2 [&_td]:whitespace-nowrap [&_th]:px-2">
        <thead className="bg-sunken text-caption text-secondary">
          <tr className="h-8">
            <th scope="col" className="w-10">
              <span className="sr-only">Star</span>
            </th>
            {columns.map((column) => (
              <ColumnHead
                key={column.id}
                {...column}
                sort={column.id}
                sorting={sorting}
                onSort={onSort}
                className={column.id === 'pasted' ? '!pr-4' : ''}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.answer.id}
              row={row}
              now={now}
              isCurrent={row.answer.id === currentId}
              onChoose={onChoose}
              onStar={onStar}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = Pick<OfferListProps, 'onChoose' | 'onStar'> & { row: OfferRow; now: Date; isCurrent: boolean }

const rowStyle =
  'relative h-10 border-t border-subtle focus-within:outline focus-within:-outline-offset-1 focus-within:outline-focus focus-within:shadow-[inset_2px_0_var(--focus-ring),inset_-2px_0_var(--focus-ring)]'

function Row({ row, now, isCurrent, onChoose, onStar }: RowProps) {
  const { answer, fields } = row
  const name = nameOf(row)
  const tabIndex = isCurrent ? 0 : -1
  return (
    <tr
      data-id={answer.id}
      className={`${rowStyle} ${isCurrent ? 'bg-selected print:bg-transparent' : 'hover:bg-hover'}`}
    >
      <td className={`!pl-2 ${answer.isStarred ? '' : 'print:invisible'}`}>
        <StarButton isStarred={answer.isStarred} name={name} tabIndex={tabIndex} onToggle={() => onStar(row)} />
      </td>
      <td className="tabular-nums text-right text-body font-semibold">
        <AskValue row={row} />
      </td>
      <td className="tabular-nums text-right text-secondary">
        <PerMile row={row} />
      </td>
      <td className="w-[22%] max-w-0 font-medium">
        <button
          type="button"
          data-row-link
          tabIndex={tabIndex}
          aria-pressed={isCurrent}
          aria-label={fields.carrier.length > 0 ? undefined : name}
          onClick={() => onChoose(answer.id)}
          onFocus={() => onChoose(answer.id)}
          className="block w-full truncate text-left outline-none after:absolute after:inset-0"
        >
          <First readings={fields.carrier}>{(carrier) => <bdi>{carrier}</bdi>}</First>
        </button>
      </td>
      <td className="tabular-nums text-secondary">
        <First readings={fields.mc}>{(mc) => mc}</First>
      </td>
      <td>
        <EquipmentValue row={row} />
      </td>
      <td>
        <EmptyIn row={row} />
      </td>
      <td className="tabular-nums">
        <EmptyOn row={row} now={now} />
      </td>
      <td className="tabular-nums !pr-4 text-right text-secondary">{formatShortAge(new Date(answer.pastedAt), now)}</td>
    </tr>
  )
}
