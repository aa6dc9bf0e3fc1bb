import type { Day } from '@loadping/contract/format/new-york-days'
import type { AskSummary } from '@loadping/contract/truck-board/truck-board'
import { type RefObject, useState } from 'react'
import { ColumnHead } from '../ui/list/column-head.tsx'
import type { Sorting } from '../ui/list/sort-order.ts'
import { useIsPrinting } from '../ui/use-is-printing.ts'
import { useVirtualRows } from '../use-virtual-rows.ts'
import { boardColumnsStyle } from './board-columns.ts'
import { type RowActions, TruckRow, WithoutTruckRow } from './board-row.tsx'
import { textsOf } from './board-row-texts.ts'
import type { BoardColumn, BoardRow } from './board-view.ts'
import { WeekLetters } from './week-strip.tsx'

type BoardTableProps = {
  rows: readonly BoardRow[]
  /** Those of no truck, in the last row if there are any. */
  withoutTruck: AskSummary
  days: readonly Day[]
  now: Date
  currentId: string | undefined
  sorting: Sorting<BoardColumn>
  onSort: (column: BoardColumn) => void
  actions: RowActions
}

const rowHeight = 56
const headHeight = 32

/** The trucks as rows of two lines. Those near the ones in sight are rendered; printed, all are, to the width of Letter paper. */
export function BoardTable(props: BoardTableProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null) // its rows are there before it is: it renders them again
  const isPrinting = useIsPrinting()
  return (
    <div
      ref={setScroller}
      className="max-h-[max(280px,calc(100dvh-290px))] overflow-auto rounded-md border border-default bg-surface shadow-card print:max-h-none print:overflow-visible print:shadow-none"
    >
      <table
        aria-label="Trucks"
        aria-rowcount={props.rows.length + 1}
        className="block min-w-[854px] text-left text-table print:[zoom:0.82]"
      >
        <BoardHead days={props.days} sorting={props.sorting} onSort={props.onSort} />
        {isPrinting ? <AllRows {...props} /> : <VirtualRows {...props} scroller={{ current: scroller }} />}
        {props.withoutTruck.count > 0 && (
          <tbody className="block">
            <WithoutTruckRow
              texts={textsOf(props.withoutTruck, null, props.now)}
              index={props.rows.length}
              onOpen={props.actions.onOpen}
              onFocus={props.actions.onFocus}
            />
          </tbody>
        )}
      </table>
    </div>
  )
}

type RowsProps = BoardTableProps & { scroller: RefObject<HTMLElement | null> }

function VirtualRows({ rows, currentId, scroller, ...shared }: RowsProps) {
  const { rows: shown, height } = useVirtualRows({
    scroller,
    count: rows.length,
    rowHeight,
    before: headHeight,
    pinned: rows.findIndex(({ row }) => row.truck.id === currentId),
    initialOffset: 0,
  })
  return (
    <tbody className="relative block" style={{ height }}>
      {shown.map(({ index, top }) => {
        const row = rows[index]
        return (
          row && <BodyRow key={row.row.truck.id} row={row} index={index} top={top} currentId={currentId} {...shared} />
        )
      })}
    </tbody>
  )
}

const AllRows = ({ rows, ...shared }: BoardTableProps) => (
  <tbody className="block">
    {rows.map((row, index) => (
      <BodyRow key={row.row.truck.id} row={row} index={index} {...shared} />
    ))}
  </tbody>
)

type BodyRowProps = Pick<BoardTableProps, 'days' | 'now' | 'currentId' | 'actions'> & {
  row: BoardRow
  index: number
  top?: number
}

const BodyRow = ({ row, index, top, days, now, currentId, actions }: BodyRowProps) => (
  <TruckRow
    row={row.row}
    emptyDay={row.emptyDay}
    emptyClock={row.emptyClock}
    week={row.week}
    days={days}
    index={index}
    top={top}
    isCurrent={row.row.truck.id === currentId}
    actions={actions}
    {...textsOf(row.row.asks, row.row.lastAnswer, now)}
  />
)

type HeadProps = Pick<BoardTableProps, 'days' | 'sorting' | 'onSort'>

const BoardHead = ({ days, ...head }: HeadProps) => (
  <thead className="sticky top-0 z-10 block bg-sunken text-caption text-secondary print:static">
    <tr aria-rowindex={1} className={`${boardColumnsStyle} h-8 [&>th]:font-medium`}>
      <ColumnHead {...head} label="Truck" sort="truck" />
      <ColumnHead {...head} label="Place" sort="place" />
      <ColumnHead {...head} label="Empty" title="Each time in the truck's zone" sort="empty" />
      <ColumnHead {...head} label="Drive left" title="Hours left to drive when it is empty" sort="drive" isNumber />
      <th scope="col">
        <WeekLetters days={days} />
      </th>
      <ColumnHead {...head} label="Asks" title="Open asks, and their sum" sort="asks" isNumber />
      <ColumnHead {...head} label="Best" title="The highest open ask" sort="best" isNumber />
      <ColumnHead {...head} label="Oldest" title="Time since the oldest open ask" sort="oldest" isNumber />
      <ColumnHead {...head} label="Last answer" sort="answer" />
    </tr>
  </thead>
)
