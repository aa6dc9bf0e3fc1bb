import { randomUUIDv7 } from 'node:crypto'
import type { LoadView } from '@loadping/contract/loads/saved-loads'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { lockName, sendLockOf } from '../db/locks.ts'
import type { Tables } from '../db/tables.ts'
import type { LoadRow } from './load-row.ts'

/** Makes changes of a user's loads, contacts and allowance wait for each other until commit. Lock it before any row. */
export const lockLoads = (db: Db, userId: string) => lockName(db, sendLockOf(userId))

export const findLoad = (db: Db, { userIds, id }: { userIds: string[]; id: string }): Promise<LoadRow | undefined> =>
  db
    .selectFrom('load')
    .selectAll()
    .where('userId', 'in', userIds)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Finds a user's load by its key, deleted or not. */
export const findByKey = (db: Db, userId: string, loadKey: string): Promise<LoadRow | undefined> =>
  db.selectFrom('load').selectAll().where('userId', '=', userId).where('loadKey', '=', loadKey).executeTakeFirst()

/** Whether a user has as many loads as that. */
export async function hasLoads(db: Db, userId: string, count: number): Promise<boolean> {
  const last = await db
    .selectFrom('load')
    .select('id')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('postedAt', 'desc')
    .orderBy('id', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}

export type NewLoad = Omit<
  Insertable<Tables['load']>,
  'deletedAt' | 'outcome' | 'outcomeCents' | 'outcomeAt' | 'statedAt' | 'callBackAt' | 'withdrawnAt'
>

/**
 * Adds a load, or replaces its facts and undoes its deletion. Its note, ask, contact time, trucks and status stay where
 * the new load has none.
 */
export const loadWrite = (db: Db, load: NewLoad) => {
  const { userId, id, loadKey, firstSeenAt, status, note, askCents, contactedAt, truckIds, ...replaced } = load
  return db
    .insertInto('load')
    .values(load)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'id']).doUpdateSet((eb) => ({
        ...Object.fromEntries(
          Object.keys(replaced).map((column) => [column, eb.ref(`excluded.${column as keyof typeof replaced}`)]),
        ),
        note: eb.fn.coalesce('excluded.note', 'load.note'),
        askCents: eb.fn.coalesce('excluded.askCents', 'load.askCents'),
        contactedAt: eb.fn.coalesce('excluded.contactedAt', 'load.contactedAt'),
        truckIds: sql`case when excluded.truck_ids is null then load.truck_ids
          else excluded.truck_ids || array_remove(load.truck_ids, excluded.truck_ids[1]) end`,
        status: sql`case when load.status = 'saved' then excluded.status else load.status end`,
        deletedAt: null,
      })),
    )
}

export const saveLoad = (db: Db, load: NewLoad): Promise<LoadRow> =>
  loadWrite(db, load).returningAll().executeTakeFirstOrThrow()

/** Changes a user's own load. Returns undefined without it. */
export const updateLoad = (
  db: Db,
  { userId, id }: { userId: string; id: string },
  changes: Partial<Insertable<Tables['load']>>,
): Promise<LoadRow | undefined> =>
  db
    .updateTable('load')
    .set(changes)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Removes loads that were deleted before then, with their events. */
export async function removeDeleted(db: Db, before: Date): Promise<void> {
  const removed = await db.deleteFrom('load').where('deletedAt', '<', before).returning(['userId', 'id']).execute()
  for (const [userId, loads] of Map.groupBy(removed, (load) => load.userId))
    await db
      .deleteFrom('loadEvent')
      .where('userId', '=', userId)
      .where('loadId', '=', sql<string>`any(${loads.map(({ id }) => id)}::uuid[])`)
      .execute()
}

export const listViews = (db: Db, userId: string): Promise<LoadView[]> =>
  db.selectFrom('loadView').select(['name', 'query']).where('userId', '=', userId).orderBy('position').execute()

export async function replaceViews(db: Db, userId: string, views: LoadView[]): Promise<void> {
  await db.deleteFrom('loadView').where('userId', '=', userId).execute()
  if (views.length === 0) return
  await db
    .insertInto('loadView')
    .values(views.map((view, position) => ({ ...view, userId, position })))
    .execute()
}

export type NewLoadEvent = Partial<Insertable<Tables['loadEvent']>> &
  Pick<Insertable<Tables['loadEvent']>, 'userId' | 'loadId' | 'by' | 'at' | 'kind'>

export const eventWrite = (db: Db, events: NewLoadEvent[]) =>
  db
    .insertInto('loadEvent')
    .values(
      events.map((event) => ({ id: randomUUIDv7(), cents: null, status: null, outcome: null, text: null, ...event })),
    )

export async function addEvents(db: Db, events: NewLoadEvent[]): Promise<void> {
  if (events.length > 0) await eventWrite(db, events).execute()
}

export type NewLoadName = Insertable<Tables['loadName']>

/** Adds names by which a user's loads are found. */
export const nameWrite = (db: Db, names: NewLoadName[]) =>
  db
    .insertInto('loadName')
    .values(names)
    .onConflict((conflict) => conflict.doNothing())

/** Lists a load's newest events. */
export const listEvents = (db: Db, { userId, loadId, limit }: { userId: string; loadId: string; limit: number }) =>
  db
    .selectFrom('loadEvent')
    .selectAll()
    .where('userId', '=', userId)
    .where('loadId', '=', loadId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Whether a load has as many events as that. */
export async function hasEvents(db: Db, load: { userId: string; loadId: string }, count: number): Promise<boolean> {
  const last = await db
    .selectFrom('loadEvent')
    .select('id')
    .where('userId', '=', load.userId)
    .where('loadId', '=', load.loadId)
    .orderBy('id')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}
