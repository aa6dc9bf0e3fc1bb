import { formatCount } from '@loadping/contract/format/counts'
import type { LoadView } from '@loadping/contract/loads/saved-loads'
import { ChevronDown, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useLoadCounts, useLoadViews, useSaveLoadViews } from '../loads.data.ts'
import {
  currentTab,
  fixedTabs,
  formatFilter,
  type ListFilter,
  readFilter,
  type Tab,
  toApiFilter,
} from './list-filter.ts'

const ViewPopover = lazyPart(async () => (await import('./view-popover.tsx')).ViewPopover)

/** The list's fixed tabs and the user's views, each with its count, and what can be done with views. */
export function LoadTabs({ filter }: { filter: ListFilter }) {
  const views = useLoadViews()
  const tabs: Tab[] = [...fixedTabs, ...views]
  const counts = useLoadCounts(tabs.map(({ query }) => toApiFilter(readFilter(query))))
  const current = currentTab(filter, views)
  return (
    <nav
      aria-label="Views"
      className="mb-3 flex items-center border-b border-default max-sm:-mx-4 max-sm:overflow-x-auto max-sm:border-0 max-sm:px-4 max-sm:py-0.5"
    >
      <ul className="flex min-w-0 items-center gap-5 max-sm:gap-2 sm:flex-wrap">
        {tabs.map((tab, index) => (
          <li key={tab.name} className="flex shrink-0 items-center">
            <TabLink tab={tab} count={counts[index]} isCurrent={tab.name === current.name} filter={filter} />
            {tab.name === current.name && index >= fixedTabs.length && (
              <ViewMenu view={tab} views={views} filter={filter} />
            )}
          </li>
        ))}
        <li className="max-sm:hidden">
          <SaveView views={views} filter={filter} />
        </li>
      </ul>
      <span className="ml-auto pl-4 text-table whitespace-nowrap text-secondary max-sm:hidden">New York time</span>
    </nav>
  )
}

type TabLinkProps = { tab: Tab; count: number | undefined; isCurrent: boolean; filter: ListFilter }

/** A fixed tab keeps the columns and the order. */
const TabLink = ({ tab: { name, phoneName, query }, count, isCurrent, filter: { sort, columns } }: TabLinkProps) => (
  <Link
    to={`?${formatFilter({ sort, columns, ...definedOf(readFilter(query)) })}`}
    preventScrollReset
    aria-current={isCurrent ? 'page' : undefined}
    className={`relative flex h-10 items-center gap-2 font-medium max-sm:h-11 max-sm:rounded-sm max-sm:border max-sm:px-3 max-sm:font-normal ${isCurrent ? 'text-primary max-sm:border-transparent max-sm:bg-inverse max-sm:text-on-inverse sm:after:absolute sm:after:inset-x-0 sm:after:-bottom-px sm:after:h-0.5 sm:after:bg-accent' : 'text-secondary hover:text-primary max-sm:border-default max-sm:bg-surface'}`}
  >
    <bdi className="max-w-44 truncate">
      {phoneName ? (
        <>
          <span className="max-sm:hidden">{name}</span>
          <span className="sm:hidden">{phoneName}</span>
        </>
      ) : (
        name
      )}
    </bdi>
    {count !== undefined && (
      <span className="tabular-nums text-table font-normal opacity-80 max-sm:opacity-100">{formatCount(count)}</span>
    )}
  </Link>
)

const definedOf = (filter: ListFilter): Partial<ListFilter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

type ViewProps = { views: LoadView[]; filter: ListFilter }

function SaveView({ views, filter }: ViewProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="flex h-10 items-center gap-1.5 text-secondary hover:text-primary"
      >
        <Plus size={14} strokeWidth={1.6} aria-hidden="true" />
        Save view
      </button>
      {isOpen && (
        <ViewPopover
          anchor={anchor}
          views={views}
          query={formatFilter(filter)}
          name=""
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function ViewMenu({ view, views, filter }: ViewProps & { view: LoadView }) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [isRenaming, setIsRenaming] = useState(false)
  const { mutate: save } = useSaveLoadViews()
  const query = formatFilter(filter)
  return (
    <span ref={anchor} className="inline-flex">
      <Menu
        label={`View ${view.name}`}
        entries={[
          {
            id: 'update',
            label: 'Save current filters',
            isDisabled: query === formatFilter(readFilter(view.query)),
            onChoose: () => save(views.map((each) => (each.name === view.name ? { ...each, query } : each))),
          },
          { id: 'rename', label: 'Rename', onChoose: () => setIsRenaming(true) },
          {
            id: 'delete',
            label: 'Delete view',
            tone: 'danger',
            onChoose: () => save(views.filter(({ name }) => name !== view.name)),
          },
        ]}
        trigger={(opener) => (
          <button
            {...opener}
            type="button"
            aria-label={`Change the view ${view.name}`}
            className="flex size-6 items-center justify-center rounded-xs text-secondary hover:bg-hover hover:text-primary max-sm:size-9"
          >
            <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
          </button>
        )}
      />
      {isRenaming && (
        <ViewPopover
          anchor={anchor}
          views={views}
          query={view.query}
          name={view.name}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </span>
  )
}
