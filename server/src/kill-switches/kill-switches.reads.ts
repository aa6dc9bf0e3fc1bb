import type { Db } from '../db/db.ts'

/** Selects a row for each switch that is off. */
export const switchesOff = (db: Db) => db.selectFrom('killSwitch').select('name')
