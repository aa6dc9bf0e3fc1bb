import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

type Old = { userId: string; before: Date }

/** Lists some loads of a user that were last changed before then, of those posted before then, which an index finds. */
export const listOldLoads = async (db: Db, { userId, before }: Old, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('load')
      .select('id')
      .where('userId', '=', userId)
      .where('deletedAt', 'is', null)
      .where('postedAt', '<', before)
      .where('updatedAt', '<', before)
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Removes those of these loads that were last changed before then, with their events. Returns how many. */
export async function removeLoads(db: Db, { userId, before }: Old, ids: string[]): Promise<number> {
  const removed = await db
    .deleteFrom('load')
    .where('userId', '=', userId)
    .where('id', '=', anyOf(ids))
    .where('deletedAt', 'is', null)
    .where('updatedAt', '<', before)
    .returning('id')
    .execute()
  await db
    .deleteFrom('loadEvent')
    .where('userId', '=', userId)
    .where('loadId', '=', anyOf(removed.map(({ id }) => id)))
    .execute()
  return removed.length
}

const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`

/** Removes the names that no load of the user has any longer, and those of brokers whom no load says they contacted. */
export const removeUnusedNames = (db: Db, userId: string) =>
  sql`
  delete from load_name as named
  where named.user_id = ${userId} and not exists (
    select from (
      select origin as name, contacted_at from load where user_id = ${userId}
      union all select dest, contacted_at from load where user_id = ${userId}
      union all select company, contacted_at from load where user_id = ${userId}
      union all select mc collate "C", contacted_at from load where user_id = ${userId}
    ) as used
    where used.name = named.name and (named.broker = '' or used.contacted_at is not null)
  )`.execute(db)

/** Deletes some contacts of a user before then, from those of this holder: the user, or a team. Returns how many. */
export async function deleteContactsBefore(
  db: Db,
  { holder, userId, before }: Old & { holder: string },
  limit: number,
): Promise<number> {
  const some = db
    .selectFrom('contact')
    .select(['toAddress', 'loadKey', 'id'])
    .where('holder', '=', holder)
    .where('userId', '=', userId)
    .where('createdAt', '<', before)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('contact')
    .where('holder', '=', holder)
    .where((eb) => eb(eb.refTuple('toAddress', 'loadKey', 'id'), 'in', some.$asTuple('toAddress', 'loadKey', 'id')))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
