import { type EquipmentClass, equipmentClassNames } from '@loadping/contract/boards/equipment'
import type { Place } from '@loadping/contract/boards/posted-load'
import { formatAge } from '@loadping/contract/format/ages'
import { addDays, type Day, formatDay, formatDayAs } from '@loadping/contract/format/new-york-days'
import { clockIn } from '@loadping/contract/format/time-zones'
import type { BoardTruck } from '@loadping/contract/truck-board/truck-board'
import { formatClock } from '../freight-text/load-times.ts'
import { nextSort, readSort, type Sorting } from '../ui/list/sort-order.ts'

/** What a truck does on a day of the strip. */
export type DayState = 'booked' | 'empties' | 'empty' | 'away' | 'unknown'

/** A truck with what its row says of its times; the texts stay the same until they change. */
export type BoardRow = {
  row: BoardTruck
  zone: string
  /** `Now`, `Today`, `Tue`, or undefined without an empty time. */
  emptyDay: string | undefined
  /** `since 2:40 PM CST`, `6:30 PM CST`. */
  emptyClock: string
  /** The state of each of seven days, by its place in `dayStates`. */
  week: string
  isEmptyToday: boolean
  isEmptyTomorrow: boolean
}

const dayStates: readonly DayState[] = ['booked', 'empties', 'empty', 'away', 'unknown']

/** The states of a row's week. */
export const statesOf = (week: string): DayState[] => [...week].map((index) => dayStates[Number(index)] ?? 'unknown')

/** The seven days of the strip. */
export const weekFrom = (today: Day): Day[] => [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(today, days))

/** Reckons what a row says of a truck's times, each in the zone of its place. */
export function toBoardRow(row: BoardTruck, zone: string, days: readonly Day[], now: number): BoardRow {
  const { emptyAt } = row.truck
  const at = emptyAt === null ? undefined : Date.parse(emptyAt)
  const today = dayIn(zone, now)
  const emptyOn = at === undefined ? undefined : dayIn(zone, at)
  const isOn = (day: Day) => emptyOn !== undefined && !isAway(row, day) && (emptyOn < today ? today : emptyOn) === day
  return {
    row,
    zone,
    ...describeEmpty(at, zone, now),
    week: days.map((day) => dayStates.indexOf(stateOn(row, day, emptyOn, at !== undefined && at <= now))).join(''),
    isEmptyToday: isOn(today),
    isEmptyTomorrow: isOn(addDays(today, 1)),
  }
}

const isAway = ({ absence }: BoardTruck, day: Day): boolean =>
  absence !== null && absence.from <= day && day <= absence.until

function stateOn(row: BoardTruck, day: Day, emptyOn: Day | undefined, isEmpty: boolean): DayState {
  if (isAway(row, day)) return 'away'
  if (emptyOn === undefined) return 'unknown'
  if (isEmpty || day > emptyOn) return 'empty'
  return day === emptyOn ? 'empties' : 'booked'
}

/** Says when a truck is empty: the day, and the time in its zone. */
export function describeEmpty(
  at: number | undefined,
  zone: string,
  now: number,
): Pick<BoardRow, 'emptyDay' | 'emptyClock'> {
  if (at === undefined) return { emptyDay: undefined, emptyClock: '' }
  const { day, clock } = momentIn(zone, at)
  const today = dayIn(zone, now)
  if (at <= now)
    return { emptyDay: 'Now', emptyClock: `since ${day === today ? clock : `${nearDay(day, today)}, ${clock}`}` }
  return { emptyDay: day === today ? 'Today' : nearDay(day, today), emptyClock: clock }
}

/** `Tue` within six days, else `Tue, Nov 24`. */
const nearDay = (day: Day, today: Day): string =>
  addDays(today, 6) >= day && day >= addDays(today, -6) ? formatDayAs(day, { weekday: 'short' }) : formatDay(day)

const minute = 60_000
type Moment = { day: Day; clock: string }
const moments = new Map<string, Moment>()

/** The day and time of an instant in a zone; kept, because a zone's clock is slow to read and a board asks for hundreds. */
function momentIn(zone: string, at: number): Moment {
  const key = `${zone} ${Math.floor(at / minute)}`
  const known = moments.get(key)
  if (known) return known
  if (moments.size > 5_000) moments.clear()
  const moment = { day: clockIn(zone, at).day, clock: formatClock(at, zone) }
  moments.set(key, moment)
  return moment
}

export const dayIn = (zone: string, at: number): Day => momentIn(zone, at).day

/** `City, ST`. */
export const placeName = ({ city, state }: Place): string => `${city}, ${state}`

/** Says where a truck's place comes from. */
export function describeSource(
  { truck, isFromDelivery, booking, absence }: Pick<BoardTruck, 'truck' | 'isFromDelivery' | 'booking' | 'absence'>,
  today: Day,
): string {
  if (absence && absence.from <= today) return `${absence.note ?? 'Not available'} until ${formatDay(absence.until)}`
  if (!truck.place) return ''
  if (isFromDelivery) return booking?.reference ? `From delivery ${booking.reference}` : 'From its delivery'
  return 'Typed'
}

/** `9h 45m`, `45m`. */
export const formatHoursLeft = (minutes: number): string => formatAge(new Date(0), new Date(minutes * minute))

/** From so few minutes on, a truck's driving hours are amber. */
export const fewMinutes = 120

const stateNames: Record<DayState, string> = {
  booked: 'booked',
  empties: 'empty that day',
  empty: 'empty',
  away: 'not available',
  unknown: 'not known',
}

/** `Mon to Thu booked, Fri empty that day, Sat and Sun empty`, for screen readers. */
export function describeWeek(week: string, weekDays: readonly Day[]): string {
  const names = weekDays.map((day) => formatDayAs(day, { weekday: 'short' }))
  return [...week.matchAll(/(\d)\1*/g)]
    .map(({ index, 0: run, 1: state }) => {
      const first = names[index]
      const last = names[index + run.length - 1]
      const span = run.length === 1 ? first : `${first} ${run.length === 2 ? 'and' : 'to'} ${last}`
      return `${span} ${stateNames[dayStates[Number(state)] ?? 'unknown']}`
    })
    .join(', ')
}

const boardColumns = ['truck', 'place', 'empty', 'drive', 'asks', 'best', 'oldest', 'answer'] as const
export type BoardColumn = (typeof boardColumns)[number]

/** The column that the board is sorted by: at first by what is empty first. */
export const sortOf = (sort: string): Sorting<BoardColumn> =>
  readSort(sort, boardColumns) ?? { column: 'empty', isDescending: false }

/** The order after a click on a column's head; empty for the board's own. Figures start with the largest. */
export function sortAfterClick(sort: string, column: BoardColumn): string {
  const startsDescending = column === 'asks' || column === 'best' || column === 'answer'
  return nextSort(sort === '' ? 'empty' : sort, column, startsDescending) ?? ''
}

/** What a column sorts by; trucks without it come last. */
const keyOf: Record<BoardColumn, (row: BoardRow) => string | number | undefined> = {
  truck: ({ row }) => row.truck.name.toLowerCase(),
  place: ({ row }) => (row.truck.place ? `${row.truck.place.state} ${row.truck.place.city.toLowerCase()}` : undefined),
  empty: ({ row, week }) =>
    row.truck.emptyAt === null || statesOf(week)[0] === 'away' ? undefined : Date.parse(row.truck.emptyAt),
  drive: ({ row }) => row.truck.driveMinutes ?? undefined,
  asks: ({ row }) => row.asks.count || undefined,
  best: ({ row }) => row.asks.bestCents ?? undefined,
  oldest: ({ row }) => (row.asks.oldestAt === null ? undefined : Date.parse(row.asks.oldestAt)),
  answer: ({ row }) => (row.lastAnswer ? Date.parse(row.lastAnswer.at) : undefined),
}

export function sortRows(rows: readonly BoardRow[], { column, isDescending }: Sorting<BoardColumn>): BoardRow[] {
  const known = rows.map((row) => ({ row, key: keyOf[column](row) }))
  return known
    .toSorted((one, other) => {
      if (one.key === undefined || other.key === undefined)
        return Number(one.key === undefined) - Number(other.key === undefined)
      const order = one.key < other.key ? -1 : Number(one.key > other.key)
      return isDescending ? -order : order
    })
    .map(({ row }) => row)
}

/** A tab of the board, by which its address names it. */
export type BoardTab = { id: string; name: string; phoneName?: string; count: number }

const hasTab: Record<string, (row: BoardRow) => boolean> = {
  all: () => true,
  today: ({ isEmptyToday }) => isEmptyToday,
  tomorrow: ({ isEmptyTomorrow }) => isEmptyTomorrow,
  'no-asks': ({ row }) => row.asks.count === 0,
}

/** The rows of a tab; those of all for a tab that is unknown. */
export const rowsOf = (rows: readonly BoardRow[], tab: string): BoardRow[] =>
  rows.filter(hasTab[tab] ?? (isClass(tab) ? ({ row }) => row.truck.equipment === tab : () => true))

const isClass = (tab: string): boolean => Object.hasOwn(equipmentClassNames, tab)

/** The tabs with the counts of their trucks: four, and one for each class of equipment if there are several. */
export function tabsOf(rows: readonly BoardRow[]): BoardTab[] {
  const classes = [...new Set(rows.flatMap(({ row }) => row.truck.equipment ?? []))].toSorted()
  const tabs: Omit<BoardTab, 'count'>[] = [
    { id: 'all', name: 'All' },
    { id: 'today', name: 'Empty today', phoneName: 'Today' },
    { id: 'tomorrow', name: 'Empty tomorrow', phoneName: 'Tomorrow' },
    { id: 'no-asks', name: 'No asks' },
    ...(classes.length > 1 ? classes.map((id) => ({ id, name: pluralOf(id) })) : []),
  ]
  return tabs.map((tab) => ({ ...tab, count: rowsOf(rows, tab.id).length }))
}

const pluralOf = (equipment: EquipmentClass): string =>
  equipment === 'power-only' || equipment === 'other'
    ? equipmentClassNames[equipment]
    : `${equipmentClassNames[equipment]}s`

/** The letters of a class in its box, as DAT has them. */
export const classCodes: Record<EquipmentClass, string> = {
  van: 'V',
  reefer: 'R',
  flatbed: 'F',
  'step-deck': 'SD',
  lowboy: 'LB',
  'power-only': 'PO',
  'box-truck': 'SB',
  sprinter: 'SV',
  container: 'C',
  tanker: 'TS',
  other: '?',
}
