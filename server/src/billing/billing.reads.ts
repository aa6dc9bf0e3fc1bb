import type { Db } from '../db/db.ts'

/** Selects paid plans by their holder: a user or an organization. */
export const plans = (db: Db) => db.selectFrom('plan').select(['holderId', 'plan'])

/** Selects the units that a user charged in a New York month; no row before the first. */
export const usedUnits = (db: Db, { userId, month }: { userId: string; month: string }) =>
  db.selectFrom('allowance').select('used').where('userId', '=', userId).where('month', '=', month)
