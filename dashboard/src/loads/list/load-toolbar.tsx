import type { LoadPerson } from '@loadping/contract/loads/saved-loads'
import { Columns3, Download, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ListToolbar } from '../../ui/list/list-toolbar.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { isFiltered, type ListFilter, toApiQuery } from './list-filter.ts'
import { loadColumns, shownColumns, toggleColumn } from './load-columns.tsx'
import { useExportLoads } from './load-export.data.ts'
import { LoadFilters } from './load-filters.tsx'

const FilterDrawer = lazyPart(async () => (await import('./filter-drawer.tsx')).FilterDrawer)

type ToolbarProps = {
  filter: ListFilter
  people: LoadPerson[]
  onFilter: (change: Partial<ListFilter>) => void
}

/** The search, the filters, the columns and the export; on a phone the filters are in a drawer. */
export function LoadToolbar({ filter, people, onFilter }: ToolbarProps) {
  const exporting = useExportLoads()
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  return (
    <ListToolbar
      searchLabel="City, broker, ref, MC"
      search={filter.search}
      onSearch={(search) => onFilter({ search })}
      searchStyle="w-58 max-sm:min-w-0 max-sm:flex-1"
      className="mb-3.5"
    >
      <div className="contents max-sm:hidden">
        <LoadFilters filter={filter} people={people} onFilter={onFilter} />
        <div className="ml-auto flex gap-2">
          <ColumnMenu filter={filter} onFilter={onFilter} />
          <Button
            icon={<Download size={16} strokeWidth={1.6} aria-hidden="true" />}
            isLoading={exporting.isPending}
            onPress={() => exporting.mutate(toApiQuery(filter))}
          >
            CSV
          </Button>
        </div>
      </div>
      <button
        type="button"
        aria-label="Filters"
        aria-haspopup="dialog"
        onClick={() => setIsDrawerOpen(true)}
        className={`relative sm:hidden ${buttonStyle('secondary')} !px-3.5`}
      >
        <SlidersHorizontal size={18} strokeWidth={1.6} aria-hidden="true" />
        {isFiltered({ ...filter, search: '' }) && (
          <span className="absolute top-1.5 right-1.5 size-2 rounded-full bg-accent">
            <span className="sr-only">Some are set</span>
          </span>
        )}
      </button>
      {isDrawerOpen && (
        <FilterDrawer onClose={() => setIsDrawerOpen(false)}>
          <LoadFilters filter={filter} people={people} onFilter={onFilter} />
        </FilterDrawer>
      )}
    </ListToolbar>
  )
}

const ColumnMenu = ({ filter, onFilter }: Omit<ToolbarProps, 'people'>) => (
  <Menu
    label="Columns"
    chosen={shownColumns(filter.columns).map(({ id }) => id)}
    entries={loadColumns.map(({ id, label }) => ({
      id,
      label,
      staysOpen: true,
      onChoose: () => onFilter({ columns: toggleColumn(filter.columns, id) }),
    }))}
    trigger={(opener) => (
      <button {...opener} type="button" className={buttonStyle('secondary')}>
        <Columns3 size={16} strokeWidth={1.6} aria-hidden="true" />
        Columns
      </button>
    )}
  />
)
