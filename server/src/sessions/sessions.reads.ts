import type { Db } from '../db/db.ts'

/** Selects when each session was last used. */
export const sessionUses = (db: Db) => db.selectFrom('session').select(['userId', 'lastUsedAt'])

/** Selects a user's devices, ended ones too, without their tokens. */
export const ownSessions = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('session')
    .select(['id', 'audience', 'userAgent', 'createdAt', 'expiresAt', 'lastUsedAt', 'rotatedAt', 'revokedAt'])
    .select('parentId')
    .where('userId', '=', userId)
