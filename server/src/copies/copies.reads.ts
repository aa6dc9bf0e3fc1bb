import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/**
 * The fingerprint of the database that runs the statement: its cluster, its object id and its table's, which a restore
 * of a dump changes, and its timeline, which a promotion changes.
 */
export const currentServer = sql<string>`concat_ws(' ',
  (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()),
  'database_fingerprint'::regclass::oid,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end)`

/** Selects a row if the database is a copy that nobody noticed yet. */
export const unnoticedCopy = (db: Db) =>
  db.selectFrom('databaseFingerprint').select('isOnly').where('server', '<>', currentServer)
