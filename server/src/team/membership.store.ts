import { accounts } from '../accounts/accounts.reads.ts'
import type { Db } from '../db/db.ts'

/** Locks a membership so that it can't end before commit; readers don't wait. */
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
    .innerJoin(accounts(db).as('account'), 'account.id', 'membership.userId')
    .select(['membership.userId', 'membership.joinedAt', 'account.email', 'account.name'])
    .where('membership.organizationId', '=', organizationId)
    .execute()

/** Lists those who were members of an organization and are no longer; without an address if their account is gone. */
export const listFormer = (db: Db, organizationId: string) =>
  db
    .selectFrom('formerMember')
    .leftJoin(accounts(db).as('account'), 'account.id', 'formerMember.userId')
    .leftJoin('membership', (join) =>
      join
        .onRef('membership.userId', '=', 'formerMember.userId')
        .onRef('membership.organizationId', '=', 'formerMember.organizationId'),
    )
    .select(['formerMember.userId', 'formerMember.leftAt', 'account.email', 'account.name'])
    .where('formerMember.organizationId', '=', organizationId)
    .where('membership.userId', 'is', null)
    .execute()
