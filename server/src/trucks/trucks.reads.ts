import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Selects a user's truck, or the current one without an id. Its place is null unless city and state are known. */
export const truckOf = (db: Db, { userId, truckId }: { userId: string; truckId: string | undefined }) =>
  db
    .selectFrom('truck')
    .select([
      'equipment',
      'isCurrent',
      sql<{ city: string; state: string } | null>`case when city is not null and state is not null
        then json_build_object('city', city, 'state', state) end`.as('place'),
    ])
    .where('userId', '=', userId)
    .where((eb) => (truckId === undefined ? eb('isCurrent', '=', true) : eb('id', '=', truckId)))
