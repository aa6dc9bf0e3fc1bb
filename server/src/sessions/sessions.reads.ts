import type { Db } from '../db/db.ts'

/** Selects when each session was last used. */
export const sessionUses = (db: Db) => db.selectFrom('session').select(['userId', 'lastUsedAt'])
