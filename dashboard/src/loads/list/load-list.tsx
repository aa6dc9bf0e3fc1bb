import type { LoadPerson, LoadSort, LoadSummary } from '@loadping/contract/loads/saved-loads'
import { useEffect, useRef } from 'react'
import { errorMessage } from '../../error-message.ts'
import { useLoadedTrucks } from '../../trucks/trucks.data.ts'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadMore } from '../../ui/list/load-more.tsx'
import { NoResults } from '../../ui/list/no-results.tsx'
import { type Selection, useSelection } from '../../ui/list/use-selection.ts'
import { useToast } from '../../ui/toast.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import type { useUrlFilter } from '../../use-url-filter.ts'
import { isForTruck } from '../booked-truck.ts'
import { useChangeLoads } from '../load-changes.data.ts'
import type { useLoads } from '../loads.data.ts'
import { type ListFilter, noFilter, sortAfterClick } from './list-filter.ts'
import { LoadBulkBar, SelectAllButton } from './load-bulk-bar.tsx'
import { LoadCards } from './load-cards.tsx'
import { shownColumns } from './load-columns.tsx'
import { saveLoads } from './load-export.data.ts'
import { LoadTable } from './load-table.tsx'
import { useCurrentRow } from './use-current-row.ts'
import { useLoadKeys, useOpenCompose } from './use-load-keys.ts'
import { useRowQuestion } from './use-row-question.ts'

const RowPopover = lazyPart(async () => (await import('../row-popover.parts.tsx')).RowPopover)

type LoadListProps = {
  list: ReturnType<typeof useLoads>
  url: ReturnType<typeof useUrlFilter<ListFilter>>
  userId: string
  people: LoadPerson[]
  summary: LoadSummary | undefined
}

/** The loads, and what can be done with one or several of them. */
export function LoadList({ list, url: { filter, setFilter }, userId, people, summary }: LoadListProps) {
  const { loads } = list
  const scroller = useRef<HTMLElement>(null)
  const isPhone = useIsPhone()
  const peopleById = new Map(people.map((person) => [person.userId, person]))
  const selection = useSelection(loads)
  const current = useCurrentRow(loads, scroller)
  const changes = useChangeLoads()
  const email = useOpenCompose()
  const { asked, ask, close } = useRowQuestion()
  const { setStatus } = useLoadKeys({ loads, current, selection, changes, ask, isAsking: asked !== undefined })
  useLoadedTrucks(loads.some(isForTruck)) // A booking asks for the truck at once.
  useEffect(() => void RowPopover.preload(), []) // The first question must open before the next key.
  const selectAll = useSelectAll(list, selection)
  const asking = loads.find(({ id }) => id === asked?.id)

  const shared = {
    loads,
    total: summary?.total ?? loads.length,
    userId,
    context: { people: peopleById, targetRpmCents: list.targetRpmCents },
    onShow: useReadAhead(list),
    current,
    scroller,
    actions: {
      onSelect: selection.toggle,
      onFocus: current.choose,
      onStatus: (id: string) => ask('status', id),
      onNote: (id: string) => ask('note', id),
    },
    foot: <LoadMore failure="We couldn't load more." isAutomatic {...list} />,
  }

  return (
    <>
      {loads.length === 0 ? (
        <Card>
          <NoResults text="No load matches your search and filters." onClear={() => setFilter(noFilter)} />
        </Card>
      ) : isPhone ? (
        <LoadCards {...shared} />
      ) : (
        <LoadTable
          {...shared}
          columns={shownColumns(filter.columns)}
          filter={filter}
          isBusy={list.isPlaceholderData}
          onSort={(column: LoadSort) => setFilter({ sort: sortAfterClick(filter, column) })}
          selection={selection}
        />
      )}
      {selection.rows.length > 0 && (
        <LoadBulkBar
          loads={selection.rows}
          selectAll={
            selection.state === true &&
            list.hasNextPage &&
            shared.total <= maxSelected && <SelectAllButton total={shared.total} onSelect={selectAll} />
          }
          onEmail={email}
          onStatus={setStatus}
          onExport={() => saveLoads(selection.rows, peopleById)}
          onRemove={() => {
            changes.remove(idsOf(selection.rows))
            selection.clear()
          }}
          onClear={selection.clear}
        />
      )}
      {asked && asking && <RowPopover {...asked} load={asking} changes={changes} onAsk={ask} onClose={close} />}
    </>
  )
}

const idsOf = (loads: { id: string }[]) => loads.map(({ id }) => id)

/** More would take long to change. */
const maxSelected = 10_000

/** Returns the function that selects all loads of the filter. */
function useSelectAll({ fetchAll }: LoadListProps['list'], selection: Selection) {
  const showToast = useToast()
  return async () => {
    try {
      selection.select(await fetchAll())
    } catch (error) {
      showToast(errorMessage(error), 'error')
    }
  }
}

/** How many rows are loaded below those in sight, so that scrolling never waits. */
const rowsAhead = 1000

/** Returns the function that takes the rows in sight: it notes them for the next refresh and loads what follows. */
function useReadAhead({ loads, showRows, ...list }: LoadListProps['list']) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = list
  const last = useRef(0)
  const isWanted = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData

  function readAhead() {
    if (isWanted && last.current + rowsAhead > loads.length) void fetchNextPage()
  }
  useEffect(readAhead)

  return (firstRow: number, lastRow: number) => {
    last.current = lastRow
    showRows(firstRow, lastRow)
    readAhead()
  }
}
