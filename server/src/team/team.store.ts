import type { Role } from '@loadping/contract/team'
import type { Db } from '../db/db.ts'

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

/** The organization, held until the transaction ends, so that changes of its people, seats and invitations go one after the other. */
export const lockOrganization = (db: Db, organizationId: string) =>
  db.selectFrom('organization').selectAll().where('id', '=', organizationId).forUpdate().executeTakeFirst()

export const saveOrganization = (
  db: Db,
  organizationId: string,
  change: { name?: string | undefined; dotNumber?: string | null | undefined; ownerId?: string },
  now: Date,
) =>
  db
    .updateTable('organization')
    .set({ ...change, updatedAt: now })
    .where('id', '=', organizationId)
    .returning(['id', 'name', 'dotNumber'])
    .executeTakeFirstOrThrow()

/** Makes somebody a member, unless they are one of any organization; answers whether they became one. */
export const addMember = async (
  db: Db,
  member: { userId: string; organizationId: string; role: Role; joinedAt: Date },
): Promise<boolean> =>
  (await db
    .insertInto('membership')
    .values(member)
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('userId')
    .executeTakeFirst()) !== undefined

/** An account, held: its person neither makes an organization nor joins one, nor becomes a broker, until the transaction ends. */
export const lockAccount = (db: Db, userId: string) =>
  db.selectFrom('account').select(['email', 'userType']).where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()

/** Who has this address, and the organization that they are in. */
export const findPerson = (db: Db, email: string) =>
  db
    .selectFrom('account')
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

/** Somebody's place in an organization, with what tells who they are. */
export const findMember = (db: Db, organizationId: string, userId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.userId')
    .select(['membership.userId', 'membership.role', 'account.email', 'account.name', 'account.userType'])
    .where('membership.userId', '=', userId)
    .where('membership.organizationId', '=', organizationId)
    .executeTakeFirst()

/** Gives a member another role. */
export const setRole = (db: Db, organizationId: string, userId: string, role: Role) =>
  db
    .updateTable('membership')
    .set({ role })
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .execute()

/** Ends a membership; answers nothing when there was none. */
export const endMembership = (db: Db, organizationId: string, userId: string) =>
  db
    .deleteFrom('membership')
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .returning(['userId', 'organizationId', 'role', 'joinedAt'])
    .executeTakeFirst()

type Removed = { organizationId: string; userId: string; role: Role; joinedAt: Date; removedAt: Date }

/** Notes that somebody was removed, and forgets removals of the organization from before then. */
export async function noteRemoval(db: Db, removed: Removed, before: Date): Promise<void> {
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

/** Takes the note of a removal back that was made since then. */
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

/** Which of these addresses belong to members. */
export const listMemberAddresses = async (db: Db, organizationId: string, emails: string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.userId')
    .select('account.email')
    .where('membership.organizationId', '=', organizationId)
    .where('account.email', '=', (eb) => eb.fn.any(eb.val(emails)))
    .execute()
  return rows.map(({ email }) => email)
}

/** Removes an organization with all that it has. */
export const removeOrganization = (db: Db, organizationId: string) =>
  db.deleteFrom('organization').where('id', '=', organizationId).execute()

/** The members of the organization that somebody is in, the managers first, with when each last used the product. */
export const listTeammates = (db: Db, userId: string) =>
  db
    .selectFrom('membership as own')
    .innerJoin('organization', 'organization.id', 'own.organizationId')
    .innerJoin('membership', 'membership.organizationId', 'own.organizationId')
    .innerJoin('account', 'account.id', 'membership.userId')
    .leftJoin('photo', 'photo.userId', 'membership.userId')
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
        .selectFrom('session')
        .select((inner) => inner.fn.max('session.lastUsedAt').as('lastUsedAt'))
        .whereRef('session.userId', '=', 'membership.userId')
        .as('lastActiveAt'),
    ])
    .where('own.userId', '=', userId)
    .orderBy('isOwner', 'desc')
    .orderBy('membership.role')
    .orderBy('account.email')
    .execute()
