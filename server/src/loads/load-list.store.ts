import { LoadStatus } from '@loadping/contract/loads/load-status'
import type { LoadFilter, LoadSort } from '@loadping/contract/loads/saved-loads'
import { type Expression, expressionBuilder, type OrderByItemBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { searchTextContains } from '../db/search-text.ts'
import type { Tables } from '../db/tables.ts'
import { groupJoined, type JoinedRow } from './join-loads.ts'
import { conditionsOf, type Filtering } from './load-filter.store.ts'
import { type ShownRow, shownColumns } from './load-row.ts'

type SortValue = string | number | Date | null
export type LoadCursor = { value: SortValue; id: string }

export type Listing = Filtering & {
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
export type Candidate = LoadKey & Pick<JoinedRow, 'joinKey'>
/** Where a load is in a list, and its rows, first the one that stands for it. */
export type ListedLoad = LoadKey & { rows: Pick<JoinedRow, 'userId' | 'id'>[] }

/** A page of a team reads as many rows more: a few of them may stand for no load, and reading again costs as much. */
const rowsMore = 50

/** Lists the loads of a page in a total order, each once, those without a value last. */
export async function listLoads(db: Db, listing: Listing): Promise<ListedLoad[]> {
  const limit = listing.userIds.length === 1 ? listing.limit : listing.limit + rowsMore
  const found: ListedLoad[] = []
  let after: LoadCursor | undefined = listing.after
  do {
    const part: ListedRows = await readRows(db, { ...listing, after, limit })
    found.push(...part.loads)
    after = part.next
  } while (after && found.length < listing.limit)
  return found.slice(0, listing.limit)
}

export type ListedRows = { loads: ListedLoad[]; next: LoadCursor | undefined }

/** Reads as many rows as the limit says, which stand for as many loads or fewer, and tells where the next ones begin. */
export async function readRows(db: Db, listing: Listing): Promise<ListedRows> {
  const rows = await listKeys(db, listing)
  return {
    loads: await joinPage(db, listing.userIds, rows),
    next: rows.length === listing.limit ? rows.at(-1) : undefined,
  }
}

/** Joins the rows of a page to loads, without the rows for whose load a teammate's stands. */
export async function joinPage(db: Db, userIds: string[], page: Candidate[]): Promise<ListedLoad[]> {
  if (userIds.length === 1) return page.map((key) => ({ ...key, rows: [key] }))
  const joined = await listShared(db, { userIds, joinKeys: page.map(({ joinKey }) => joinKey) })
  const loads = new Map(groupJoined(joined).flatMap((rows) => rows.map((row) => [row.id, rows])))
  return page.flatMap((key): ListedLoad[] => {
    const rows = loads.get(key.id) ?? [key]
    return rows[0]?.id === key.id ? [{ ...key, rows }] : []
  })
}

type JoinKeys = { userIds: string[]; joinKeys: string[] }

/** Lists the rows of loads that these users see as one. */
export const listJoined = (db: Db, keys: JoinKeys): Promise<JoinedRow[]> => joinedRows(db, keys).execute()

/** Lists the rows of those among these loads that have several. */
const listShared = (db: Db, keys: JoinKeys): Promise<JoinedRow[]> =>
  db
    .selectFrom(
      joinedRows(db, keys).select(sql<number>`count(*) over (partition by join_key)`.as('count')).as('joined'),
    )
    .select(joinedColumns)
    .where('count', '>', 1)
    .execute()

const joinedColumns = ['userId', 'id', 'joinKey', 'statedAt', 'outcomeAt', 'contactedAt'] as const

const joinedRows = (db: Db, { userIds, joinKeys }: JoinKeys) =>
  db
    .selectFrom('load')
    .select(joinedColumns)
    .where('joinKey', '=', sql<string>`any(${joinKeys}::uuid[])`)
    .where(isOfAny(userIds))
    .where('deletedAt', 'is', null)

/**
 * Lists the keys of loads in a total order, those without a value last. Reads an index alone; by age, one page of it
 * for each user.
 */
async function listKeys(db: Db, listing: Listing): Promise<Candidate[]> {
  const { userIds, filter } = listing
  if (filter.by !== undefined) {
    // Nobody else's loads are read, also not those that a visible user's load joins.
    const isVisible = userIds.includes(filter.by)
    return mergePages(db, listing, isVisible ? [isOf(filter.by), isOfAnother(userIds, filter.by)] : [])
  }
  if (listing.sort !== 'age') return pageOf(db, listing, isOfAny(userIds)).execute()
  const merged: Candidate[] = []
  for (let start = 0; start < userIds.length; start += maxMerged)
    merged.push(...(await mergePages(db, listing, userIds.slice(start, start + maxMerged).map(isOf))))
  if (userIds.length <= maxMerged) return merged
  const sign = isBackwardOf(listing) ? -1 : 1
  return merged.sort((one, other) => sign * compareAges(one, other)).slice(0, listing.limit)
}

/** Lists a page of the loads that meet one of a few conditions, none of them two. */
async function mergePages(db: Db, listing: Listing, conditions: Expression<SqlBool>[]): Promise<Candidate[]> {
  const pages = conditions.map((condition) => pageOf(db, listing, condition))
  const [found, ...others] = pages.map((page) => db.selectFrom(page.as('page')).selectAll())
  if (!found) return []
  const all = others.reduce((merged, page) => merged.unionAll(page), found)
  return all
    .orderBy('value', orderOf(listing))
    .orderBy('id', isBackwardOf(listing) ? 'desc' : 'asc')
    .limit(listing.limit)
    .execute()
}

function compareAges(one: LoadKey, other: LoadKey): number {
  const difference = Number(one.value) - Number(other.value)
  return difference || (one.id < other.id ? -1 : 1)
}

/** Returns the loads with these keys, in their order; without those that were deleted meanwhile. */
export async function listByKeys(db: Db, keys: Pick<LoadKey, 'userId' | 'id'>[]): Promise<ShownRow[]> {
  if (keys.length === 0) return []
  const userIds = [...new Set(keys.map(({ userId }) => userId))]
  const rows = await db
    .selectFrom('load')
    .innerJoin(
      sql<
        Pick<LoadKey, 'userId' | 'id'>
      >`unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])`.as<'key'>(
        sql`key (user_id, id)`,
      ),
      (join) => join.onRef('load.userId', '=', 'key.userId').onRef('load.id', '=', 'key.id'),
    )
    .select(shownColumns.map((column) => `load.${column}` as const))
    .where('load.userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('deletedAt', 'is', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap(({ id }) => byId.get(id) ?? [])
}

/** The youngest load was posted last. */
const isBackwardOf = ({ sort, isDescending }: Listing): boolean => isDescending !== (sort === 'age')

function orderOf(listing: Listing) {
  const direction = (order: OrderByItemBuilder) => (isBackwardOf(listing) ? order.desc() : order.asc())
  // No load lacks its age, and only so the order is that of the index.
  return (order: OrderByItemBuilder) => (listing.sort === 'age' ? direction(order) : direction(order).nullsLast())
}

/** Finds the loads of one page in the index. */
function pageOf(db: Db, listing: Listing, isVisible: Expression<SqlBool>) {
  const { sort, after, limit } = listing
  const key = sortKeys[sort]
  const isBackward = isBackwardOf(listing)
  return db
    .selectFrom('load')
    .select(['userId', 'id', 'joinKey', sql<SortValue>`${key}`.as('value')])
    .where('deletedAt', 'is', null)
    .where(load.and([isVisible, ...conditionsOf(listing), ...(after ? [isAfter(sort, after, isBackward)] : [])]))
    .orderBy(key, orderOf(listing))
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

type StatusCount = { status: LoadStatus; count: number; askedCount: number; askedCents: number }

/** Counts loads, each once, and sums up their asks, by status. */
export async function summarizeLoads(db: Db, filtering: Filtering): Promise<StatusCount[]> {
  const [counts, behind] = await Promise.all([countByStatus(db, filtering), listBehind(db, filtering)])
  return counts.map(({ status, count, askedCount, askedCents }) => {
    const rows = behind.filter((row) => row.status === status)
    const asks = rows.flatMap(({ askCents }) => askCents ?? [])
    return {
      status,
      count: count - rows.length,
      askedCount: askedCount - asks.length,
      askedCents: asks.reduce((sum, cents) => sum - cents, askedCents),
    }
  })
}

const countByStatus = (db: Db, filtering: Filtering): Promise<StatusCount[]> =>
  db
    .selectFrom('load')
    .select((eb) => [
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('askCents').as('askedCount'),
      eb.fn.coalesce(eb.fn.sum<number>('askCents'), sql<number>`0`).as('askedCents'),
    ])
    .where('deletedAt', 'is', null)
    .where(load.and([isOfAny(filtering.userIds), ...conditionsOf(filtering)]))
    .groupBy('status')
    .execute()

/** Lists the matching rows for whose load a teammate's stands. */
async function listBehind(db: Db, filtering: Filtering) {
  const { userIds, filter, sharedKeys } = filtering
  if (userIds.length === 1) return []
  const joinKeys = filter.by === undefined ? await listAllShared(db, userIds) : sharedKeys
  if (joinKeys.length === 0) return []
  const rows = await joinedRows(db, { userIds, joinKeys })
    .select(['status', 'askCents', load.and(conditionsOf(filtering)).as('isListed')])
    .execute()
  return rowsBehind(rows).filter(({ isListed }) => isListed)
}

/** Lists the join keys of which these users have several rows. */
async function listAllShared(db: Db, userIds: string[]): Promise<string[]> {
  const shared = await db
    .selectFrom(keysOf(db, isOfAny(userIds)).as('visible'))
    .select('joinKey')
    .groupBy('joinKey')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute()
  return shared.map(({ joinKey }) => joinKey)
}

/** Selects the join keys of some users' loads. Without an offset everyone's are read in the order of load_joined. */
const keysOf = (db: Db, isVisible: Expression<SqlBool>) =>
  db.selectFrom('load').select('joinKey').where(isVisible).where('deletedAt', 'is', null).offset(0)

const rowsBehind = <Row extends JoinedRow>(rows: Row[]): Row[] => groupJoined(rows).flatMap(([, ...behind]) => behind)

/** More notes that a search finds count only where their own row is listed. */
const maxNoted = 2_000

/** Lists the join keys of loads whose note a search finds in a row that another one stands for. */
export async function listNotedKeys(db: Db, userIds: string[], { search }: LoadFilter): Promise<string[]> {
  if (userIds.length === 1 || !search) return []
  const noted = await db
    .selectFrom('load')
    .select(['id', 'joinKey'])
    .where(isOfAny(userIds))
    .where('note', 'is not', null)
    .where('deletedAt', 'is', null)
    .where(searchTextContains(search))
    .limit(maxNoted)
    .execute()
  const found = new Set(noted.map(({ id }) => id))
  const rows = await listJoined(db, { userIds, joinKeys: [...new Set(noted.map(({ joinKey }) => joinKey))] })
  return [...new Set(rowsBehind(rows).flatMap(({ id, joinKey }) => (found.has(id) ? joinKey : [])))]
}

/** Lists the join keys of loads that the person of the filter `by` and another of these users have. */
export async function listSharedKeys(db: Db, userIds: string[], { by }: LoadFilter): Promise<string[]> {
  if (userIds.length === 1 || by === undefined || !userIds.includes(by)) return []
  const shared = await db
    .selectFrom(keysOf(db, isOfAnother(userIds, by)).as('visible'))
    .select('joinKey')
    .where('joinKey', 'in', keysOf(db, isOf(by)))
    .execute()
  return [...new Set(shared.map(({ joinKey }) => joinKey))]
}

const isOf = (userId: string) => load('load.userId', '=', userId)
const isOfAny = (userIds: string[]) => load('load.userId', '=', sql<string>`any(${userIds}::uuid[])`)
const isOfAnother = (userIds: string[], userId: string) => isOfAny(userIds.filter((id) => id !== userId))
