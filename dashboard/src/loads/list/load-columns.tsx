import { formatCount } from '@loadping/contract/format/counts'
import { formatDollars, formatPlainDollars } from '@loadping/contract/format/money'
import { type Day, formatDay, formatDayAs } from '@loadping/contract/format/new-york-days'
import { ratesOf } from '@loadping/contract/loads/load-rates'
import { outcomeLabels } from '@loadping/contract/loads/outcomes'
import type { LoadPerson, LoadSort, SavedLoad } from '@loadping/contract/loads/saved-loads'
import type { ReactNode } from 'react'
import { EmptyValue } from '../../ui/figure.tsx'
import { InitialsBadge } from '../../ui/initials-badge.tsx'
import { BoardBadge, EquipmentCode } from '../load-display.parts.tsx'

/** What cells show beside their load. */
export type CellContext = { people: ReadonlyMap<string, LoadPerson>; targetRpmCents: number | null }

export type LoadColumn = {
  id: string
  label: string
  /** What the head's abbreviation stands for. */
  title?: string
  width: number
  /** In a narrow window, if that is less. */
  leastWidth?: number
  /** In a window of 1600 px or more. */
  wideWidth?: number
  /** Whether it takes what is left of a wide window. */
  isFlexible?: true
  isNumber?: true
  sort?: LoadSort
  isOptional?: true
  cell: (load: SavedLoad, context: CellContext) => ReactNode
}

const shortDay = (day: Day) => formatDayAs(day, { month: 'short', day: 'numeric' })
const orNone = (value: ReactNode) => value ?? <EmptyValue />
const count = (value: number | undefined) => orNone(value === undefined ? undefined : formatCount(value))
const text = (value: string | null | undefined) =>
  value ? (
    <bdi className="block truncate" title={value}>
      {value}
    </bdi>
  ) : (
    <EmptyValue />
  )

/** The columns between destination and status, in their order. Optional ones are shown only if chosen. */
export const loadColumns: LoadColumn[] = [
  {
    id: 'pickup',
    label: 'Pickup',
    title: 'First day of pickup',
    width: 56,
    sort: 'pickup',
    cell: ({ facts: { pickupDay } }) =>
      pickupDay ? <span title={formatDay(pickupDay)}>{shortDay(pickupDay)}</span> : <EmptyValue />,
  },
  {
    id: 'trip',
    label: 'Trip',
    title: 'Loaded miles',
    width: 46,
    isNumber: true,
    sort: 'trip',
    cell: ({ facts }) => count(facts.tripMiles),
  },
  {
    id: 'deadhead',
    label: 'DH-O',
    title: 'Deadhead to the origin',
    width: 44,
    isNumber: true,
    sort: 'deadhead',
    cell: ({ facts }) => <span className="text-secondary">{count(facts.deadheadMiles)}</span>,
  },
  { id: 'rate', label: 'Rate', width: 58, isNumber: true, sort: 'rate', cell: ({ facts }) => <Rate facts={facts} /> },
  {
    id: 'rpm',
    label: 'RPM',
    title: 'Rate per loaded mile',
    width: 42,
    isNumber: true,
    sort: 'rpm',
    cell: ({ facts }, { targetRpmCents }) => <Rpm facts={facts} targetRpmCents={targetRpmCents} />,
  },
  {
    id: 'all-in',
    label: 'All-in',
    title: 'Rate per mile with deadhead',
    width: 46,
    isNumber: true,
    sort: 'all-in-rpm',
    cell: ({ facts }) => {
      const { allInRpmCents } = ratesOf(facts)
      return allInRpmCents === null ? (
        <EmptyValue />
      ) : (
        <span className="text-secondary">{formatPlainDollars(allInRpmCents)}</span>
      )
    },
  },
  {
    id: 'ask',
    label: 'Ask',
    title: 'What you asked for',
    width: 58,
    isNumber: true,
    sort: 'ask',
    cell: ({ askCents }) => orNone(askCents === null ? undefined : formatDollars(askCents)),
  },
  {
    id: 'equipment',
    label: 'Eq.',
    title: 'Equipment',
    width: 44,
    sort: 'equipment',
    cell: ({ facts: { equipment, board } }) =>
      equipment ? <EquipmentCode code={equipment} board={board} isShort /> : <EmptyValue />,
  },
  {
    id: 'company',
    label: 'Broker',
    width: 187,
    leastWidth: 177,
    isFlexible: true,
    sort: 'company',
    cell: ({ facts }) => text(facts.company),
  },
  {
    id: 'board',
    label: 'Board',
    width: 46,
    wideWidth: 112,
    sort: 'board',
    cell: ({ facts }) => <BoardBadge board={facts.board} isShort />,
  },
  {
    id: 'by',
    label: 'By',
    title: 'Who saved it',
    width: 44,
    cell: (load, { people }) => <People load={load} people={people} />,
  },
  { id: 'reference', label: 'Reference', width: 100, isOptional: true, cell: ({ facts }) => text(facts.reference) },
  { id: 'mc', label: 'MC', width: 80, isOptional: true, cell: ({ facts }) => text(facts.mc) },
  {
    id: 'weight',
    label: 'Weight',
    width: 76,
    isNumber: true,
    isOptional: true,
    cell: ({ facts }) => count(facts.weightPounds),
  },
  {
    id: 'length',
    label: 'Length',
    width: 60,
    isNumber: true,
    isOptional: true,
    cell: ({ facts }) => count(facts.lengthFeet),
  },
  { id: 'note', label: 'Note', width: 180, isFlexible: true, isOptional: true, cell: ({ note }) => text(note) },
  {
    id: 'outcome',
    label: 'Outcome',
    width: 120,
    isOptional: true,
    cell: ({ outcome }) => text(outcome && describeOutcome(outcome)),
  },
]

const describeOutcome = ({ kind, cents }: NonNullable<SavedLoad['outcome']>): string =>
  cents === null ? outcomeLabels[kind] : `${outcomeLabels[kind]} ${formatDollars(cents)}`

const defaultIds = loadColumns.filter(({ isOptional }) => !isOptional).map(({ id }) => id)

/** The columns that the URL's value names; without one, those that are shown at first. */
export function shownColumns(value: string): LoadColumn[] {
  const chosen = new Set(value === '' ? defaultIds : value.split(','))
  return loadColumns.filter(({ id }) => chosen.has(id))
}

/** The URL's value for columns with one of them shown or hidden. */
export function toggleColumn(value: string, id: string): string {
  const shown = shownColumns(value).map((column) => column.id)
  const next = shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id]
  const ordered = loadColumns.map((column) => column.id).filter((each) => next.includes(each))
  return ordered.join() === defaultIds.join() ? '' : ordered.join() || 'none'
}

type Facts = SavedLoad['facts']

const Rate = ({ facts }: { facts: Facts }) => {
  const { totalCents } = ratesOf(facts)
  return totalCents === null ? <EmptyValue /> : <span className="font-medium">{formatDollars(totalCents)}</span>
}

function Rpm({ facts, targetRpmCents }: { facts: Facts; targetRpmCents: number | null }) {
  const { rpmCents } = ratesOf(facts)
  if (rpmCents === null) return <EmptyValue />
  const isOnTarget = targetRpmCents !== null && rpmCents >= targetRpmCents
  return (
    <span
      className={`font-medium ${isOnTarget ? 'text-accent-text' : ''}`}
      title={isOnTarget ? 'On target' : undefined}
    >
      {formatPlainDollars(rpmCents)}
    </span>
  )
}

/** Who saved a load: the initials of two people at most, and the names of all. */
export function People({ load: { userId, savedBy }, people }: { load: SavedLoad; people: CellContext['people'] }) {
  const known = (savedBy ?? [userId]).flatMap((id) => people.get(id) ?? [])
  if (known.length < 2) return <Person person={known[0]} />
  const names = known.map(({ name }) => name).join(', ')
  return (
    <span title={names} className="inline-flex align-middle">
      <span className="sr-only">{names}</span>
      {known.slice(0, 2).map((person, index) => (
        <span key={person.userId} aria-hidden="true" className={index === 0 ? 'z-1' : '-ml-2'}>
          <InitialsBadge name={person.name} toneKey={person.userId} className="size-5 !text-[9px] tracking-tight" />
        </span>
      ))}
    </span>
  )
}

/** A person's initials; the name is the tooltip and what screen readers say. */
function Person({ person }: { person: LoadPerson | undefined }) {
  if (!person) return <EmptyValue />
  return (
    <span title={person.name} className="inline-flex align-middle">
      <InitialsBadge name={person.name} toneKey={person.userId} className="size-5 !text-[9px] tracking-tight" />
      <span className="sr-only">{person.name}</span>
    </span>
  )
}
