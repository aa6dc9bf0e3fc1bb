import { addDays, type Day, newYorkDay } from '@loadping/contract/format/new-york-days'
import { LoadFilter, type LoadQuery, LoadSort, type LoadView } from '@loadping/contract/loads/saved-loads'
import * as z from 'zod/mini'
import { nextSort, readSort, type Sorting } from '../../ui/list/sort-order.ts'
import { searchText } from '../../use-url-filter.ts'

/** A text that the schema allows; anything else in a URL counts as no filter. */
const validText = (schema: z.ZodMiniType) =>
  z.catch(z.string().check(z.refine((text) => schema.safeParse(text).success, 'Not valid')), '')

const day = String.raw`\d{4}-\d{2}-\d{2}`
const pickupRange = z.string().check(z.regex(new RegExp(`^(today|tomorrow|[37]-days|(${day})?_(${day})?)$`)))
const sort = z.string().check(z.regex(new RegExp(`^-?(${LoadSort.options.join('|')})$`)))

/** What the list shows, from its URL: texts as the API has them, except for pickup days relative to today. */
export const ListFilter = z.object({
  search: searchText,
  status: validText(LoadFilter.shape.status),
  equipment: validText(LoadFilter.shape.equipment),
  board: validText(LoadFilter.shape.board),
  pickup: validText(pickupRange),
  by: validText(LoadFilter.shape.by),
  minRpm: validText(LoadFilter.shape.minRpm),
  origin: validText(LoadFilter.shape.origin),
  originMiles: validText(LoadFilter.shape.originMiles),
  dest: validText(LoadFilter.shape.dest),
  destMiles: validText(LoadFilter.shape.destMiles),
  broker: validText(LoadFilter.shape.broker),
  minRateCents: validText(LoadFilter.shape.minRateCents),
  maxRateCents: validText(LoadFilter.shape.maxRateCents),
  maxAgeHours: validText(LoadFilter.shape.maxAgeHours),
  sort: validText(sort),
  columns: z.catch(z.string().check(z.maxLength(300)), ''),
})
export type ListFilter = z.infer<typeof ListFilter>

/** No filter; the order and the columns stay. */
export const noFilter = {
  search: '',
  status: '',
  equipment: '',
  board: '',
  pickup: '',
  by: '',
  minRpm: '',
  origin: '',
  originMiles: '',
  dest: '',
  destMiles: '',
  broker: '',
  minRateCents: '',
  maxRateCents: '',
  maxAgeHours: '',
} satisfies Partial<ListFilter>

export const readFilter = (query: string): ListFilter =>
  ListFilter.parse(Object.fromEntries(new URLSearchParams(query)))

/** The query string without what is not set, in a fixed order. */
export const formatFilter = (filter: Partial<ListFilter>): string =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString()

export const isFiltered = (filter: ListFilter): boolean =>
  Object.keys(noFilter).some((name) => filter[name as keyof typeof noFilter] !== '')

export function toApiFilter({ pickup, sort, columns, ...texts }: ListFilter, now = new Date()): LoadFilter {
  const set = Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== ''))
  return { ...set, ...pickupDays(pickup, newYorkDay(now)) }
}

/** The filter and the order as the API takes them. */
export function toApiQuery(filter: ListFilter): LoadQuery {
  const sorted = sortOf(filter)
  return {
    ...toApiFilter(filter),
    ...(filter.sort !== '' && { sort: sorted.column, ...(sorted.isDescending && { descending: 'true' as const }) }),
  }
}

/** The days between which loads are picked up. */
export function pickupDays(pickup: string, today: Day): { pickupFrom?: Day; pickupUntil?: Day } {
  if (pickup === '') return {}
  if (pickup === 'today') return { pickupFrom: today, pickupUntil: today }
  if (pickup === 'tomorrow') return { pickupFrom: addDays(today, 1), pickupUntil: addDays(today, 1) }
  if (pickup.endsWith('-days'))
    return { pickupFrom: today, pickupUntil: addDays(today, Number.parseInt(pickup, 10) - 1) }
  const [from, until] = pickup.split('_')
  return { ...(from && { pickupFrom: from }), ...(until && { pickupUntil: until }) }
}

/** The column that the list is sorted by; the youngest load comes first unless the user chose another order. */
export const sortOf = ({ sort }: ListFilter): Sorting<LoadSort> =>
  readSort(sort, LoadSort.options) ?? { column: 'age', isDescending: false }

/** Figures start with the largest, other columns with the first of the alphabet or the earliest day. */
const firstDescending: LoadSort[] = ['trip', 'rate', 'rpm', 'all-in-rpm', 'ask']

/** Returns the order after a click on a column's head; empty for the list's own. */
export const sortAfterClick = ({ sort }: ListFilter, column: LoadSort): string =>
  nextSort(sort === '' ? 'age' : sort, column, firstDescending.includes(column)) ?? ''

export type Tab = { name: string; phoneName?: string; query: string }

export const fixedTabs: Tab[] = [
  { name: 'All', query: '' },
  { name: 'Negotiating', query: 'status=negotiating' },
  { name: 'Waiting for reply', phoneName: 'Waiting', query: 'status=contacted' },
  { name: 'Vans', query: 'equipment=van' },
  { name: 'Picks up today', phoneName: 'Today', query: 'pickup=today' },
]

/** The tab or view that the list shows, possibly filtered further: the one that sets most of the current values. */
export function currentTab(filter: ListFilter, views: LoadView[]): Tab {
  const now = new URLSearchParams(formatFilter(filter))
  const matching = [...fixedTabs, ...views]
    .map((tab) => ({ tab, values: [...new URLSearchParams(formatFilter(readFilter(tab.query)))] }))
    .filter(({ values }) => values.every(([name, value]) => now.get(name) === value))
    .sort((one, other) => other.values.length - one.values.length)
  return matching[0]?.tab ?? { name: 'All', query: '' }
}
