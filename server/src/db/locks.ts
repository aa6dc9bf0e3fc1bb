import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Makes other transactions that lock the same name wait until this one ends. */
export const lockName = (db: Db, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)

/** The name of the lock on a user's loads, contacts and allowance. */
export const sendLockOf = (userId: string): string => `sends ${userId}`
