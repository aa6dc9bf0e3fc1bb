import type { Db } from '../db/db.ts'
import type { BillingTables } from './billing.tables.ts'

type NewTrial = Pick<BillingTables['usedTrial'], 'hash' | 'keyId'> & { userId: string }

/** Records trials. Returns how many of them were not used before; of concurrent calls, one gets each. */
export const addTrials = async (db: Db, trials: NewTrial[]): Promise<number> =>
  (
    await db
      .insertInto('usedTrial')
      .values(trials.map((trial) => ({ ...trial, expiresAt: null })))
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .returning('hash')
      .execute()
  ).length

export const deleteTrials = (db: Db, before: Date) =>
  db.deleteFrom('usedTrial').where('expiresAt', '<', before).execute()

/** Keeps the trials of a user until then, without the user. */
export const releaseTrials = (db: Db, userId: string, expiresAt: Date) =>
  db.updateTable('usedTrial').set({ userId: null, expiresAt }).where('userId', '=', userId).execute()
