import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type MarkRow = Selectable<Tables['mark']>

export type NewMark = Omit<Insertable<Tables['mark']>, 'holder' | 'outcome' | 'isRemoved' | 'changedAt'>

/** Adds a mark, or renews it for a load that is saved again. */
export const markWrite = (db: Db, holders: string[], mark: NewMark) =>
  db
    .insertInto('mark')
    .values(holders.map((holder) => ({ ...mark, holder, outcome: null, changedAt: mark.at })))
    .onConflict((conflict) =>
      conflict.columns(['holder', 'loadKey', 'id']).doUpdateSet((eb) => ({
        at: eb.ref('excluded.at'),
        changedAt: eb.ref('excluded.changedAt'),
        isRemoved: false,
      })),
    )

export const removeMark = (
  db: Db,
  holders: string[],
  { loadKey, id, now }: { loadKey: string; id: string; now: Date },
) =>
  db
    .updateTable('mark')
    .set({ isRemoved: true, changedAt: now })
    .where('holder', 'in', holders)
    .where('loadKey', '=', loadKey)
    .where('id', '=', id)
    .execute()

export type ChangedLoad = { loadKey: string; outcome: OutcomeKind | null; isDeleted: boolean }

/**
 * Gives the marks of a user's loads their outcome, and with `isOutcome` those of teammates in the team's. The save of a
 * deleted load is removed.
 */
export const changeMarks = (
  db: Db,
  holders: string[],
  { userId, loads, isOutcome, now }: { userId: string; loads: ChangedLoad[]; isOutcome: boolean; now: Date },
) =>
  sql`
  update mark set outcome = changed.outcome, changed_at = ${now},
    is_removed = case when type = 'SAVED' and user_id = ${userId} then changed.is_deleted else is_removed end
  from unnest(${loads.map(({ loadKey }) => loadKey)}::text[], ${loads.map(({ outcome }) => outcome)}::text[],
    ${loads.map(({ isDeleted }) => isDeleted)}::boolean[]) as changed (load_key, outcome, is_deleted)
  where mark.holder = any(${holders}::uuid[]) and mark.load_key = changed.load_key
    and (mark.user_id = ${userId} or ${isOutcome})`.execute(db)

export const findNewestChange = async (db: Db, holder: string): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('mark')
      .select('changedAt')
      .where('holder', '=', holder)
      .orderBy('changedAt', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.changedAt

export const deleteMarks = (db: Db, before: Date) => db.deleteFrom('mark').where('at', '<', before).execute()
