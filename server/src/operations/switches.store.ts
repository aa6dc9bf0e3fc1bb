import type { Db } from '../db/db.ts'

export type Stoppable = 'sends' | 'writes'

export const listStopped = (db: Db) => db.selectFrom('stopped').select(['what', 'since']).execute()

export const findStopped = (db: Db, what: Stoppable) => db.selectFrom('stopped').select('since').where('what', '=', what).executeTakeFirst()

/** Stops something; stopping it again changes nothing. */
export const addStopped = (db: Db, what: Stoppable, since: Date) =>
  db
    .insertInto('stopped')
    .values({ what, since })
    .onConflict((conflict) => conflict.column('what').doNothing())
    .execute()

export const removeStopped = (db: Db, what: Stoppable) => db.deleteFrom('stopped').where('what', '=', what).execute()
