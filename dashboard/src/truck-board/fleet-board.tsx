import { equipmentClassNames } from '@loadping/contract/boards/equipment'
import type { TruckBoard } from '@loadping/contract/truck-board/truck-board'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { NoResults } from '../ui/list/no-results.tsx'
import { focusRow } from '../ui/list/row-focus.ts'
import { SearchField } from '../ui/list/search-field.tsx'
import { useIsPhone } from '../ui/use-is-phone.ts'
import { useShortcuts } from '../ui/use-shortcut.ts'
import { searchText, useUrlFilter } from '../use-url-filter.ts'
import { BoardCards } from './board-cards.tsx'
import { BoardTable } from './board-table.tsx'
import { BoardTabs } from './board-tabs.tsx'
import { type BoardColumn, type BoardRow, placeName, rowsOf, sortAfterClick, sortOf, sortRows } from './board-view.ts'
import { CallLink, DueCard } from './due-card.tsx'
import { KeyHints } from './key-hints.tsx'
import type { useBoardDialogs } from './use-board-dialogs.tsx'
import type { Fleet } from './use-fleet.ts'
import { WeekLegend } from './week-strip.tsx'

export type BoardDialogs = ReturnType<typeof useBoardDialogs>

type FleetBoardProps = { board: TruckBoard; fleet: Fleet; now: Date; dialogs: BoardDialogs }

const text = z.catch(z.string(), '')
const BoardFilter = z.object({ search: searchText, tab: text, sort: text })

/** From so many trucks on they can be searched. */
const manyTrucks = 10

/** Several trucks in tabs, as a table or as cards, beside the calls that are due. */
export function FleetBoard({ board, fleet: { rows, days }, now, dialogs }: FleetBoardProps) {
  const { filter, setFilter, linkTo } = useUrlFilter(BoardFilter)
  const isPhone = useIsPhone()
  const [currentId, setCurrentId] = useState<string>()
  const found = sortRows(rowsOf(search(rows, filter.search), filter.tab), sortOf(filter.sort))
  const current = found.find(({ row }) => row.truck.id === currentId)?.row.truck.id ?? found[0]?.row.truck.id
  useBoardKeys(currentId === 'none' ? 'none' : current, dialogs)
  const actions = useActions(setCurrentId, dialogs)
  const isAll = filter.search === '' && rowsOf(rows, filter.tab).length === rows.length
  const shared = {
    rows: found,
    withoutTruck: isAll ? board.withoutTruck : { ...board.withoutTruck, count: 0 },
    days,
    now,
  }
  return (
    <>
      {board.asks.due > 0 && (
        <div className="mb-3 sm:hidden print:hidden">
          <CallLink count={board.asks.due} />
        </div>
      )}
      <BoardTabs rows={rows} tab={filter.tab} linkTo={(tab) => linkTo({ tab })}>
        {rows.length > manyTrucks && (
          <SearchField
            label="Search trucks"
            shortcut="/"
            value={filter.search}
            onValue={(value) => setFilter({ search: value })}
            className="w-44 max-sm:w-full"
          />
        )}
      </BoardTabs>
      <div className="grid items-start gap-4 min-[1400px]:grid-cols-[minmax(0,1fr)_276px] print:block">
        <div className="min-w-0">
          {found.length === 0 ? (
            <Card>
              <NoResults
                text="No truck is in this tab or matches your search."
                onClear={() => setFilter({ search: '', tab: '' })}
              />
            </Card>
          ) : isPhone ? (
            <BoardCards {...shared} actions={actions} />
          ) : (
            <BoardTable
              {...shared}
              currentId={current}
              sorting={sortOf(filter.sort)}
              onSort={(column: BoardColumn) => setFilter({ sort: sortAfterClick(filter.sort, column) })}
              actions={actions}
            />
          )}
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 max-sm:hidden">
            <WeekLegend />
            <KeyHints hints={boardHints} />
          </div>
        </div>
        <div className="max-sm:hidden print:hidden">
          <DueCard names={dialogs.names} now={now} />
        </div>
      </div>
    </>
  )
}

const boardHints = [
  ['J K', 'move'],
  ['↵', 'asks'],
  ['B', 'booked'],
  ['P', 'place'],
  ['N', 'not available'],
] as const

/** By name, place and equipment. */
function search(rows: readonly BoardRow[], typed: string): readonly BoardRow[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter(({ row: { truck } }) => {
    const text = [
      truck.name,
      truck.place && placeName(truck.place),
      truck.equipment && equipmentClassNames[truck.equipment],
    ]
    const all = text.join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** What rows and cards do. They stay the same, so that a row renders again only when it changes. */
function useActions(onFocus: (id: string) => void, dialogs: BoardDialogs) {
  const latest = useRef(dialogs)
  useEffect(() => {
    latest.current = dialogs
  })
  return useMemo(
    () => ({
      onFocus,
      onOpen: (id: string) => latest.current.openAsks(id),
      onPlace: (id: string) => latest.current.editPlace(id),
      onAbsence: (id: string) => latest.current.setAbsence(id),
      onTakeBack: (id: string) => latest.current.openTakeBack(id),
      onBook: (id: string) => latest.current.book(id),
    }),
    [onFocus],
  )
}

/** The keys of the board, for its current truck. */
function useBoardKeys(id: string | undefined, dialogs: BoardDialogs): void {
  const navigate = useNavigate()
  const isTruck = id !== undefined && id !== 'none'
  useShortcuts({
    j: () => focusRow(1, '[data-truck]'),
    ArrowDown: () => focusRow(1, '[data-truck]'),
    k: () => focusRow(-1, '[data-truck]'),
    ArrowUp: () => focusRow(-1, '[data-truck]'),
    b: () => isTruck && dialogs.book(id),
    p: () => isTruck && dialogs.editPlace(id),
    n: () => isTruck && dialogs.setAbsence(id),
    t: () => isTruck && dialogs.openTakeBack(id),
    d: () => void navigate(paths.dueCalls),
  })
}
