import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { boardSettings } from './board-settings.reads.ts'

export const findSettings = (db: Db) => boardSettings(db).executeTakeFirst()

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
