import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type Scope = Tables['suppression']['scope']
export type Reason = Tables['suppression']['reason']

/** Those of the codes that nothing of this scope is sent to. */
export const listSuppressed = async (db: Db, codes: string[], scope: Scope): Promise<string[]> => {
  if (codes.length === 0) return []
  const rows = await db.selectFrom('suppression').select('addressCode').where('addressCode', 'in', codes).where('scope', '=', scope).execute()
  return rows.map(({ addressCode }) => addressCode)
}

export const listSuppressions = (db: Db, addressCode: string) =>
  db.selectFrom('suppression').select(['scope', 'reason', 'since']).where('addressCode', '=', addressCode).orderBy('scope').execute()

/** Keeps the first reason and time. */
export const addSuppression = (db: Db, row: Tables['suppression']) =>
  db
    .insertInto('suppression')
    .values(row)
    .onConflict((conflict) => conflict.columns(['addressCode', 'scope']).doNothing())
    .execute()

export const removeSuppression = (db: Db, addressCode: string, scope: Scope) =>
  db.deleteFrom('suppression').where('addressCode', '=', addressCode).where('scope', '=', scope).execute()
