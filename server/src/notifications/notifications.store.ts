import { sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type NotificationRow = Tables['notification']

export const findRow = (db: Db, userId: string): Promise<NotificationRow | undefined> =>
  db.selectFrom('notification').selectAll().where('userId', '=', userId).executeTakeFirst()

/** Makes changes of a user's row wait for each other until commit. */
export const lockRow = (db: Db, userId: string): Promise<NotificationRow | undefined> =>
  db.selectFrom('notification').selectAll().where('userId', '=', userId).forUpdate().executeTakeFirst()

export const saveRow = (db: Db, { userId, ...row }: NotificationRow) =>
  db
    .insertInto('notification')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()

type Due = { now: Date; butNot: string[]; limit: number }

/**
 * Locks until commit the rows of users, but none of these, for whom it is time to look for news, the longest due first.
 * Leaves out those that another process has.
 */
export const lockDue = compileOnce((db, { now, butNot, limit }: Due) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('dueAt', '<=', now)
    .where('userId', '<>', (eb) => eb.fn<string>('all', [eb.val(butNot)]))
    .orderBy('dueAt')
    .limit(limit)
    .forUpdate()
    .skipLocked(),
)

type Change = Pick<NotificationRow, 'userId' | 'told' | 'lookedAt' | 'dueAt'>

/** Saves what users were told, and when to look again. */
export const changeRows = (db: Db, changes: Change[]) => {
  const rows = changes.map(({ userId, told, lookedAt, dueAt }) => ({
    user_id: userId,
    told,
    looked_at: lookedAt,
    due_at: dueAt,
  }))
  return sql`update notification set told = changed.told, looked_at = changed.looked_at, due_at = changed.due_at
    from json_to_recordset(${JSON.stringify(rows)}) as changed (
      user_id uuid, told text[], looked_at timestamptz, due_at timestamptz
    )
    where notification.user_id = changed.user_id
      and notification.user_id = any(${changes.map(({ userId }) => userId)}::uuid[])`.execute(db)
}
