import type { LogAction } from '@loadping/contract/team/team'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Period } from '../period.ts'

export type NewEntry = {
  organizationId: string
  at: Date
  actor: string | null
  action: LogAction
  subject: string | null
  detail: string | null
}

/** Adds an entry with the next number. The caller must have locked the organization. */
export const addEntry = (db: Db, { organizationId, ...entry }: NewEntry) =>
  db
    .insertInto('teamActivity')
    .values((eb) => ({
      organizationId,
      ...entry,
      number: eb
        .selectFrom('teamActivity')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
        .where('organizationId', '=', organizationId),
    }))
    .execute()

/** Lists up to `limit` of an organization's entries, newest first. */
export const listEntries = (
  db: Db,
  organizationId: string,
  { before, limit }: { before?: number | undefined; limit: number },
) =>
  db
    .selectFrom('teamActivity')
    .select(['number', 'at', 'actor', 'action', 'subject', 'detail'])
    .where('organizationId', '=', organizationId)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

export type Counted = { organizationId: string; actor: string } | { subject: string }

/** Counts actions in an organization or by an actor, or on an address in any organization, since a time. */
export const countEntries = async (
  db: Db,
  of: Counted,
  actions: LogAction[],
  { since, until }: Period,
): Promise<number> => {
  const { count } = await db
    .selectFrom('teamActivity')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or(of))
    .where('action', 'in', actions)
    .where('at', '>', since)
    .where('at', '<', until)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes entries of closed organizations up to then. */
export const deleteClosedEntries = (db: Db, until: Date) =>
  db
    .deleteFrom('teamActivity')
    .where('at', '<=', until)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('organization')
            .select('organization.id')
            .whereRef('organization.id', '=', 'teamActivity.organizationId'),
        ),
      ),
    )
    .execute()
