import type { AnalyticsPerson } from '@loadping/contract/analytics/analytics'
import { formatPeriod } from '@loadping/contract/analytics/analytics-figures'
import { countOf } from '@loadping/contract/format/counts'
import { CalendarDays, ChevronDown, Download, Users } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ChoiceMenu } from '../ui/list/choice-menu.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { useExportAnalytics } from './analytics.data.ts'
import type { AnalyticsFilter, View } from './period.ts'

const PeriodPopover = lazyPart(async () => (await import('./period-popover.tsx')).PeriodPopover)

type FiltersProps = {
  filter: AnalyticsFilter
  view: View
  people: AnalyticsPerson[]
  onFilter: (change: Partial<AnalyticsFilter>) => void
}

/** Chooses whose contacts, of which days, and whether they are compared with the days before. */
export function AnalyticsFilters({ filter, view, people, onFilter }: FiltersProps) {
  const download = useExportAnalytics()
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {people.length > 1 && (
        <PeopleMenu people={people} value={filter.users} onValue={(users) => onFilter({ users })} />
      )}
      <PeriodButton filter={filter} view={view} onFilter={onFilter} />
      <ChoiceMenu
        label="Compare"
        choices={[
          { id: 'all', label: 'Previous period' },
          { id: 'off', label: 'Off' },
        ]}
        chosen={filter.compare}
        onChoose={(compare) => onFilter({ compare })}
      />
      <Button
        icon={<Download size={16} strokeWidth={1.6} aria-hidden="true" />}
        isLoading={download.isPending}
        className="max-sm:!h-9 max-sm:!px-3 max-sm:text-table"
        onPress={() => download.mutate(view.query)}
      >
        CSV
      </Button>
    </div>
  )
}

type PeopleMenuProps = { people: AnalyticsPerson[]; value: string; onValue: (users: string) => void }

function PeopleMenu({ people, value, onValue }: PeopleMenuProps) {
  const chosen = value === '' ? [] : value.split(',')
  const names = people.filter(({ userId }) => chosen.includes(userId)).map(({ name }) => name)
  const toggle = (id: string) =>
    people.map(({ userId }) => userId).filter((userId) => (userId === id) !== chosen.includes(userId))
  return (
    <Menu
      label="Users"
      chosen={chosen.length === 0 ? ['all'] : chosen}
      entries={[
        { id: 'all', label: 'All users', staysOpen: true, onChoose: () => onValue('') },
        ...people.map(({ userId, name, isFormer }) => ({
          id: userId,
          label: name,
          ...(isFormer && { note: 'Left the team' }),
          staysOpen: true,
          onChoose: () => onValue(toggle(userId).join(',')),
        })),
      ]}
      trigger={(opener) => (
        <FilterButton {...opener} icon={<Users size={16} strokeWidth={1.6} aria-hidden="true" />}>
          {names.length === 0
            ? `All ${countOf(people.length, 'user')}`
            : names.length === 1
              ? names[0]
              : countOf(names.length, 'user')}
        </FilterButton>
      )}
    />
  )
}

function PeriodButton({ filter, view, onFilter }: Omit<FiltersProps, 'people'>) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span ref={anchor} className="inline-flex">
      <FilterButton
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
        icon={<CalendarDays size={16} strokeWidth={1.6} aria-hidden="true" />}
      >
        {formatPeriod(view.period, view.today)}
      </FilterButton>
      {isOpen && (
        <PeriodPopover
          anchor={anchor}
          filter={filter}
          view={view}
          onFilter={onFilter}
          onClose={() => setIsOpen(false)}
        />
      )}
    </span>
  )
}

type FilterButtonProps = {
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  icon: ReactNode
  onClick: () => void
  children: ReactNode
}

const FilterButton = ({ icon, children, ...opener }: FilterButtonProps) => (
  <button
    {...opener}
    type="button"
    className="tabular-nums inline-flex h-8 items-center gap-2 rounded-sm border border-default bg-surface px-2.5 text-table font-medium hover:bg-hover max-sm:h-9"
  >
    <span className="text-secondary">{icon}</span>
    {children}
    <ChevronDown size={16} strokeWidth={1.6} aria-hidden="true" className="text-secondary" />
  </button>
)
