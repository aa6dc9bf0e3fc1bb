import type { Db } from '../db/db.ts'

export type SwitchName = 'sends' | 'writes'

export const listStopped = (db: Db) => db.selectFrom('killSwitch').select(['name', 'offSince']).execute()

export const findStopped = (db: Db, name: SwitchName) =>
  db.selectFrom('killSwitch').select('offSince').where('name', '=', name).executeTakeFirst()

/** Stops something; stopping it again changes nothing. */
export const addStopped = (db: Db, name: SwitchName, offSince: Date) =>
  db
    .insertInto('killSwitch')
    .values({ name, offSince })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()

export const removeStopped = (db: Db, name: SwitchName) =>
  db.deleteFrom('killSwitch').where('name', '=', name).execute()
