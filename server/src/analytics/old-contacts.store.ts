import type { Db } from '../db/db.ts'
import { contactedTeams } from './analytics.reads.ts'

type Old = { userId: string; before: Date }

/** Lists the teams for which a user contacted somebody before then. */
export const listTeamsBefore = async (db: Db, { userId, before }: Old): Promise<string[]> =>
  (await contactedTeams(db, { userId }).where('contactTime', '<', before).execute()).flatMap(
    ({ organizationId }) => organizationId ?? [],
  )

/** Deletes some events of a user before then, and none of their counts. Returns how many. */
export async function deleteEventsBefore(db: Db, { userId, before }: Old, limit: number): Promise<number> {
  const some = db
    .selectFrom('contactEvent')
    .select('id')
    .where('userId', '=', userId)
    .where('contactTime', '<', before)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('contactEvent')
    .where('userId', '=', userId)
    .where('id', 'in', some)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
