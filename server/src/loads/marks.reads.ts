import type { Db } from '../db/db.ts'

/** Selects the newest changes of a user's or organization's marks, removals included. */
export const changedMarks = (db: Db, { holder, after, limit }: { holder: string; after: Date; limit: number }) =>
  db
    .selectFrom('mark')
    .selectAll()
    .where('holder', '=', holder)
    .where('changedAt', '>', after)
    .orderBy('changedAt', 'desc')
    .orderBy('id')
    .limit(limit)
