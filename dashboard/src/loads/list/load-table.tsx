import type { LoadSort, SavedLoad } from '@loadping/contract/loads/saved-loads'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect } from 'react'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { useNow } from '../../ui/format-date.ts'
import { formatAge, seenAt } from '../load-display.parts.tsx'
import { type ListFilter, sortOf } from './list-filter.ts'
import type { CellContext, LoadColumn } from './load-columns.tsx'
import { LoadRow, type RowActions } from './load-row.tsx'
import type { CurrentRow } from './use-current-row.ts'
import type { Selection } from './use-selection.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

export type LoadTableProps = {
  loads: SavedLoad[]
  /** All that match, of which `loads` are the first. */
  total: number
  userId: string
  columns: LoadColumn[]
  context: CellContext
  filter: ListFilter
  isBusy: boolean
  onSort: (column: LoadSort) => void
  /** Called with the first and the last row in sight. */
  onShow: (first: number, last: number) => void
  selection: Selection
  current: CurrentRow
  actions: RowActions
  scroller: RefObject<HTMLElement | null>
  foot: ReactNode
}

const rowHeight = 36
const headHeight = 32

/** The columns that are always shown. */
const lead = {
  check: { width: 38 },
  age: { width: 64 },
  origin: { width: 140, isFlexible: true },
  dest: { width: 116, isFlexible: true },
  status: { width: 140 },
} as const

/** The loads as rows of 36 px. Only those near the ones in sight are rendered; the head stays in sight. */
export function LoadTable(props: LoadTableProps) {
  const { loads, total, userId, columns, context, filter, isBusy, onShow, selection, current, actions, scroller } =
    props
  const now = useNow()
  const virtual = useVirtualRows({
    scroller,
    count: loads.length,
    rowHeight,
    before: headHeight,
    pinned: current.index,
    initialOffset: current.initialOffset,
  })
  const { rows, height, first, last, scrollTo } = virtual

  useEffect(() => onShow(first, last), [onShow, first, last])
  useEffect(() => current.onScrollTo(scrollTo))
  useLayoutEffect(() => current.settleFocus())

  const template = gridTemplate(columns)
  return (
    <div
      ref={(element) => {
        scroller.current = element
      }}
      className="max-h-[max(200px,calc(100dvh-318px))] overflow-auto rounded-md border border-default bg-surface shadow-card"
    >
      <table
        aria-label="Loads"
        aria-rowcount={total + 1}
        aria-busy={isBusy}
        style={{ minWidth: minWidth(columns) }}
        className="block text-left text-table"
      >
        <LoadTableHead
          columns={columns}
          template={template}
          filter={filter}
          onSort={props.onSort}
          selection={selection}
        />
        <tbody className="relative block" style={{ height }}>
          {rows.map(({ index, top }) => {
            const load = loads[index]
            return (
              load && (
                <LoadRow
                  key={load.id}
                  load={load}
                  index={index}
                  top={top}
                  template={template}
                  age={formatAge(seenAt(load), now)}
                  columns={columns}
                  context={context}
                  isOwn={load.userId === userId}
                  isSelected={selection.ids.has(load.id)}
                  isCurrent={load.id === current.id}
                  actions={actions}
                />
              )
            )
          })}
        </tbody>
      </table>
      {props.foot}
    </div>
  )
}

const widthOf = ({ width, isFlexible }: { width: number; isFlexible?: true }): string =>
  isFlexible ? `minmax(${width}px,${width}fr)` : `${width}px`

const gridTemplate = (columns: LoadColumn[]): string =>
  [lead.check, lead.age, lead.origin, lead.dest, ...columns, lead.status].map(widthOf).join(' ')

const minWidth = (columns: LoadColumn[]): number =>
  [...Object.values(lead), ...columns].reduce((sum, { width }) => sum + width, 0)

type HeadProps = Pick<LoadTableProps, 'columns' | 'filter' | 'onSort' | 'selection'> & { template: string }

const LoadTableHead = ({ columns, template, filter, onSort, selection }: HeadProps) => {
  const head = { filter, onSort }
  return (
    <thead className="sticky top-0 z-10 block bg-sunken text-caption text-secondary">
      <tr
        aria-rowindex={1}
        style={{ gridTemplateColumns: template }}
        className="grid h-8 items-center [&>th]:min-w-0 [&>th]:px-1.5 [&>th]:font-medium"
      >
        <th scope="col" className="!pl-3">
          <Checkbox isChecked={selection.state} onChange={selection.toggleAll}>
            <span className="sr-only">Select all</span>
          </Checkbox>
        </th>
        <SortHead {...head} label="Age" title="Time since it was posted" sort="age" isNumber />
        <SortHead {...head} label="Origin" sort="origin" />
        <SortHead {...head} label="Destination" sort="dest" />
        {columns.map((column) => (
          <SortHead key={column.id} {...head} {...column} />
        ))}
        <SortHead {...head} label="Status" sort="status" />
      </tr>
    </thead>
  )
}

type SortHeadProps = Pick<LoadColumn, 'label' | 'title' | 'isNumber' | 'sort'> & Pick<HeadProps, 'filter' | 'onSort'>

/** A column's head; a click sorts by it. The arrow shows only where it sorts. */
function SortHead({ label, title, isNumber, sort, filter, onSort }: SortHeadProps) {
  const { column, isDescending } = sortOf(filter)
  const isSorted = sort === column
  const Arrow = isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      title={title}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={isNumber && 'text-right'}
    >
      {sort ? (
        <button
          type="button"
          onClick={() => onSort(sort)}
          className={`inline-flex h-8 max-w-full items-center gap-0.5 font-medium hover:text-primary ${isNumber ? 'w-full justify-end' : ''} ${isSorted ? 'text-primary' : ''}`}
        >
          {label}
          {isSorted && (
            <Arrow size={12} strokeWidth={1.8} aria-hidden="true" className={`shrink-0 ${isNumber ? '-mr-1.5' : ''}`} />
          )}
        </button>
      ) : (
        label
      )}
    </th>
  )
}
