import type { ExpressionBuilder } from 'kysely'
import type { ClientBase } from 'pg'
import { accounts } from '../accounts/accounts.reads.ts'
import { currentPlan } from '../billing/billing.reads.ts'
import type { Caller } from '../context.ts'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { memberships, organizations } from '../team/team.reads.ts'

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

/** Returns the user of an active session, with their team, role and plan. */
export const listSessionCallers = compileOnce(
  (db, { sessionId, now, idleSince }: { sessionId: string; now: Date; idleSince: Date }) =>
    db
      .selectFrom('session')
      .innerJoin(accounts(db).as('account'), 'account.id', 'session.userId')
      .leftJoin(memberships(db).as('membership'), 'membership.userId', 'account.id')
      .leftJoin(organizations(db).as('organization'), 'organization.id', 'membership.organizationId')
      .select([
        'session.id as sessionId',
        'session.audience',
        'account.id as userId',
        'account.email',
        'account.userType',
        'account.userTypeChangedAt',
        'account.createdAt',
        'account.trialDays',
        'account.isDemo',
      ])
      .select(['membership.organizationId', 'membership.role', 'membership.joinedAt'])
      .select(['organization.ownerId', 'organization.allowsSave', 'organization.allowsPhones'])
      .select((eb) => currentPlan(db, eb.fn.coalesce('membership.organizationId', 'account.id'), now).as('plan'))
      .where('session.id', '=', sessionId)
      .where('account.deletesAt', 'is', null)
      .where('account.suspendedAt', 'is', null)
      .where('session.revokedAt', 'is', null)
      .where(hasActiveParent)
      .where('session.expiresAt', '>', now)
      .where('session.lastUsedAt', '>', idleSince),
)

/** Locks a session until the transaction ends, so that its refreshes run one after the other. */
export const lockSession = (db: Db, sessionId: string) =>
  db.selectFrom('session').selectAll().where('id', '=', sessionId).where(hasActiveParent).forUpdate().executeTakeFirst()

/** Replaces the current refresh token, which becomes the previous one. */
export const rotateToken = (db: Db, sessionId: string, { from, to, now }: { from: string; to: string; now: Date }) =>
  db
    .updateTable('session')
    .set({ tokenHash: to, previousTokenHash: from, rotatedAt: now, lastUsedAt: now })
    .where('id', '=', sessionId)
    .execute()

/** Ends a user's session and its child sessions. Returns those that were active. */
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

/** Lists a user's 100 most recently used active sessions, the last used first. */
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
    .limit(100)
    .execute()

/** Deletes sessions that were revoked, expired or idle before then. */
export const deleteEndedSessions = (db: Db, before: Date, idleBefore: Date) =>
  db
    .deleteFrom('session')
    .where((eb) =>
      eb.or([eb('revokedAt', '<', before), eb('expiresAt', '<', before), eb('lastUsedAt', '<', idleBefore)]),
    )
    .execute()

/** A child session ends with its parent, even if it was created while the parent was being revoked. */
const hasActiveParent = (eb: ExpressionBuilder<Tables, 'session'>) =>
  eb(
    eb.selectFrom('session as parent').select('parent.revokedAt').whereRef('parent.id', '=', 'session.parentId'),
    'is',
    null,
  )

/** Ends the sessions of all users, on a connection whose transaction restores a backup. */
export const revokeEverySession = (client: ClientBase) =>
  client.query('update session set revoked_at = now() where revoked_at is null')
