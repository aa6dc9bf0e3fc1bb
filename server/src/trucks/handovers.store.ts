import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type HandoverRow = Selectable<Tables['truckHandover']>

export const addHandovers = (db: Db, rows: Insertable<Tables['truckHandover']>[]) =>
  db.insertInto('truckHandover').values(rows).execute()

/** Lists ids of the trucks that a user gave or took since then. */
export const listTruckIds = async (db: Db, { userId, since }: { userId: string; since: Date }): Promise<string[]> => {
  const rows = await db
    .selectFrom('truckHandover')
    .select('truckId')
    .distinct()
    .where((eb) => eb.or({ fromUser: userId, toUser: userId }))
    .where('at', '>=', since)
    .execute()
  return rows.map(({ truckId }) => truckId)
}

/** Lists how trucks changed hands in an organization since then, the newest first. */
export const listOfTrucks = (
  db: Db,
  { truckIds, organizationId, since }: { truckIds: string[]; organizationId: string; since: Date },
): Promise<HandoverRow[]> =>
  db
    .selectFrom('truckHandover')
    .selectAll()
    .where('truckId', '=', sql<string>`any(${truckIds}::uuid[])`)
    .where('organizationId', '=', organizationId)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Lists the newest handovers of an organization, a row for each truck. */
export const listNewest = (
  db: Db,
  { organizationId, since, limit }: { organizationId: string; since: Date; limit: number },
): Promise<HandoverRow[]> => {
  const newest = db
    .selectFrom('truckHandover')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('at', '>=', since)
    .groupBy('id')
    .orderBy((eb) => eb.fn.max('at'), 'desc')
    .limit(limit)
  return db
    .selectFrom('truckHandover')
    .selectAll()
    .where('id', 'in', newest)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .orderBy('truckName')
    .execute()
}

type Given = { organizationId: string; truckId: string; since: Date }

export const listGivers = async (db: Db, { organizationId, truckId, since }: Given): Promise<string[]> => {
  const rows = await db
    .selectFrom('truckHandover')
    .select('fromUser')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('truckId', '=', truckId)
    .where('at', '>=', since)
    .execute()
  return rows.map(({ fromUser }) => fromUser)
}

export const findHandover = (db: Db, id: string): Promise<HandoverRow[]> =>
  db.selectFrom('truckHandover').selectAll().where('id', '=', id).execute()

export const deleteOld = (db: Db, { organizationId, before }: { organizationId: string; before: Date }) =>
  db.deleteFrom('truckHandover').where('organizationId', '=', organizationId).where('at', '<', before).execute()

/**
 * Deletes what a user gave and took. What went on from them to another person then went there at once, so that the asks of
 * who had it first stay known.
 */
export async function deleteOf(db: Db, userId: string): Promise<void> {
  await sql`
    update truck_handover as taken set to_user = (
      select given.to_user from truck_handover as given
      where given.truck_id = taken.truck_id and given.from_user = ${userId}
        and (given.at, given.id) > (taken.at, taken.id)
        and given.to_user <> taken.from_user
      order by given.at, given.id limit 1
    )
    where to_user = ${userId} and exists (
      select from truck_handover as given
      where given.truck_id = taken.truck_id and given.from_user = ${userId}
        and (given.at, given.id) > (taken.at, taken.id)
        and given.to_user <> taken.from_user
    )`.execute(db)
  await db
    .deleteFrom('truckHandover')
    .where((eb) => eb.or({ fromUser: userId, toUser: userId }))
    .execute()
}
