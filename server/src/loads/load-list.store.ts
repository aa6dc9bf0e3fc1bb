import { type LoadFilter, type LoadSort, LoadStatus } from '@loadping/contract/saved-loads'
import {
  type Expression,
  expressionBuilder,
  type OrderByItemBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { LoadRow } from './load-row.ts'

type SortValue = string | number | Date | null
export type LoadCursor = { value: SortValue; id: string }

export type Listing = {
  userIds: string[]
  filter: LoadFilter
  sort: LoadSort
  isDescending: boolean
  after: LoadCursor | undefined
  limit: number
}

const load = expressionBuilder<Tables, 'load'>()

const sortKeys: Record<LoadSort, Expression<SortValue>> = {
  age: load.ref('postedAt'),
  pickup: load.ref('pickupDay'),
  origin: load.ref('origin'),
  dest: load.ref('dest'),
  trip: load.ref('tripMiles'),
  deadhead: load.ref('deadheadMiles'),
  rate: load.ref('rateCents'),
  rpm: load.ref('rpmCents'),
  'all-in-rpm': load.ref('allInRpmCents'),
  ask: load.ref('askCents'),
  equipment: load.ref('equipmentClass'),
  company: load.ref('company'),
  board: load.ref('board'),
  /** In the order in which a load goes through them. */
  status: sql<number>`array_position(${LoadStatus.options}::text[], status)`,
}

/** Of so many users, the newest loads are read in the order of the index, user by user. */
const maxMerged = 20

/** Lists loads in a total order, those without a value last both ways. Finds them in an index before it reads them. */
export async function listLoads(db: Db, listing: Listing): Promise<(LoadRow & { sortValue: SortValue })[]> {
  const { sort, limit } = listing
  const userIds = visibleUsers(listing.userIds, listing.filter)
  const pages =
    sort === 'age' && userIds.length <= maxMerged
      ? userIds.map((userId) => pageOf(db, listing, load('userId', '=', userId)))
      : [pageOf(db, listing, isOfAny(userIds))]
  const [found, ...others] = pages.map((page) => db.selectFrom(page.as('page')).selectAll())
  if (!found) return []
  const all = others.reduce((merged, page) => merged.unionAll(page), found)
  const isBackward = isBackwardOf(listing)
  return db
    .selectFrom(all.as('found'))
    .innerJoin('load', (join) => join.onRef('load.userId', '=', 'found.userId').onRef('load.id', '=', 'found.id'))
    .selectAll('load')
    .select('found.sortValue')
    .orderBy('found.sortValue', (order) => (isBackward ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy('found.id', isBackward ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

/** The youngest load was posted last. */
const isBackwardOf = ({ sort, isDescending }: Listing): boolean => isDescending !== (sort === 'age')

/** Finds the loads of one page in the index. */
function pageOf(db: Db, listing: Listing, isVisible: Expression<SqlBool>) {
  const { filter, sort, after, limit } = listing
  const key = sortKeys[sort]
  const isBackward = isBackwardOf(listing)
  // No load lacks its age, and only so the order is that of the index.
  const direction = (order: OrderByItemBuilder) => (isBackward ? order.desc() : order.asc())
  return filtered(db.selectFrom('load').where(isVisible), filter)
    .select(['userId', 'id', sql<SortValue>`${key}`.as('sortValue')])
    .$if(after !== undefined, (query) => query.where(isAfter(sort, after ?? { value: null, id: '' }, isBackward)))
    .orderBy(key, (order) => (sort === 'age' ? direction(order) : direction(order).nullsLast()))
    .orderBy('id', isBackward ? 'desc' : 'asc')
    .limit(limit)
}

function isAfter(sort: LoadSort, { value, id }: LoadCursor, isBackward: boolean) {
  const key = sortKeys[sort]
  if (sort === 'age')
    return isBackward
      ? sql<boolean>`(posted_at, load.id) < (${value}, ${id})`
      : sql<boolean>`(posted_at, load.id) > (${value}, ${id})`
  const isNextId = isBackward ? sql`load.id < ${id}` : sql`load.id > ${id}`
  if (value === null) return sql<boolean>`(${key} is null and ${isNextId})`
  const limit = typeof value === 'number' ? sql`${value}::double precision` : sql`${value}`
  const isNextKey = isBackward ? sql`${key} < ${limit}` : sql`${key} > ${limit}`
  return sql<boolean>`(${isNextKey} or (${key} = ${limit} and ${isNextId}) or ${key} is null)`
}

/** Counts loads and sums up their asks, by status. */
export const summarizeLoads = (db: Db, userIds: string[], filter: LoadFilter) =>
  filtered(db.selectFrom('load').where(isOfAny(visibleUsers(userIds, filter))), filter)
    .select((eb) => [
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('askCents').as('askedCount'),
      eb.fn.coalesce(eb.fn.sum<number>('askCents'), sql<number>`0`).as('askedCents'),
    ])
    .groupBy('status')
    .execute()

const visibleUsers = (userIds: string[], { by }: LoadFilter): string[] =>
  by === undefined ? userIds : userIds.filter((id) => id === by)

const isOfAny = (userIds: string[]) => load('userId', '=', sql<string>`any(${userIds}::uuid[])`)

function filtered<Output>(
  query: SelectQueryBuilder<Tables, 'load', Output>,
  { search = '', status, equipment, board, pickupFrom, pickupUntil, minRpm }: LoadFilter,
) {
  return query
    .where('deletedAt', 'is', null)
    .$if(search !== '', (narrowed) => narrowed.where(matches(search)))
    .$if(status !== undefined, (narrowed) => narrowed.where(isAmong(load.ref('status'), status)))
    .$if(equipment !== undefined, (narrowed) => narrowed.where(isAmong(load.ref('equipmentClass'), equipment)))
    .$if(board !== undefined, (narrowed) => narrowed.where(isOnBoard(board?.split(',') ?? [])))
    .$if(pickupFrom !== undefined, (narrowed) => narrowed.where('pickupDay', '>=', pickupFrom ?? ''))
    .$if(pickupUntil !== undefined, (narrowed) => narrowed.where('pickupDay', '<=', pickupUntil ?? ''))
    .$if(minRpm !== undefined, (narrowed) => narrowed.where('rpmCents', '>=', Number(minRpm)))
}

function matches(search: string) {
  const like = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`search_text like lower(${like})`
}

const isAmong = (column: Expression<string | null>, values = '') =>
  sql<boolean>`${column} = any(${values.split(',')}::text[])`

const isOnBoard = (boards: string[]) =>
  sql<boolean>`(board = any(${boards}::text[]) or (board is null and ${boards.includes('none')}))`
