import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type BoardRow, tabsOf } from './board-view.ts'

type BoardTabsProps = {
  rows: readonly BoardRow[]
  tab: string
  linkTo: (tab: string) => string
  /** The search, at the right. */
  children: ReactNode
}

const tabStyle =
  'relative flex h-10 items-center gap-2 font-medium whitespace-nowrap max-sm:h-11 max-sm:rounded-sm max-sm:border max-sm:px-3 max-sm:text-table'
const currentStyle =
  'text-primary max-sm:border-transparent max-sm:bg-inverse max-sm:text-on-inverse sm:after:absolute sm:after:inset-x-0 sm:after:-bottom-px sm:after:h-0.5 sm:after:bg-accent'
const otherStyle = 'text-secondary hover:text-primary max-sm:border-default max-sm:bg-surface'

/** The tabs of the board, each with the count of its trucks. */
export function BoardTabs({ rows, tab, linkTo, children }: BoardTabsProps) {
  const tabs = tabsOf(rows)
  const current = tabs.find(({ id }) => id === tab)?.id ?? 'all'
  return (
    <nav
      aria-label="Views"
      className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-2 sm:border-b sm:border-default print:hidden"
    >
      <ul className="flex min-w-0 items-center gap-5 max-sm:-mx-4 max-sm:gap-2 max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap">
        {tabs.map(({ id, name, phoneName = name, count }) => (
          <li key={id} className="shrink-0">
            <Link
              to={linkTo(id)}
              preventScrollReset
              aria-current={id === current ? 'page' : undefined}
              className={`${tabStyle} ${id === current ? currentStyle : otherStyle}`}
            >
              <span className="max-sm:hidden">{name}</span>
              <span className="sm:hidden">{phoneName}</span>
              <span className="tabular-nums text-table font-normal opacity-80 max-sm:opacity-100">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="ml-auto flex items-center gap-4 max-sm:ml-0 max-sm:w-full">
        {children}
        {!children && (
          <span className="text-table whitespace-nowrap text-secondary max-md:hidden">
            Each time in the truck's zone
          </span>
        )}
      </div>
    </nav>
  )
}
