import type { LoadBefore } from '@loadping/contract/loads/load-status'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { LoadRow } from './load-row.ts'

export type ChangedLoad = Pick<
  LoadRow,
  | 'id'
  | 'loadKey'
  | 'status'
  | 'statedAt'
  | 'outcome'
  | 'outcomeCents'
  | 'outcomeAt'
  | 'deletedAt'
  | 'truckIds'
  | 'contactedAt'
>
export type Changes = Updateable<Tables['load']>

/** Lists those of a user's loads among these, deleted ones included. */
export const listByIds = (db: Db, userId: string, ids: string[]): Promise<ChangedLoad[]> =>
  db
    .selectFrom('load')
    .select([
      'id',
      'loadKey',
      'status',
      'statedAt',
      'outcome',
      'outcomeCents',
      'outcomeAt',
      'deletedAt',
      'truckIds',
      'contactedAt',
    ])
    .where('userId', '=', userId)
    .where('id', '=', anyOf(ids))
    .execute()

export const updateLoads = (db: Db, { userId, ids }: { userId: string; ids: string[] }, changes: Changes) =>
  db.updateTable('load').set(changes).where('userId', '=', userId).where('id', '=', anyOf(ids)).execute()

const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`

/** Puts back status and outcome of loads, and undoes their deletion or restoration. */
export const putBack = (db: Db, userId: string, before: LoadBefore[], now: Date) =>
  sql`
  update load set status = earlier.status, outcome = earlier.outcome, outcome_cents = earlier.cents,
    outcome_at = earlier.at, stated_at = earlier.stated_at, updated_at = ${now},
    deleted_at = case is_deleted when true then ${now} when false then null else deleted_at end
  from unnest(${before.map(({ id }) => id)}::uuid[], ${before.map(({ status }) => status)}::text[],
    ${before.map(({ outcome }) => outcome?.kind ?? null)}::text[],
    ${before.map(({ outcome }) => outcome?.cents ?? null)}::bigint[],
    ${before.map(({ outcome }) => outcome?.at ?? null)}::timestamptz[],
    ${before.map(({ statedAt, outcome }) => statedAt ?? outcome?.at ?? null)}::timestamptz[],
    ${before.map(({ isDeleted }) => isDeleted ?? null)}::boolean[])
    as earlier (id, status, outcome, cents, at, stated_at, is_deleted)
  where load.user_id = ${userId} and load.id = earlier.id`.execute(db)
