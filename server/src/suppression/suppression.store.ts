import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type Scope = Tables['suppression']['scope']
export type Reason = Tables['suppression']['reason']

/** Those of the codes that nothing of this scope is sent to. */
export const listSuppressed = async (db: Db, codes: string[], scope: Scope): Promise<string[]> => {
  if (codes.length === 0) return []
  const rows = await db
    .selectFrom('suppression')
    .select('addressHash')
    .where('addressHash', 'in', codes)
    .where('scope', '=', scope)
    .execute()
  return rows.map(({ addressHash }) => addressHash)
}

export const listSuppressions = (db: Db, addressHash: string) =>
  db
    .selectFrom('suppression')
    .select(['scope', 'reason', 'since'])
    .where('addressHash', '=', addressHash)
    .orderBy('scope')
    .execute()

/** Keeps the first reason and time. */
export const addSuppression = (db: Db, row: Tables['suppression']) =>
  db
    .insertInto('suppression')
    .values(row)
    .onConflict((conflict) => conflict.columns(['addressHash', 'scope']).doNothing())
    .execute()

export const removeSuppression = (db: Db, addressHash: string, scope: Scope) =>
  db.deleteFrom('suppression').where('addressHash', '=', addressHash).where('scope', '=', scope).execute()
