import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

type Notice = Tables['teamNotice']

/** Saves a notice. A waiting one keeps the role that its user knows, and is deleted if the user has that role again. */
export async function saveNotice(db: Db, notice: Notice): Promise<void> {
  const { role, actorId, actor, organizationName, changedAt } = notice
  const { knownRole } = await db
    .insertInto('teamNotice')
    .values(notice)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'organizationId']).doUpdateSet({ role, actorId, actor, organizationName, changedAt }),
    )
    .returning('knownRole')
    .executeTakeFirstOrThrow()
  if (knownRole === role) await deleteNotice(db, notice)
}

export const deleteNotice = (db: Db, { userId, organizationId }: Pick<Notice, 'userId' | 'organizationId'>) =>
  db.deleteFrom('teamNotice').where('userId', '=', userId).where('organizationId', '=', organizationId).execute()

/** Deletes and returns the user's notices. */
export const claimNotices = (db: Db, userId: string) =>
  db
    .deleteFrom('teamNotice')
    .where('userId', '=', userId)
    .returning(['organizationName', 'actor', 'knownRole', 'role', 'changedAt'])
    .execute()

export const deleteNotices = (db: Db, before: Date) =>
  db.deleteFrom('teamNotice').where('changedAt', '<', before).execute()
