import { formatCount } from '@loadping/contract/format/counts'
import { formatPerMile } from '@loadping/contract/format/money'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Sorting } from '../ui/list/sort-order.ts'
import { Menu } from '../ui/overlay/menu.tsx'
import { useNow } from '../ui/use-now.ts'
import { nameOf, type OfferRow, type OfferSort } from './offer-rows.ts'
import { columns, type OfferListProps } from './offer-table.tsx'
import { AskValue, EmptyIn, EmptyOn, EquipmentValue, First, StarButton } from './offer-values.tsx'

export type OfferFilter = 'all' | 'starred' | 'missing'

/** Whether a filter shows a row. */
export const isShown = ({ answer, missing }: OfferRow, filter: OfferFilter): boolean =>
  filter === 'all' || (filter === 'starred' ? answer.isStarred : missing.length > 0)

type OfferChipsProps = {
  rows: OfferRow[]
  filter: OfferFilter
  onFilter: (filter: OfferFilter) => void
  sorting: Sorting<OfferSort>
  onSort: (column: OfferSort) => void
}

const chipLabels: Record<OfferFilter, string> = { all: 'All', starred: 'Starred', missing: 'Missing' }

/** Which answers a phone shows, and in which order. */
export function OfferChips({ rows, filter, onFilter, sorting, onSort }: OfferChipsProps) {
  const Arrow = sorting.isDescending ? ArrowDown : ArrowUp
  const labelOf = (id: OfferSort) => columns.find((column) => column.id === id)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
      {(['all', 'starred', 'missing'] as const).map((id) => (
        <button
          key={id}
          type="button"
          aria-pressed={filter === id}
          onClick={() => onFilter(id)}
          className={`tabular-nums h-9 rounded-sm border px-2.5 text-table font-medium ${filter === id ? 'border-transparent bg-inverse text-on-inverse' : 'border-default bg-surface'}`}
        >
          {chipLabels[id]} {formatCount(rows.filter((row) => isShown(row, id)).length)}
        </button>
      ))}
      <span className="ml-auto">
        <Menu
          label="Sort by"
          chosen={sorting.column}
          entries={columns.map(({ id, label, title }) => ({ id, label: title ?? label, onChoose: () => onSort(id) }))}
          trigger={(opener) => (
            <button
              {...opener}
              type="button"
              className="inline-flex h-9 items-center gap-2 rounded-sm border border-default bg-surface px-2.5 text-table font-medium"
            >
              <span className="sr-only">Sorted by </span>
              {labelOf(sorting.column)?.title ?? labelOf(sorting.column)?.label}
              <Arrow size={14} strokeWidth={1.6} aria-label={sorting.isDescending ? 'descending' : 'ascending'} />
            </button>
          )}
        />
      </span>
    </div>
  )
}

/** The answers as cards of a phone. */
export function OfferCards({ rows, onChoose, onStar }: OfferListProps) {
  const now = useNow()
  return (
    <ul className="flex flex-col gap-2">
      {rows.map((row) => (
        <OfferCard key={row.answer.id} row={row} now={now} onChoose={onChoose} onStar={onStar} />
      ))}
    </ul>
  )
}

type OfferCardProps = Pick<OfferListProps, 'onChoose' | 'onStar'> & { row: OfferRow; now: Date }

function OfferCard({ row, now, onChoose, onStar }: OfferCardProps) {
  const { answer, fields, perMileCents } = row
  const name = nameOf(row)
  return (
    <li data-id={answer.id} className="relative rounded-md border border-default bg-surface px-4 py-2.5 shadow-card">
      <div className="flex items-center justify-between gap-3">
        <p className="tabular-nums text-[18px] leading-6 font-semibold">
          <AskValue row={row} />
          {perMileCents !== undefined && (
            <span className="ml-2 text-table font-normal text-secondary">{formatPerMile(perMileCents)}/mi</span>
          )}
        </p>
        <span className="-my-2.5 -mr-3.5">
          <StarButton isStarred={answer.isStarred} name={name} onToggle={() => onStar(row)} />
        </span>
      </div>
      <div className="flex items-baseline justify-between gap-3">
        <button
          type="button"
          data-row-link
          aria-haspopup="dialog"
          aria-label={fields.carrier.length > 0 ? undefined : name}
          onClick={() => onChoose(answer.id)}
          className="min-w-0 truncate text-left font-medium after:absolute after:inset-0"
        >
          <First readings={fields.carrier}>{(carrier) => <bdi>{carrier}</bdi>}</First>
        </button>
        <span className="tabular-nums shrink-0 text-table text-secondary">
          MC <First readings={fields.mc}>{(mc) => mc}</First>
        </span>
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-3 text-table">
        <span className="flex min-w-0 items-center gap-2">
          <EquipmentValue row={row} />
          <span className="truncate">
            <EmptyIn row={row} />
          </span>
        </span>
        <span className="tabular-nums shrink-0">
          {fields.emptyOn.length === 0 && <span className="text-caption text-muted">Empty when </span>}
          <EmptyOn row={row} now={now} />
        </span>
      </div>
    </li>
  )
}
