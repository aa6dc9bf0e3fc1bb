import type { BoardHealth } from '@loadping/contract/extension/board-health'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { Period } from '../period.ts'

export const saveHealth = (db: Db, userId: string, boards: BoardHealth[]) =>
  db
    .insertInto('boardHealth')
    .values(boards.map((health) => ({ userId, board: health.board, health: JSON.stringify(health) })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'board']).doUpdateSet(({ ref }) => ({ health: ref('excluded.health') })),
    )
    .execute()

export const listHealth = compileOnce((db, { userIds }: { userIds: string[] }) =>
  db
    .selectFrom('boardHealth')
    .select(['userId', 'health'])
    .where('userId', '=', (eb) => eb.fn.any(eb.val(userIds)))
    .orderBy('board'),
)

export const countReports = async (db: Db, userId: string, { since, until }: Period): Promise<number> =>
  (
    await db
      .selectFrom('boardReport')
      .select('id')
      .where('userId', '=', userId)
      .where('createdAt', '>', since)
      .where('createdAt', '<', until)
      .execute()
  ).length

export const addReport = (db: Db, report: Tables['boardReport']) =>
  db.insertInto('boardReport').values(report).execute()

export const deleteReports = (db: Db, before: Date) =>
  db.deleteFrom('boardReport').where('createdAt', '<', before).execute()

export async function deleteHealthOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('boardHealth').where('userId', '=', userId).execute()
  await db.deleteFrom('boardReport').where('userId', '=', userId).execute()
}
