import type { Db } from '../db/db.ts'

/** Selects who belongs to which organization; a user to one at most. */
export const memberships = (db: Db) =>
  db.selectFrom('membership').select(['userId', 'organizationId', 'role', 'joinedAt'])

export const organizations = (db: Db) => db.selectFrom('organization').select(['id', 'name', 'ownerId'])
