import type { Role } from '@loadping/contract/team/team'
import type { ExpressionBuilder } from 'kysely'
import { accounts } from '../accounts/accounts.reads.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type NewInvitation = {
  id: string
  organizationId: string
  email: string
  role: Role
  invitedBy: string
  createdAt: Date
  sentAt: Date
  expiresAt: Date
}

export const addInvitation = (db: Db, invitation: NewInvitation) =>
  db.insertInto('invitation').values(invitation).returningAll().executeTakeFirstOrThrow()

/** Returns an invitation in any state, with its organization and inviter. */
export const findInvitation = (db: Db, id: string) =>
  db
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organizationId')
    .leftJoin(accounts(db).as('inviter'), 'inviter.id', 'invitation.invitedBy')
    .selectAll('invitation')
    .select([
      'organization.name as organizationName',
      'organization.dotNumber',
      'inviter.email as inviterEmail',
      'inviter.name as inviterName',
    ])
    .where('invitation.id', '=', id)
    .executeTakeFirst()

/** Lists invitations neither accepted nor revoked, latest expiry first; all, or some, or to these addresses. */
export const listOpenInvitations = (
  db: Db,
  organizationId: string,
  { emails, limit }: { emails?: string[]; limit?: number } = {},
) =>
  db
    .selectFrom('invitation')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where(isOpen)
    .$if(emails !== undefined, (query) => query.where('email', '=', (eb) => eb.fn.any(eb.val(emails ?? []))))
    .orderBy('expiresAt', 'desc')
    .orderBy('email')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()

/** Counts the unexpired open invitations, which occupy seats. */
export const countOpenInvitations = async (db: Db, organizationId: string, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where(isOpen)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export const findOpenInvitation = (db: Db, organizationId: string, id: string) =>
  db
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where(isOpen)
    .executeTakeFirst()

export type Renewal = {
  generation: number
  sentAt: Date
  expiresAt: Date
  role: Role
  invitedBy: string
  isUnsent: false
  deliveryError: null
}

export const renewInvitation = (db: Db, id: string, renewal: Renewal) =>
  db.updateTable('invitation').set(renewal).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const markAccepted = (db: Db, id: string, userId: string) =>
  db.updateTable('invitation').set({ acceptedBy: userId }).where('id', '=', id).execute()

/** Revokes an open invitation, or returns undefined if there is none. */
export const endInvitation = (db: Db, organizationId: string, id: string, now: Date) =>
  db
    .updateTable('invitation')
    .set({ endedAt: now })
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where(isOpen)
    .returning('email')
    .executeTakeFirst()

export const markUnsent = (db: Db, id: string) =>
  db.updateTable('invitation').set({ isUnsent: true }).where('id', '=', id).execute()

/** Restores an invitation revoked after `since`. */
export const reopenInvitation = (db: Db, organizationId: string, id: string, since: Date) =>
  db
    .updateTable('invitation')
    .set({ endedAt: null })
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where('acceptedBy', 'is', null)
    .where('endedAt', '>', since)
    .returning(['id', 'email', 'role', 'generation', 'expiresAt', 'isUnsent'])
    .executeTakeFirst()

/** Ends the invitations that a member accepted. */
export const endInvitationsOf = (db: Db, organizationId: string, userId: string, now: Date) =>
  db
    .updateTable('invitation')
    .set({ endedAt: now })
    .where('organizationId', '=', organizationId)
    .where('acceptedBy', '=', userId)
    .where('endedAt', 'is', null)
    .execute()

/** Lists the open manager invitations sent by a user. */
export const listManagerInvitationsBy = (db: Db, organizationId: string, invitedBy: string) =>
  db
    .selectFrom('invitation')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('invitedBy', '=', invitedBy)
    .where('role', '=', 'MANAGER')
    .where(isOpen)
    .execute()

/** Records why the email of an invitation was not delivered. */
export const recordDeliveryError = (db: Db, inviteId: string, deliveryError: string) =>
  db.updateTable('invitation').set({ deliveryError }).where('id', '=', inviteId).execute()

/** Reverses `endInvitationsOf` of that time. */
export const reopenInvitationsOf = (db: Db, organizationId: string, userId: string, endedAt: Date) =>
  db
    .updateTable('invitation')
    .set({ endedAt: null })
    .where('organizationId', '=', organizationId)
    .where('acceptedBy', '=', userId)
    .where('endedAt', '=', endedAt)
    .execute()

const isOpen = (eb: ExpressionBuilder<Tables, 'invitation'>) =>
  eb.and([eb('acceptedBy', 'is', null), eb('endedAt', 'is', null)])
