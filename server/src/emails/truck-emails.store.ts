import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { firstAsks } from './emails.reads.ts'
import type { EmailRow } from './emails.store.ts'

/** Lists a user's emails that wait and name a truck, but none about one load. */
export const listQueuedOfTruck = (
  db: Db,
  { userId, truckId, exceptLoadId }: { userId: string; truckId: string; exceptLoadId: string },
): Promise<{ id: string }[]> =>
  db
    .selectFrom('email')
    .select('id')
    .where('userId', '=', userId)
    .where('truckId', '=', truckId)
    .where('state', '=', 'queued')
    .where('withdrawalOf', 'is', null)
    .where(sql<boolean>`load_id is distinct from ${exceptLoadId}::uuid`)
    .orderBy('createdAt')
    .execute()

export const listFirstAsks = (
  db: Db,
  { loadIds, ...named }: { userId: string; truckId: string; loadIds: string[] },
): Promise<EmailRow[]> =>
  firstAsks(db, named).clearSelect().selectAll().where('loadId', '=', sql<string>`any(${loadIds}::uuid[])`).execute()
