import { boardOptions } from '@loadping/contract/account/board-options'
import { BoardId } from '@loadping/contract/boards/board-id'
import { EquipmentClass, equipmentClassNames } from '@loadping/contract/boards/equipment'
import { formatPerMile } from '@loadping/contract/format/money'
import { formatDay, newYorkDay } from '@loadping/contract/format/new-york-days'
import { LoadStatus } from '@loadping/contract/loads/load-status'
import type { LoadPerson } from '@loadping/contract/loads/saved-loads'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { MenuEntry } from '../../ui/overlay/menu-popover.tsx'
import { statusDisplay } from '../load-display.parts.tsx'
import { ChipButton, FilterChip } from './filter-chip.tsx'
import { isFiltered, type ListFilter, noFilter, pickupDays } from './list-filter.ts'

const BrokerChip = lazyPart(async () => (await import('./typed-chips.tsx')).BrokerChip)
const PlaceChip = lazyPart(async () => (await import('./typed-chips.tsx')).PlaceChip)
const RateChip = lazyPart(async () => (await import('./typed-chips.tsx')).RateChip)
const DatesPopover = lazyPart(async () => (await import('./dates-popover.tsx')).DatesPopover)

type FiltersProps = {
  filter: ListFilter
  people: LoadPerson[]
  onFilter: (change: Partial<ListFilter>) => void
}

const labelOf = <Id extends string>(ids: readonly Id[], label: (id: Id) => string) =>
  ids.map((id) => ({ id, label: label(id) }))

const equipmentChoices = labelOf(EquipmentClass.options, (id) => equipmentClassNames[id])
const boardChoices = [
  ...labelOf(BoardId.options, (id) => boardOptions[id].name),
  { id: 'none', label: 'Email or chat' },
]
const statusChoices = labelOf(LoadStatus.options, (id) => statusDisplay[id].label)
const rpmChoices = labelOf(['150', '200', '225', '250', '275', '300', '350', '400'], (id) => formatPerMile(Number(id)))

const ageChoices = [
  { id: '1', label: 'Last hour' },
  { id: '2', label: 'Last 2 hours' },
  { id: '4', label: 'Last 4 hours' },
  { id: '12', label: 'Last 12 hours' },
  { id: '24', label: 'Last 24 hours' },
  { id: '72', label: 'Last 3 days' },
  { id: '168', label: 'Last 7 days' },
]

const extras = [
  { id: 'origin', label: 'Origin' },
  { id: 'dest', label: 'Destination' },
  { id: 'broker', label: 'Broker' },
  { id: 'maxAgeHours', label: 'Age' },
  { id: 'rate', label: 'Rate' },
  { id: 'status', label: 'Status' },
  { id: 'by', label: 'By' },
  { id: 'minRpm', label: 'Minimum RPM' },
] as const
type Extra = (typeof extras)[number]['id']

/** The chips that narrow the list; the rarer ones come from "Filter". */
export function LoadFilters({ filter, people, onFilter }: FiltersProps) {
  const [added, setAdded] = useState<Extra[]>([])
  const isSet = (id: Extra) => (id === 'rate' ? filter.minRateCents + filter.maxRateCents : filter[id]) !== ''
  const isShown = (id: Extra) => isSet(id) || added.includes(id)
  const missing = extras.filter(({ id }) => !isShown(id) && (id !== 'by' || people.length > 1))
  const set = (name: keyof typeof noFilter) => (value: string) => onFilter({ [name]: value })
  return (
    <>
      <ManyChip label="Equipment" choices={equipmentChoices} value={filter.equipment} onValue={set('equipment')} />
      <PickupChip value={filter.pickup} onValue={set('pickup')} />
      <ManyChip label="Board" choices={boardChoices} value={filter.board} onValue={set('board')} />
      {isShown('origin') && <PlaceChip end="origin" filter={filter} onFilter={onFilter} />}
      {isShown('dest') && <PlaceChip end="dest" filter={filter} onFilter={onFilter} />}
      {isShown('broker') && <BrokerChip filter={filter} onFilter={onFilter} />}
      {isShown('maxAgeHours') && (
        <OneChip label="Age" choices={ageChoices} value={filter.maxAgeHours} onValue={set('maxAgeHours')} />
      )}
      {isShown('rate') && <RateChip filter={filter} onFilter={onFilter} />}
      {isShown('status') && (
        <ManyChip label="Status" choices={statusChoices} value={filter.status} onValue={set('status')} />
      )}
      {isShown('by') && (
        <OneChip
          label="By"
          choices={people.map(({ userId, name }) => ({ id: userId, label: name }))}
          value={filter.by}
          onValue={set('by')}
        />
      )}
      {isShown('minRpm') && (
        <OneChip label="Minimum RPM" choices={rpmChoices} value={filter.minRpm} onValue={set('minRpm')} />
      )}
      {missing.length > 0 && (
        <Menu
          label="Add a filter"
          entries={missing.map(({ id, label }) => ({ id, label, onChoose: () => setAdded([...added, id]) }))}
          trigger={(opener) => (
            <button
              {...opener}
              type="button"
              className="inline-flex h-8 items-center gap-1.5 rounded-sm border border-dashed border-control px-2.5 text-table text-secondary hover:bg-hover hover:text-primary max-sm:h-11"
            >
              <Plus size={14} strokeWidth={1.6} aria-hidden="true" />
              Filter
            </button>
          )}
        />
      )}
      {isFiltered(filter) && (
        <button
          type="button"
          onClick={() => {
            setAdded([])
            onFilter(noFilter)
          }}
          className="min-h-6 px-1 text-table font-medium text-accent-text underline underline-offset-3 max-sm:min-h-11"
        >
          Clear
        </button>
      )}
    </>
  )
}

type ChipProps = { label: string; value: string; onValue: (value: string) => void }
type Choice = { id: string; label: string }

/** A filter of which several values can be chosen. */
function ManyChip({ label, choices, value, onValue }: ChipProps & { choices: Choice[] }) {
  const chosen = value === '' ? [] : value.split(',')
  const names = choices.filter(({ id }) => chosen.includes(id)).map((choice) => choice.label)
  const toggle = (id: string) =>
    choices.map((choice) => choice.id).filter((each) => (each === id) !== chosen.includes(each))
  return (
    <Chip
      label={label}
      shown={names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ')}
      chosen={chosen}
      entries={choices.map((choice) => ({
        ...choice,
        staysOpen: true,
        onChoose: () => onValue(toggle(choice.id).join(',')),
      }))}
      onClear={() => onValue('')}
    />
  )
}

/** A filter of which one value can be chosen. */
const OneChip = ({ label, choices, value, onValue }: ChipProps & { choices: Choice[] }) => (
  <Chip
    label={label}
    shown={choices.find(({ id }) => id === value)?.label ?? (value && 'Other')}
    chosen={value}
    entries={choices.map((choice) => ({ ...choice, onChoose: () => onValue(choice.id) }))}
    onClear={() => onValue('')}
  />
)

const pickupChoices = [
  { id: 'today', label: 'Today' },
  { id: 'tomorrow', label: 'Tomorrow' },
  { id: '3-days', label: 'Next 3 days' },
  { id: '7-days', label: 'Next 7 days' },
]

function PickupChip({ value, onValue }: Omit<ChipProps, 'label'>) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  const range = pickupDays(value, newYorkDay(new Date()))
  return (
    <span ref={anchor} className="inline-flex">
      <Chip
        label="Pickup"
        shown={pickupChoices.find(({ id }) => id === value)?.label ?? describeRange(range)}
        chosen={value.includes('_') ? 'dates' : value}
        entries={[
          ...pickupChoices.map((choice) => ({ ...choice, onChoose: () => onValue(choice.id) })),
          { id: 'dates', label: 'Choose days', onChoose: () => setIsChoosing(true) },
        ]}
        onClear={() => onValue('')}
      />
      {isChoosing && <DatesPopover anchor={anchor} {...range} onRange={onValue} onClose={() => setIsChoosing(false)} />}
    </span>
  )
}

/** `Nov 20 to Nov 23`. */
function describeRange({ pickupFrom, pickupUntil }: ReturnType<typeof pickupDays>): string {
  const [from, until] = [pickupFrom, pickupUntil].map((day) => day && formatDay(day).replace(/^\w+, /, ''))
  if (from && until) return from === until ? from : `${from} to ${until}`
  return from ? `From ${from}` : until ? `Until ${until}` : ''
}

type MenuChipProps = {
  label: string
  shown: string
  chosen: string | readonly string[]
  entries: MenuEntry[]
  onClear: () => void
}

const Chip = ({ label, shown, chosen, entries, onClear }: MenuChipProps) => (
  <FilterChip label={label} shown={shown} onClear={onClear}>
    <Menu
      label={label}
      chosen={chosen}
      entries={entries}
      trigger={(opener) => <ChipButton {...opener} label={label} shown={shown} />}
    />
  </FilterChip>
)
