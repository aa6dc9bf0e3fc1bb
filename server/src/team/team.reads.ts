import type { Db } from '../db/db.ts'

/** Selects who belongs to which organization; a user to one at most. */
export const memberships = (db: Db) =>
  db.selectFrom('membership').select(['userId', 'organizationId', 'role', 'joinedAt'])

export const organizations = (db: Db) =>
  db.selectFrom('organization').select(['id', 'name', 'ownerId', 'allowsSave', 'allowsPhones'])

/** Selects all who left a team, also those whose account is gone: the team keeps what they did for it. */
export const everyFormerMember = (db: Db) => db.selectFrom('formerMember').select(['organizationId', 'userId'])

/** Selects the team that a user is in. */
export const ownMembership = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('membership')
    .innerJoin('organization', 'organization.id', 'membership.organizationId')
    .select(['organizationId', 'name', 'dotNumber', 'createdAt', 'updatedAt', 'role', 'joinedAt'])
    .select(['allowsSave', 'allowsPhones'])
    .select((eb) => eb('ownerId', '=', userId).as('isOwner'))
    .where('userId', '=', userId)

/** Selects the teams from which a user was removed. */
export const ownRemovals = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('removedMember')
    .select(['organizationId', 'role', 'joinedAt', 'removedAt'])
    .where('userId', '=', userId)

/** Selects the teams that a user has left. */
export const ownFormerTeams = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('formerMember').select(['organizationId', 'leftAt']).where('userId', '=', userId)

/** Selects what changed in a user's membership and was not shown yet, without who changed it. */
export const ownNotices = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('teamNotice')
    .select(['organizationId', 'organizationName', 'knownRole', 'role', 'changedAt'])
    .where('userId', '=', userId)

/** Selects for each invitation of an address whether it can be accepted. */
export const openInvitations = (db: Db, { email, now }: { email: string; now: Date }) =>
  db
    .selectFrom('invitation')
    .select((eb) =>
      eb.and([eb('acceptedBy', 'is', null), eb('endedAt', 'is', null), eb('expiresAt', '>', now)]).as('isOpen'),
    )
    .where('email', '=', email)

/** Selects the invitations that a user sent. */
export const ownInvitations = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('invitation')
    .select(['id', 'organizationId', 'email', 'role', 'generation', 'createdAt', 'sentAt', 'expiresAt', 'endedAt'])
    .select(['isUnsent', 'deliveryError'])
    .where('invitedBy', '=', userId)

/** Selects the invitations that a user accepted. */
export const acceptedInvitations = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('invitation')
    .select(['id', 'organizationId', 'email', 'role', 'createdAt', 'sentAt', 'expiresAt', 'endedAt'])
    .where('acceptedBy', '=', userId)

/** Selects what an address did in teams. */
export const ownActivity = (db: Db, { email }: { email: string }) =>
  db
    .selectFrom('teamActivity')
    .select(['organizationId', 'number', 'at', 'action', 'subject', 'detail'])
    .where('actor', '=', email)
