import type { ExpressionBuilder } from 'kysely'
import type { Caller } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type NewSession = {
  id: string
  userId: string
  audience: Caller['audience']
  parentId: string | null
  tokenHash: string
  userAgent: string
  createdAt: Date
  expiresAt: Date
}

export const addSession = (db: Db, session: NewSession) =>
  db
    .insertInto('session')
    .values({ ...session, lastUsedAt: session.createdAt })
    .execute()

/** The person behind a session that is still good, and what they are in their team. */
export const findSessionCaller = (db: Db, sessionId: string, { now, idleSince }: { now: Date; idleSince: Date }) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.userId')
    .leftJoin('membership', 'membership.userId', 'account.id')
    .leftJoin('organization', 'organization.id', 'membership.organizationId')
    .select([
      'session.id as sessionId',
      'session.audience',
      'account.id as userId',
      'account.email',
      'account.userType',
    ])
    .select(['membership.organizationId', 'membership.role', 'organization.ownerId'])
    .where('session.id', '=', sessionId)
    .where('session.revokedAt', 'is', null)
    .where(hasActiveParent)
    .where('session.expiresAt', '>', now)
    .where('session.lastUsedAt', '>', idleSince)
    .executeTakeFirst()

/** The session itself, held until the transaction ends, so that refreshes of one family go one after the other. */
export const lockSession = (db: Db, sessionId: string) =>
  db.selectFrom('session').selectAll().where('id', '=', sessionId).where(hasActiveParent).forUpdate().executeTakeFirst()

/** Puts the next token in the place of the current one, which becomes the previous one. */
export const rotateToken = (db: Db, sessionId: string, { from, to, now }: { from: string; to: string; now: Date }) =>
  db
    .updateTable('session')
    .set({ tokenHash: to, previousTokenHash: from, rotatedAt: now, lastUsedAt: now })
    .where('id', '=', sessionId)
    .execute()

/** Ends a person's session and those that came from it; answers which it ended. */
export const revokeSession = (db: Db, { sessionId, userId }: { sessionId: string; userId: string }, now: Date) =>
  db
    .updateTable('session')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('id', '=', sessionId), eb('parentId', '=', sessionId)]))
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()

export const revokeSessionsOf = (db: Db, userId: string, now: Date) =>
  db
    .updateTable('session')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute()

/** A person's sessions that are still good, the last used first. */
export const listSessions = (db: Db, userId: string, { now, idleSince }: { now: Date; idleSince: Date }) =>
  db
    .selectFrom('session')
    .select(['id', 'audience', 'userAgent', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where(hasActiveParent)
    .where('expiresAt', '>', now)
    .where('lastUsedAt', '>', idleSince)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute()

/** Removes sessions that ended before then, in whichever way. */
export const deleteEndedSessions = (db: Db, before: Date, idleBefore: Date) =>
  db
    .deleteFrom('session')
    .where((eb) =>
      eb.or([eb('revokedAt', '<', before), eb('expiresAt', '<', before), eb('lastUsedAt', '<', idleBefore)]),
    )
    .execute()

/** A session that came from another one ends with it, also when it was made while the other was being ended. */
const hasActiveParent = (eb: ExpressionBuilder<Tables, 'session'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('session as parent')
        .select('parent.id')
        .whereRef('parent.id', '=', 'session.parentId')
        .where('parent.revokedAt', 'is not', null),
    ),
  )
