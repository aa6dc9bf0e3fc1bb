import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Finds the team that a user is in, and whether the user owns it. */
export const findTeam = (db: Db, userId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('organization', 'organization.id', 'membership.organizationId')
    .select((eb) => ['organization.id', eb('organization.ownerId', '=', userId).as('isOwner')])
    .where('membership.userId', '=', userId)
    .executeTakeFirst()

/** Lists the teams that a user was in before. */
export const listFormerTeams = async (db: Db, userId: string): Promise<string[]> =>
  (await db.selectFrom('formerMember').select('organizationId').where('userId', '=', userId).execute()).map(
    ({ organizationId }) => organizationId,
  )

/** Deletes the invitations to an address, whatever became of them. */
export const deleteInvitationsTo = (db: Db, email: string) =>
  db.deleteFrom('invitation').where('email', '=', email).execute()

/** Puts a name in the place of a user's own in what teammates are told. */
export const renameInNotices = (db: Db, { actorId, to }: { actorId: string; to: string }) =>
  db.updateTable('teamNotice').set({ actor: to }).where('actorId', '=', actorId).execute()

/**
 * Puts a name in the place of an address in some entries of activity logs, of all or these teams. Returns whether there
 * may be more.
 */
export async function renameInActivity(
  db: Db,
  { from, to, teams = null }: { from: string; to: string; teams?: string[] | null },
  limit: number,
): Promise<boolean> {
  const isIn = sql`(${teams}::uuid[] is null or organization_id = any(${teams}::uuid[]))`
  const { rows } = await sql<{ number: number }>`
    update team_activity set
      actor = case when actor = ${from} then ${to} else actor end,
      subject = case when subject = ${from} then ${to} else subject end
    where (organization_id, number) in (
      (select organization_id, number from team_activity where actor = ${from} and ${isIn} limit ${limit})
      union (select organization_id, number from team_activity where subject = ${from} and ${isIn} limit ${limit})
    )
    returning number`.execute(db)
  return rows.length > 0
}
