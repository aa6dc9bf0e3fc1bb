import { type OperationNodeSource, sql } from 'kysely'
import type { Db } from './db.ts'

/** An insert that is not executed yet. */
export type Write = OperationNodeSource

/**
 * Executes inserts as one statement, in one round trip. PostgreSQL chooses their order, so none may depend on another.
 */
export const writeTogether = (db: Db, writes: Write[]) => {
  const parts = writes.map((write, index) => sql`${sql.id(`write_${index}`)} as (${write})`)
  return sql`with ${sql.join(parts)} select 1 as written`.execute(db)
}
