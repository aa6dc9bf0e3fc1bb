import { formatAge } from '@loadping/contract/format/ages'
import type { LoadSort, SavedLoad } from '@loadping/contract/loads/saved-loads'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect } from 'react'
import { ColumnHead, SelectionHead } from '../../ui/list/column-head.tsx'
import type { Selection } from '../../ui/list/use-selection.ts'
import { useNow } from '../../ui/use-now.ts'
import { useVirtualRows } from '../../use-virtual-rows.ts'
import { seenAt } from '../load-display.parts.tsx'
import { type ListFilter, sortOf } from './list-filter.ts'
import type { CellContext, LoadColumn } from './load-columns.tsx'
import { LoadRow, type RowActions } from './load-row.tsx'
import type { CurrentRow } from './use-current-row.ts'

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
  origin: { width: 128, isFlexible: true },
  dest: { width: 116, isFlexible: true },
  status: { width: 136 },
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
        className="block text-left text-table [--wide:0] min-[1600px]:[--wide:1]"
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

type Width = Pick<LoadColumn, 'width' | 'leastWidth' | 'wideWidth' | 'isFlexible'>

const widthOf = ({ width, leastWidth = width, wideWidth, isFlexible }: Width): string => {
  if (wideWidth !== undefined) return `calc(${width}px + ${wideWidth - width}px * var(--wide))`
  return isFlexible ? `minmax(${leastWidth}px,${width}fr)` : `${width}px`
}

const gridTemplate = (columns: LoadColumn[]): string =>
  [lead.check, lead.age, lead.origin, lead.dest, ...columns, lead.status].map(widthOf).join(' ')

const minWidth = (columns: LoadColumn[]): number =>
  [...Object.values(lead), ...columns].reduce((sum, { width, leastWidth = width }: Width) => sum + leastWidth, 0)

type HeadProps = Pick<LoadTableProps, 'columns' | 'filter' | 'onSort' | 'selection'> & { template: string }

const LoadTableHead = ({ columns, template, filter, onSort, selection }: HeadProps) => {
  const head = { sorting: sortOf(filter), onSort }
  return (
    <thead className="sticky top-0 z-10 block bg-sunken text-caption text-secondary">
      <tr
        aria-rowindex={1}
        style={{ gridTemplateColumns: template }}
        className="grid h-8 items-center [&>th]:min-w-0 [&>th]:px-1.5 [&>th]:font-medium"
      >
        <SelectionHead selection={selection} className="!pl-3" />
        <ColumnHead {...head} label="Age" title="Time since it was posted" sort="age" isNumber />
        <ColumnHead {...head} label="Origin" sort="origin" />
        <ColumnHead {...head} label="Destination" sort="dest" />
        {columns.map((column) => (
          <ColumnHead key={column.id} {...head} {...column} />
        ))}
        <ColumnHead {...head} label="Status" sort="status" />
      </tr>
    </thead>
  )
}
