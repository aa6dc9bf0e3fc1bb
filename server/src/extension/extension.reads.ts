import type { Db } from '../db/db.ts'

/** Selects what a user's extension could read on each board. */
export const ownBoardHealth = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('boardHealth').select(['board', 'health']).where('userId', '=', userId)

/** Selects the rows that a user reported. */
export const ownRowReports = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('boardReport')
    .select(['id', 'board', 'version', 'structure', 'fields', 'createdAt'])
    .where('userId', '=', userId)
