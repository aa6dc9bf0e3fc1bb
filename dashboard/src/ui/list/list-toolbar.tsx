import type { ReactNode } from 'react'
import { SearchField } from './search-field.tsx'

type ListToolbarProps = {
  searchLabel: string
  search: string
  onSearch: (search: string) => void
  /** Whether the `/` key focuses the search. */
  hasShortcut?: boolean
  searchStyle?: string
  className: string
  /** The filters and what else can be done with the list. */
  children: ReactNode
}

/** The search of a list, its filters and its actions, above it. */
export const ListToolbar = (props: ListToolbarProps) => {
  const {
    searchLabel,
    search,
    onSearch,
    hasShortcut = true,
    searchStyle = 'w-65 max-sm:w-full',
    className,
    children,
  } = props
  return (
    <div className={`flex flex-wrap items-center gap-2 ${className}`}>
      <SearchField
        label={searchLabel}
        className={searchStyle}
        {...(hasShortcut && { shortcut: '/' })}
        value={search}
        onValue={onSearch}
      />
      {children}
    </div>
  )
}

/** How many rows a filter shows, read out when it changes; it is at the right of the toolbar. */
export const ShownCount = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <p role="status" className={`tabular-nums ml-auto text-caption text-secondary ${className}`}>
    {children}
  </p>
)
