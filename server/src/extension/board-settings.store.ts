import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export const findSettings = (db: Db) =>
  db.selectFrom('boardSettings').select(['version', 'boards']).where('id', '=', 1).executeTakeFirst()

/** Replaces all settings. */
export const replaceSettings = (db: Db, boards: BoardSetting[], changedAt: Date) =>
  db
    .insertInto('boardSettings')
    .values({ version: 1, boards: JSON.stringify(boards), changedAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        version: sql`board_settings.version + 1`,
        boards: JSON.stringify(boards),
        changedAt,
      }),
    )
    .execute()
