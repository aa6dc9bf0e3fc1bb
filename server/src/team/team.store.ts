import type { Role } from '@loadping/contract/team/team'
import type { TeamRules } from '@loadping/contract/team/team-rules'
import { accounts, photos } from '../accounts/accounts.reads.ts'
import type { Db } from '../db/db.ts'
import { sessionUses } from '../sessions/sessions.reads.ts'

type OrganizationRow = {
  id: string
  name: string
  dotNumber: string | null
  ownerId: string
  createdAt: Date
  updatedAt: Date
}

export const addOrganization = (db: Db, organization: OrganizationRow) =>
  db.insertInto('organization').values(organization).execute()

export const findOrganization = (db: Db, organizationId: string) =>
  db.selectFrom('organization').selectAll().where('id', '=', organizationId).executeTakeFirst()

/** Locks an organization until commit, so that changes of members, seats and invitations run one at a time. */
export const lockOrganization = (db: Db, organizationId: string) =>
  db.selectFrom('organization').selectAll().where('id', '=', organizationId).forUpdate().executeTakeFirst()

export const saveOrganization = (
  db: Db,
  organizationId: string,
  change: { name?: string | undefined; dotNumber?: string | null | undefined; ownerId?: string } & Partial<TeamRules>,
  now: Date,
) =>
  db
    .updateTable('organization')
    .set({ ...change, updatedAt: now })
    .where('id', '=', organizationId)
    .returning(['id', 'name', 'dotNumber'])
    .executeTakeFirstOrThrow()

/** Adds a member unless the user is already in an organization; returns whether it did. */
export async function addMember(
  db: Db,
  member: { userId: string; organizationId: string; role: Role; joinedAt: Date },
): Promise<boolean> {
  const { userId, organizationId } = member
  const removed = db
    .deleteFrom('removedMember')
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
  await removed.execute() // who joined again is not brought back after leaving
  const added = await db
    .insertInto('membership')
    .values(member)
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('userId')
    .executeTakeFirst()
  return added !== undefined
}

/** Locks an account, so that the user can't create or join an organization, become a broker or be deleted until commit. */
export const lockAccount = (db: Db, userId: string) =>
  db
    .selectFrom(accounts(db).as('account'))
    .select(['email', 'userType', 'deletesAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const findAccountWithTeam = (db: Db, email: string) =>
  db
    .selectFrom(accounts(db).as('account'))
    .leftJoin('membership', 'membership.userId', 'account.id')
    .leftJoin('organization', 'organization.id', 'membership.organizationId')
    .select([
      'account.id as userId',
      'account.userType',
      'organization.id as organizationId',
      'organization.name as organizationName',
    ])
    .where('account.email', '=', email)
    .executeTakeFirst()

export const findMember = (db: Db, organizationId: string, userId: string) =>
  db
    .selectFrom('membership')
    .innerJoin(accounts(db).as('account'), 'account.id', 'membership.userId')
    .select(['membership.userId', 'membership.role', 'account.email', 'account.name', 'account.userType'])
    .select('account.deletesAt')
    .where('membership.userId', '=', userId)
    .where('membership.organizationId', '=', organizationId)
    .executeTakeFirst()

export const setRole = (db: Db, organizationId: string, userId: string, role: Role) =>
  db
    .updateTable('membership')
    .set({ role })
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .execute()

/** Ends a membership and returns it, or undefined if there was none. */
export async function endMembership(
  db: Db,
  { organizationId, userId, leftAt }: { organizationId: string; userId: string; leftAt: Date },
) {
  const ended = await db
    .deleteFrom('membership')
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .returning(['userId', 'organizationId', 'role', 'joinedAt'])
    .executeTakeFirst()
  if (ended)
    await db
      .insertInto('formerMember')
      .values({ organizationId, userId, leftAt })
      .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doUpdateSet({ leftAt }))
      .execute()
  return ended
}

type Removed = { organizationId: string; userId: string; role: Role; joinedAt: Date; removedAt: Date }

/** Records a removal and deletes the organization's removals before `before`. */
export async function recordRemoval(db: Db, removed: Removed, before: Date): Promise<void> {
  await db
    .deleteFrom('removedMember')
    .where('organizationId', '=', removed.organizationId)
    .where('removedAt', '<=', before)
    .execute()
  await db
    .insertInto('removedMember')
    .values(removed)
    .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doUpdateSet(removed))
    .execute()
}

/** Deletes and returns a removal recorded after `since`. */
export const restoreRemovedMember = (db: Db, organizationId: string, userId: string, since: Date) =>
  db
    .deleteFrom('removedMember')
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .where('removedAt', '>', since)
    .returning(['role', 'joinedAt', 'removedAt'])
    .executeTakeFirst()

export const countMembers = async (db: Db, organizationId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('membership')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns those of the addresses that belong to members. */
export const listMemberAddresses = async (db: Db, organizationId: string, emails: string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('membership')
    .innerJoin(accounts(db).as('account'), 'account.id', 'membership.userId')
    .select('account.email')
    .where('membership.organizationId', '=', organizationId)
    .where('account.email', '=', (eb) => eb.fn.any(eb.val(emails)))
    .execute()
  return rows.map(({ email }) => email)
}

/** Deletes an organization and everything that belongs to it, except its activity, which limits still count. */
export const removeOrganization = (db: Db, organizationId: string) =>
  db.deleteFrom('organization').where('id', '=', organizationId).execute()

/** Lists the members of the user's organization, managers first, with their last activity. */
export const listTeammates = (db: Db, userId: string) =>
  db
    .selectFrom('membership as own')
    .innerJoin('organization', 'organization.id', 'own.organizationId')
    .innerJoin('membership', 'membership.organizationId', 'own.organizationId')
    .innerJoin(accounts(db).as('account'), 'account.id', 'membership.userId')
    .leftJoin(photos(db).as('photo'), 'photo.userId', 'membership.userId')
    .select([
      'membership.userId',
      'membership.role',
      'membership.joinedAt',
      'account.email',
      'account.name',
      'account.userType',
      'photo.webp',
    ])
    .select((eb) => [
      eb('organization.ownerId', '=', eb.ref('membership.userId')).as('isOwner'),
      eb
        .selectFrom(sessionUses(db).as('session'))
        .select((inner) => inner.fn.max('session.lastUsedAt').as('lastUsedAt'))
        .whereRef('session.userId', '=', 'membership.userId')
        .as('lastActiveAt'),
    ])
    .where('own.userId', '=', userId)
    .orderBy('isOwner', 'desc')
    .orderBy('membership.role')
    .orderBy('account.email')
    .execute()
