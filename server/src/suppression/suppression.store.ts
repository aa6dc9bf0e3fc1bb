import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type Scope = Tables['suppression']['scope']
export type Reason = Tables['suppression']['reason']

/** Returns why those of the hashes that are suppressed for this scope are. */
export const listReasons = (db: Db, hashes: string[], scope: Scope) =>
  db
    .selectFrom('suppression')
    .select(['addressHash', 'reason'])
    .where('addressHash', '=', (eb) => eb.fn.any(eb.val(hashes)))
    .where('scope', '=', scope)
    .execute()

export const listSuppressions = (db: Db, addressHash: string) =>
  db
    .selectFrom('suppression')
    .select(['scope', 'reason', 'since'])
    .where('addressHash', '=', addressHash)
    .orderBy('scope')
    .execute()

/** Adds a suppression. An existing one keeps its reason and time, unless its owner objects after a mere bounce. */
export const addSuppression = (db: Db, row: Tables['suppression']) =>
  db
    .insertInto('suppression')
    .values(row)
    .onConflict((conflict) => {
      const existing = conflict.columns(['addressHash', 'scope'])
      const { reason, since } = row
      if (reason === 'bounced') return existing.doNothing()
      return existing.doUpdateSet({ reason, since }).where('suppression.reason', '=', 'bounced')
    })
    .execute()

export const removeSuppression = (db: Db, addressHash: string, scope: Scope) =>
  db.deleteFrom('suppression').where('addressHash', '=', addressHash).where('scope', '=', scope).execute()
