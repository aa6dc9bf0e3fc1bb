import type { Db } from '../db/db.ts'

/** Somebody's membership; it cannot end before the transaction does, and nobody else who only reads it waits. */
export const lockMembership = (db: Db, userId: string) =>
  db
    .selectFrom('membership')
    .select(['organizationId', 'role'])
    .where('userId', '=', userId)
    .forKeyShare()
    .executeTakeFirst()

export const listTeam = (db: Db, organizationId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.userId')
    .select(['membership.userId', 'account.email'])
    .where('membership.organizationId', '=', organizationId)
    .execute()
