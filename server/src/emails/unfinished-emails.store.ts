import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Counts, by an index of its own, the emails of all users that wait, are being sent, or since then may have been sent. */
export async function countUnfinished(db: Db, since: Date): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from email
    where (state || '') in ('queued', 'sending', 'unknown') and (state <> 'unknown' or created_at > ${since})
    group by state`.execute(db)
  return rows
}
