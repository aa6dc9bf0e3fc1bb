import { LoadStatus } from '@loadping/contract/loads/load-status'
import type { LoadFilter, LoadSort } from '@loadping/contract/loads/saved-loads'
import { type Expression, expressionBuilder, type OrderByItemBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { conditionsOf } from './load-filter.store.ts'
import type { LoadRow } from './load-row.ts'

type SortValue = string | number | Date | null
export type LoadCursor = { value: SortValue; id: string }

export type Listing = {
  userIds: string[]
  filter: LoadFilter
  now: Date
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

/** Of so many users at once, the newest loads are read in the order of the index, user by user. */
const maxMerged = 20

/** Where a load is in a list, and whose it is. */
export type LoadKey = LoadCursor & { userId: string }

/**
 * Lists the keys of loads in a total order, those without a value last. Reads an index alone; by age, one page of it
 * for each user.
 */
export async function listKeys(db: Db, listing: Listing): Promise<LoadKey[]> {
  const userIds = visibleUsers(listing.userIds, listing.filter)
  if (listing.sort !== 'age') return pageOf(db, listing, isOfAny(userIds)).execute()
  const merged: LoadKey[] = []
  for (let start = 0; start < userIds.length; start += maxMerged)
    merged.push(...(await mergePages(db, listing, userIds.slice(start, start + maxMerged))))
  if (userIds.length <= maxMerged) return merged
  const sign = isBackwardOf(listing) ? -1 : 1
  return merged.sort((one, other) => sign * compareAges(one, other)).slice(0, listing.limit)
}

/** Lists the newest or oldest loads of a few users. */
async function mergePages(db: Db, listing: Listing, userIds: string[]): Promise<LoadKey[]> {
  const pages = userIds.map((userId) => pageOf(db, listing, load('userId', '=', userId)))
  const [found, ...others] = pages.map((page) => db.selectFrom(page.as('page')).selectAll())
  if (!found) return []
  const direction = isBackwardOf(listing) ? 'desc' : 'asc'
  return others
    .reduce((merged, page) => merged.unionAll(page), found)
    .orderBy('value', direction)
    .orderBy('id', direction)
    .limit(listing.limit)
    .execute()
}

function compareAges(one: LoadKey, other: LoadKey): number {
  const difference = Number(one.value) - Number(other.value)
  return difference || (one.id < other.id ? -1 : 1)
}

/** Returns the loads with these keys, in their order; without those that were deleted meanwhile. */
export async function listByKeys(db: Db, keys: LoadKey[]): Promise<LoadRow[]> {
  const userIds = [...new Set(keys.map(({ userId }) => userId))]
  const rows = await db
    .selectFrom('load')
    .innerJoin(
      sql<LoadKey>`unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])`.as<'key'>(
        sql`key (user_id, id)`,
      ),
      (join) => join.onRef('load.userId', '=', 'key.userId').onRef('load.id', '=', 'key.id'),
    )
    .selectAll('load')
    .where('load.userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('deletedAt', 'is', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap(({ id }) => byId.get(id) ?? [])
}

/** The youngest load was posted last. */
const isBackwardOf = ({ sort, isDescending }: Listing): boolean => isDescending !== (sort === 'age')

/** Finds the loads of one page in the index. */
function pageOf(db: Db, listing: Listing, isVisible: Expression<SqlBool>) {
  const { filter, now, sort, after, limit } = listing
  const key = sortKeys[sort]
  const isBackward = isBackwardOf(listing)
  // No load lacks its age, and only so the order is that of the index.
  const direction = (order: OrderByItemBuilder) => (isBackward ? order.desc() : order.asc())
  return db
    .selectFrom('load')
    .select(['userId', 'id', sql<SortValue>`${key}`.as('value')])
    .where(load.and([isVisible, ...conditionsOf(filter, now), ...(after ? [isAfter(sort, after, isBackward)] : [])]))
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
export const summarizeLoads = (db: Db, { userIds, filter, now }: Pick<Listing, 'userIds' | 'filter' | 'now'>) =>
  db
    .selectFrom('load')
    .select((eb) => [
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('askCents').as('askedCount'),
      eb.fn.coalesce(eb.fn.sum<number>('askCents'), sql<number>`0`).as('askedCents'),
    ])
    .where(load.and([isOfAny(visibleUsers(userIds, filter)), ...conditionsOf(filter, now)]))
    .groupBy('status')
    .execute()

const visibleUsers = (userIds: string[], { by }: LoadFilter): string[] =>
  by === undefined ? userIds : userIds.filter((id) => id === by)

const isOfAny = (userIds: string[]) => load('userId', '=', sql<string>`any(${userIds}::uuid[])`)
