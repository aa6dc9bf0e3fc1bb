import type { Role } from '@loadping/contract/team'
import type { Db } from '../db/db.ts'

type OrganizationRow = { id: string; name: string; dotNumber: string | null; ownerId: string; createdAt: Date; updatedAt: Date }

export const addOrganization = (db: Db, organization: OrganizationRow) => db.insertInto('organization').values(organization).execute()

export const findOrganization = (db: Db, organizationId: string) =>
  db.selectFrom('organization').selectAll().where('id', '=', organizationId).executeTakeFirst()

/** The organisation, held until the transaction ends, so that changes of its people, seats and invitations go one after the other. */
export const holdOrganization = (db: Db, organizationId: string) =>
  db.selectFrom('organization').selectAll().where('id', '=', organizationId).forUpdate().executeTakeFirst()

export const saveOrganization = (db: Db, organizationId: string, change: Partial<Pick<OrganizationRow, 'name' | 'dotNumber' | 'ownerId'>>, now: Date) =>
  db
    .updateTable('organization')
    .set({ ...change, updatedAt: now })
    .where('id', '=', organizationId)
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()

/** Makes somebody a member, unless they are one of any organisation; answers whether they became one. */
export const addMember = async (db: Db, member: { userId: string; organizationId: string; role: Role; joinedAt: Date }): Promise<boolean> =>
  (await db
    .insertInto('membership')
    .values(member)
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('userId')
    .executeTakeFirst()) !== undefined

/** Who has this address, and the organisation that they are in. */
export const findPerson = (db: Db, email: string) =>
  db
    .selectFrom('account')
    .leftJoin('membership', 'membership.userId', 'account.id')
    .leftJoin('organization', 'organization.id', 'membership.organizationId')
    .select(['account.id as userId', 'account.userType', 'organization.id as organizationId', 'organization.name as organizationName'])
    .where('account.email', '=', email)
    .executeTakeFirst()

/** Somebody's place in an organisation, with what tells who they are. */
export const findMember = (db: Db, organizationId: string, userId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.userId')
    .select(['membership.userId', 'membership.role', 'account.email', 'account.name', 'account.userType'])
    .where('membership.userId', '=', userId)
    .where('membership.organizationId', '=', organizationId)
    .executeTakeFirst()

/** Gives a member another role; answers nothing when there is no such member. */
export const setRole = (db: Db, organizationId: string, userId: string, role: Role) =>
  db
    .updateTable('membership')
    .set({ role })
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .returning(['userId', 'role'])
    .executeTakeFirst()

type End = { organizationId: string; userId: string; endedAt: Date; removedBy: string | null }

/** Ends a membership and notes that there was one; answers nothing when there was none. */
export async function endMembership(db: Db, { organizationId, userId, endedAt, removedBy }: End) {
  const ended = await db
    .deleteFrom('membership')
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .returning(['userId', 'organizationId', 'role', 'joinedAt'])
    .executeTakeFirst()
  if (!ended) return undefined
  const former = { ...ended, endedAt, removedBy }
  await db
    .insertInto('formerMember')
    .values(former)
    .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doUpdateSet(former))
    .execute()
  return ended
}

/** Takes the note of a removal back that was made since then. */
export const claimRemoved = (db: Db, organizationId: string, userId: string, since: Date) =>
  db
    .deleteFrom('formerMember')
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .where('removedBy', 'is not', null)
    .where('endedAt', '>', since)
    .returning(['role', 'joinedAt', 'endedAt'])
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

/** The members of the organisation that somebody is in, the managers first, with when each last used the product. */
export const listTeammates = (db: Db, userId: string) =>
  db
    .selectFrom('membership as own')
    .innerJoin('organization', 'organization.id', 'own.organizationId')
    .innerJoin('membership', 'membership.organizationId', 'own.organizationId')
    .innerJoin('account', 'account.id', 'membership.userId')
    .leftJoin('photo', 'photo.userId', 'membership.userId')
    .select(['membership.userId', 'membership.role', 'membership.joinedAt', 'account.email', 'account.name', 'account.userType', 'photo.webp'])
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
