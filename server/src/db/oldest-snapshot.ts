import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Returns for how long the oldest open transaction has kept deleted rows from being cleaned up, in seconds. Sees those of other
 * roles only with `pg_read_all_stats`.
 */
export async function oldestSnapshotSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(began)), 0)::float8 as seconds from (
      select xact_start as began from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and (backend_xmin is not null or backend_xid is not null)
      union all
      select prepared from pg_prepared_xacts where database = current_database()
    ) as held`.execute(db)
  return rows[0]?.seconds ?? 0
}
