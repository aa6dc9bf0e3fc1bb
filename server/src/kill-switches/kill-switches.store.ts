import type { Db } from '../db/db.ts'

export type SwitchName = 'sends' | 'writes'

export const listSwitchesOff = (db: Db) => db.selectFrom('killSwitch').select(['name', 'offSince']).execute()

export const findSwitchOff = (db: Db, name: SwitchName) =>
  db.selectFrom('killSwitch').select('offSince').where('name', '=', name).executeTakeFirst()

/** Turns a switch off. Turning it off again changes nothing. */
export const turnOff = (db: Db, name: SwitchName, offSince: Date) =>
  db
    .insertInto('killSwitch')
    .values({ name, offSince })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()

export const turnOn = (db: Db, name: SwitchName) => db.deleteFrom('killSwitch').where('name', '=', name).execute()
